#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Files are written whole or not at all: permissions, links, and the file being read are respected.
. "$(dirname "$0")/cases.inc"

# new files have the usual permissions, old ones keep theirs
umask 027
run 0 schema -o schema.json
[ "$(ls -l schema.json | cut -c1-10)" = "-rw-r-----" ] || fail "permissions: $(ls -l schema.json)"
chmod 600 schema.json
run 0 schema -o schema.json
[ "$(ls -l schema.json | cut -c1-10)" = "-rw-------" ] || fail "permissions: $(ls -l schema.json)"
# the file behind a link is replaced, not the link
echo old >target
ln -s target link
run 0 schema -o link
[ -L link ] || fail "the link was replaced"
same target schema.json
# - is standard output
run 0 schema -o -
same out schema.json
# import does not write over what it reads, by whatever name
cp "$examples/pendulum.yaml" model.yaml
ln model.yaml other.yaml
for name in model.yaml ./model.yaml other.yaml; do
  run 1 import model.yaml -o "$name"
  says err "is the file being read"
done
same model.yaml "$examples/pendulum.yaml"
# new does not write over anything unless forced
run 0 new pendulum mine
says out "Try: trammel check mine.yaml"
cp mine.yaml first.yaml
run 1 new four-bar mine
says err "'mine.yaml' exists already"
same mine.yaml first.yaml
run 0 new four-bar mine --force --quiet
silent out
! cmp -s mine.yaml first.yaml || fail "--force did not write"
# nothing else was left in the folder
for file in *; do
  case $file in
  schema.json | target | link | model.yaml | other.yaml | mine.yaml | first.yaml | out | err) ;;
  *) fail "left behind: $file" ;;
  esac
done
finish
