#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# describe and explain: every word of the language and every code can be looked up.
. "$(dirname "$0")/cases.inc"

run 0 describe
for word in revolute spring rod dynamics; do says out "$word"; done
for word in revolute translational spring rod box body marker dynamics; do
  run 0 describe "$word"
  silent err
  [ -s out ] || fail "describe $word printed nothing"
done
for word in step STEP sin spline dx angle; do
  run 0 describe "$word"
  says out "$(echo "$word" | tr 'A-Z' 'a-z')("
done
for word in mm rpm kN; do
  run 0 describe "$word"
  says out "$word"
done
run 0 describe joint revolute
says out "revolute"
run 0 describe check
says out "trammel help check"
run 1 describe revolut
says err "did you mean 'revolute'?"
run 1 describe qqqqqqqq
says err "All words: trammel describe"

# every code, in each way a user may type it
run 0 explain
listed=$(sed -n 's/^  \([EWN][0-9]*\) .*/\1/p' out)
[ "$(echo "$listed" | wc -l)" -ge 3 ] || fail "few codes: $listed"
for each in $listed; do
  run 0 explain "$each"
  says out "$each: "
  [ "$(wc -l <out)" -ge 3 ] || fail "explain $each says little"
done
run 0 explain E204
cp out first
for spelling in e204 204 'error[E204]'; do
  run 0 explain "$spelling"
  same out first
done
run 0 describe E204
same out first
finish
