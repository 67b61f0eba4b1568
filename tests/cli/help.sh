#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Every command explains itself: usage, options, examples that name real options; nothing too wide.
. "$(dirname "$0")/cases.inc"

run 0 --help
cp out overview
run 0 help
same out overview
run 0 -h
same out overview
run 1
says err "Usage: trammel COMMAND"
silent out

commands=$(sed -n '/^Commands/,/^$/s/^  \([a-z]*\) .*/\1/p' overview)
[ "$(echo "$commands" | wc -l)" -ge 8 ] || fail "too few commands are listed: $commands"
for command in $commands man reference; do
  run 0 help "$command"
  cp out by_help
  says out "Usage: trammel $command"
  says out "Examples"
  says out "--help"
  run 0 "$command" --help
  same out by_help
  silent err
  # two examples at least, and no line that a terminal would break
  [ "$(grep -c "^  trammel $command" by_help)" -ge 2 ] || fail "help $command: fewer than two examples"
  awk -v c="$command" '!/^  trammel / && length($0) > 84 { print "failed: help " c ": too wide: " $0; bad = 1 }
                       END { exit bad }' by_help || failures=$((failures + 1))
done

# hidden commands work but are not listed
for hidden in man reference; do
  ! grep -q "^  $hidden " overview || fail "$hidden is listed"
done
run 1 help chekc
says err "did you mean 'check'?"
run 1 help revolute
says err "trammel describe revolute"
finish
