#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Every example run again gives the same bits: all signals of all its analyses.
. "$(dirname "$0")/cases.inc"
compared=0
for model in "$examples"/*.yaml; do
  name=$(basename "$model" .yaml)
  until=
  # long ones for a while
  case $name in
    pile | rotor-run-up | washer) until="--until 0.1" ;;
    a0* | all-terrain | balance | ladder | mount | planar-ladder) until="--until 0.3" ;;
  esac
  mkdir one two
  for side in one two; do
    code=0
    # shellcheck disable=SC2086
    "$trammel" run "$model" $until -o $side/r.h5 --quiet >/dev/null 2>$side/err </dev/null || code=$?
    echo $code >$side/code
    for result in $side/*.h5; do
      [ ! -e "$result" ] || "$trammel" export "$result" -o "$result.csv" 2>>$side/err || true
    done
    rm -f $side/*.h5 $side/err
  done
  [ "$(ls one)" = "$(ls two)" ] || fail "$name leaves other results"
  for file in one/*; do
    cmp -s "$file" "two/${file#one/}" || fail "$name is not the same again: ${file#one/}"
    compared=$((compared + 1))
  done
  rm -rf one two
done
[ "$compared" -gt 120 ] || fail "only $compared files were compared"
finish
