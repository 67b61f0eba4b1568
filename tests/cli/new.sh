#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# new: every starter is listed, written, understood without a message, and survives a round trip.
. "$(dirname "$0")/cases.inc"

run 0 new
kinds=$(sed -n '/^$/q; s/^  \([a-z-]*\) .*/\1/p' out)
for kind in pendulum slider-crank four-bar suspension-corner; do
  echo "$kinds" | grep -qx "$kind" || fail "'$kind' is not listed"
done
for kind in $kinds; do
  run 0 new "$kind"
  says out "Wrote $kind.yaml"
  run 0 check "$kind.yaml"
  silent err
  says out "$kind"
  run 0 import "$kind.yaml" -o "again-$kind.yaml"
  run 0 check "again-$kind.yaml"
  silent err
  # comments teach: every section has one, and no line is too wide to read
  [ "$(grep -c '#' "$kind.yaml")" -ge 6 ] || fail "$kind.yaml has few comments"
  awk 'length($0) > 100 { print "failed: too wide: " $0; bad = 1 } END { exit bad }' "$kind.yaml" ||
    failures=$((failures + 1))
done
run 0 new four-bar press
says press.yaml "name: press"
run 0 new pendulum -o elsewhere.yaml
says elsewhere.yaml "name: pendulum"
run 0 new pendulum -o -
same out elsewhere.yaml
finish
