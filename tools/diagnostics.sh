#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The page of messages, from malformed models that the tests read: diagnostics.sh COMMAND
set -eu
command=$1
case $command in /*) ;; *) command=$PWD/$command ;; esac
cd "$(dirname "$0")/.."
cat <<'END'
# Messages

A message names the file, line and column, says what is wrong and where, and gives one hint. All
mistakes of a file are reported in one go. Each has a stable code; `trammel explain CODE` says more.
Nothing is run while there are errors.

These are real: `make diagnostics` runs the command on models of `tests/malformed/cases`, and a test
compares this page with what the command prints.
END
while read -r file; do
  [ -n "$file" ] || continue
  case $file in \#*) continue ;; esac
  code=$(sed -nE 's/^# expect: *([EWN][0-9]+).*/\1/p' "tests/malformed/cases/$file" | head -n 1)
  title=$("$command" explain "$code" | head -n 1 | sed -E 's/^[EWN][0-9]+:? *//')
  settings=$(sed -nE 's/^# set: *(.*)/ --set \1/p' "tests/malformed/cases/$file" | tr -d '\n')
  printf '\n## %s: %s\n\n```text\n$ trammel check %s\n' "$code" "$title" "$file$settings"
  (cd tests/malformed/cases && "$command" check "$file" $settings 2>&1 </dev/null) || true
  printf '```\n'
done <tests/docs/messages.txt
