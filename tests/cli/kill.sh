#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# A long run killed at fifty instants: the file opens and holds an exact prefix of the results.
. "$(dirname "$0")/cases.inc"
signals=crank.x,rocker_angle,a.fx,drive.torque
run 0 kinematics "$examples/crank-rocker.yaml" --until 4 --steps 8000 --signals $signals --csv all.csv -q
i=0 rows=0
while [ $i -lt 50 ]; do
  i=$((i + 1))
  rm -f run.h5
  "$trammel" kinematics "$examples/crank-rocker.yaml" --until 400 --steps 800000 --signals $signals \
    -o run.h5 -q &
  pid=$!
  # from 20 to 265 ms, another each time
  sleep "$(printf '0.%03d' $((20 + i * 37 % 50 * 5)))"
  kill -9 $pid
  wait $pid 2>/dev/null || true
  [ -e run.h5 ] || continue
  run 0 export run.h5 -o part.csv
  lines=$(wc -l < part.csv)
  [ "$lines" -gt 8001 ] && continue
  head -n "$lines" all.csv > prefix.csv
  same part.csv prefix.csv
  rows=$((rows + lines))
done
[ "$rows" -gt 5000 ] || fail "only $rows rows were kept in all"

# an interrupted run is closed in order
"$trammel" kinematics "$examples/crank-rocker.yaml" --until 400 --steps 800000 --signals $signals \
  -o run.h5 -q &
pid=$!
sleep 0.5
kill -INT $pid
code=0
wait $pid || code=$?
[ $code -eq 130 ] || fail "interrupted: exit $code, expected 130"
run 0 info run.h5
says out "interrupted"
finish
