#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Colours only where they can be seen: --colour first, then NO_COLOR, TERM, and the terminal.
. "$(dirname "$0")/cases.inc"
printf 'trammel: 1\nbodies: {a: {mas: 1}}\n' >wrong.yaml
escape=$(printf '\033')
unset NO_COLOR
export TERM=xterm

coloured() { grep -q "$escape" "$1" || fail "no colour with: $2"; }
plain() { ! grep -q "$escape" "$1" || fail "colour with: $2"; }

run 2 check wrong.yaml
plain err "a file"
run 2 check wrong.yaml --colour always
coloured err "--colour always"
run 2 check wrong.yaml --color=always
coloured err "--color=always"
NO_COLOR=1 run 2 check wrong.yaml --colour always
coloured err "NO_COLOR and --colour always"
run 2 check wrong.yaml --colour always --json
plain out "JSON"

# on a terminal, which script(1) provides
if command -v script >/dev/null && script -qec true /dev/null >/dev/null 2>&1 </dev/null; then
  terminal() { script -qec "$*" /dev/null </dev/null >screen 2>&1 || true; }
  terminal "TERM=xterm '$trammel' check wrong.yaml"
  coloured screen "a terminal"
  terminal "NO_COLOR=1 TERM=xterm '$trammel' check wrong.yaml"
  plain screen "NO_COLOR"
  terminal "NO_COLOR= TERM=xterm '$trammel' check wrong.yaml"
  coloured screen "an empty NO_COLOR"
  terminal "TERM=dumb '$trammel' check wrong.yaml"
  plain screen "TERM=dumb"
  terminal "TERM=xterm '$trammel' check wrong.yaml --colour never"
  plain screen "--colour never"
  terminal "TERM=xterm '$trammel' check wrong.yaml 2>file"
  plain file "standard error in a file"
fi
finish
