#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# check: every example and every starter is understood without a message; JSON is valid and complete.
. "$(dirname "$0")/cases.inc"

for file in "$examples"/*.yaml; do
  run 0 check "$file"
  silent err
  [ -s out ] || fail "check $file printed nothing"
  run 0 check "$file" --json
  silent err
  valid_json out
done

# the first model: what was understood of it
run 0 check "$examples/crank-rocker.yaml"
says out "crank-rocker: 3 bodies, 4 joints, 1 motion"
says out "0.7398 kg"
run 0 check "$examples/crank-rocker.yaml" --json
if command -v jq >/dev/null; then
  [ "$(jq -r '.valid, .errors, (.diagnostics | length), (.system | type)' out | tr '\n' ' ')" = \
    "true 0 0 object " ] || fail "JSON of a good model: $(head -c 300 out)"
fi

# a wrong model: exit code 2, the messages as data, nothing on standard error
printf 'trammel: 1\nname: "a \\"b\\""\nbodies: {arm: {mas: 1}}\n' >'odd "name".yaml'
run 2 check 'odd "name".yaml' --json
silent err
valid_json out
if command -v jq >/dev/null; then
  [ "$(jq -r '.valid, .errors, .diagnostics[0].line, .system' out | tr '\n' ' ')" = \
    "false 1 3 null " ] || fail "JSON of a wrong model: $(cat out)"
  [ "$(jq -r .file out)" = 'odd "name".yaml' ] || fail "the file's name: $(jq -r .file out)"
fi
run 4 check nowhere.yaml --json
valid_json out

# parameters from outside reach the geometry
run 0 check "$examples/pendulum.yaml"
cp out one
run 0 check "$examples/pendulum.yaml" --set L=2
! cmp -s out one || fail "--set changed nothing"
run 0 check "$examples/ladder.yaml" --set N=20
says out "41 bodies"
finish
