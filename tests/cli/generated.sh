#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# What is generated from the tables: completion scripts, manual page, JSON Schema, reference pages.
. "$(dirname "$0")/cases.inc"

# shells accept their scripts
for shell in bash zsh fish; do
  run 0 completion "$shell"
  silent err
  cp out "completion.$shell"
  if command -v "$shell" >/dev/null; then
    "$shell" -n "completion.$shell" || fail "$shell rejects its completion"
  fi
done
# bash completes commands, options, words and files
if command -v bash >/dev/null; then
  # complete WORDS...: what Tab offers for the last word
  complete() {
    bash -c '. ./completion.bash; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _trammel
             printf "%s\n" "${COMPREPLY[@]}"' bash "$@" 2>err >offered
    silent err
  }
  complete trammel che
  [ "$(cat offered)" = check ] || fail "bash: 'che' gives $(cat offered)"
  complete trammel check --j
  [ "$(cat offered)" = --json ] || fail "bash: '--j' gives $(cat offered)"
  complete trammel new pen
  [ "$(cat offered)" = pendulum ] || fail "bash: 'new pen' gives $(cat offered)"
  complete trammel check --colour a
  [ "$(tr '\n' ' ' <offered)" = "auto always " ] || fail "bash: '--colour a' gives $(cat offered)"
  complete trammel describe revol
  grep -qx revolute offered || fail "bash: 'describe revol' gives $(cat offered)"
  : >model.yaml
  complete trammel check mod
  [ "$(cat offered)" = model.yaml ] || fail "bash: 'check mod' gives $(cat offered)"
fi
if command -v fish >/dev/null; then
  HOME=$work XDG_CONFIG_HOME=$work fish --no-config -c \
    'source completion.fish; complete -C "trammel new pen"' >offered 2>err || fail "fish: $(cat err)"
  says offered pendulum
fi

# the manual page is rendered without a warning and names every command
run 0 man -o trammel.1
if command -v groff >/dev/null; then
  groff -man -Tutf8 -ww trammel.1 >page 2>warnings || fail "groff fails"
  silent warnings
fi
if command -v mandoc >/dev/null; then mandoc -T lint -W error trammel.1 || fail "mandoc"; fi
if command -v man >/dev/null; then
  man -l trammel.1 >page 2>warnings || fail "man -l fails: $(cat warnings)"
  for word in NAME SYNOPSIS check describe "EXIT STATUS" NO_COLOR; do says page "$word"; done
fi

# the schema is JSON and knows the top level
run 0 schema
valid_json out
for word in bodies joints revolute until; do says out "\"$word\""; done

# every page of the reference is there and not empty
run 0 reference
cp out pages
while read -r page; do
  run 0 reference "$page"
  [ -s out ] || fail "page '$page' is empty"
done <pages
[ -s pages ] || fail "no pages"

# the version, in both forms
run 0 version
grep -Eq '^trammel [0-9]+\.[0-9]+\.[0-9]+ \(model language 1\)$' out || fail "version: $(cat out)"
cp out version
run 0 --version
same out version
run 0 version --json
valid_json out
finish
