#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# report: its sections say what check and the run said; texts of a model are never tags; the same bits
# every time; a model that cannot be read again is said so.
. "$(dirname "$0")/cases.inc"

run 0 run "$examples/a04-bricard.yaml" -o a.h5
accuracy=$(sed -n 's/^Accuracy: //p' err)
run 0 report a.h5
says err 'Report: a-report.html'
silent out
# what the run and the check said
says a-report.html "$accuracy"
run 0 check "$examples/a04-bricard.yaml"
grep '^In truth' out >line
says a-report.html "$(cat line)"
says a-report.html '<th>integrator</th><td>dop853</td>'
says a-report.html 'j0.fx, j0.fy'
for section in Model Check Settings Accuracy Plots Energy Messages 'The run in numbers' 'The model as text'; do
  says a-report.html "<h2>$section</h2>"
done
# the balance is that of the notes; plots are pictures of their own
energy=$(sed -n 's|.*at the beginning</th><td>\(.*\) J</td>.*|\1|p' a-report.html)
[ "$energy" = -29.43 ] || fail "energy at the beginning: $energy"
[ "$(grep -c 'src="data:image/svg+xml;base64,' a-report.html)" = 2 ] || fail "not two plots"
sed -n 's/.*svg+xml;base64,\([^"]*\)".*/\1/p' a-report.html | head -1 | base64 -d >plot.svg
says plot.svg 'time [s]'
head -c 15 a-report.html | grep -q '<!doctype html>' || fail "not a page"
tail -c 20 a-report.html | grep -q '</html>' || fail "the page does not end"
if grep -qE '<script|https?://' a-report.html; then fail "a program, or the network, in the report"; fi
run 0 report a.h5 -o again.html --quiet
silent err
same a-report.html again.html
run 0 report a.h5 --signals 'rod1.x,rod1.vx' -o other.html
[ "$(grep -c 'src="data:image/svg+xml;base64,' other.html)" = 3 ] || fail "not three plots"

# hostile texts
cat >hostile.yaml <<'END'
trammel: 1
name: "<script>alert(1)</script>"
description: "</pre><img src=x onerror=alert(2)>"
bodies:
  arm: {at: [0.5, 0, 0], mass: 1, inertia: [0.01, 0.1, 0.1]}
joints:
  pin: {revolute: [ground, arm], at: [0, 0, 0], axis: z}
outputs:
  turn: az(arm)
simulate:
  - dynamics: {until: 0.1, every: 0.01}
END
run 0 run hostile.yaml --quiet -o h.h5
run 0 report h.h5 -o h.html
says h.html '&lt;script&gt;alert(1)&lt;/script&gt;'
if grep -qE '<script|<img src=x' h.html; then fail "a text of the model is a tag"; fi

# messages are kept: a crank that cannot turn round
cat >locks.yaml <<'END'
trammel: 1
planar: true
bodies:
  crank: {at: [0.5, 0], mass: 1, inertia: 0.1}
  rod: {at: [1.25, 0], mass: 1, inertia: 0.1}
  block: {at: [1.5, 0], mass: 1, inertia: 0.1}
joints:
  a: {revolute: [ground, crank], at: [0, 0]}
  b: {revolute: [crank, rod], at: [1, 0]}
  c: {revolute: [rod, block], at: [1.5, 0]}
  d: {prismatic: [ground, block], at: [1.5, 0], axis: x}
motions:
  drive: {joint: a, angle: 360*deg/s*time}
simulate:
  - kinematics: {until: 1, every: 0.01}
END
run 3 run locks.yaml -o l.h5
said=$(sed -n 's/.*error\[\(E[0-9]*\)\].*/\1/p' err | head -1)
run 0 report l.h5 -o l.html
says l.html "<p>$said: "
says l.html ', interrupted '
# a model whose files are not here
run 0 run "$examples/press.yaml" --quiet -o p.h5
run 0 report p.h5 -o p.html
says p.html 'cannot be read again from the result: E001'

# modes: the eigenvalues that linearize says, one of each pair, and the plane they lie in
run 0 linearize "$examples/rotor-stator.yaml" --quiet -o m.h5
run 0 report m.h5 -o m.html
run 0 linearize "$examples/rotor-stator.yaml" --json
sed -n 's/.*"re": \([^,]*\), "im": \([0-9][^,]*\), "frequency_hz": \([^,]*\), "damping_ratio": \([^}]*\)}.*/\3 \4 \1 \2/p' out >modes
[ "$(wc -l <modes)" = 8 ] || fail "$(wc -l <modes) modes"
awk '{ printf "<tr><th>%d</th>", NR; for (k = 1; k <= 4; k++) printf "<td>%.5g</td>", $k; print "" }' modes >rows
while read -r row; do says m.html "$row"; done <rows
says m.html '<th>modes</th><td>8</td>'
[ "$(grep -c 'src="data:image/svg+xml;base64,' m.html)" = 1 ] || fail "not one plane"
if grep -q 'run in numbers' m.html; then fail "a heading without numbers"; fi
# over a parameter: its ends, Campbell diagram and root locus as `linearize --plot` draws them
run 0 linearize "$examples/rotor-stator.yaml" --sweep speed=1:25:5 --orders 1 --quiet -o s.h5 --csv s.csv --plot s.svg
run 0 report s.h5 -o s.html
says s.html '<th>speed</th><td>1 to 25, 5 values</td>'
for row in 2 6; do
  frequency=$(sed -n "${row}p" s.csv | cut -d, -f37)
  says s.html "<td>$(printf %.5g "$frequency")</td>"
done
sed -n 's/.*svg+xml;base64,\([^"]*\)".*/\1/p' s.html | head -1 | base64 -d >campbell.svg
sed -n 's/.*svg+xml;base64,\([^"]*\)".*/\1/p' s.html | tail -1 | base64 -d >locus.svg
says campbell.svg '>rotor-stator: Campbell diagram</text>'
says locus.svg '>rotor-stator: root locus</text>'
for label in '7 rotor, forward' '8 stator'; do
  says campbell.svg ">$label</text>"
  says locus.svg ">$label</text>"
  says s.svg ">$label</text>"
done
says campbell.svg '>1x</text>'

run 4 report gone.h5
run 1 report a.h5 -o a.h5
run 1 report a.h5 --signals none.like.it -o n.html
[ ! -e n.html ] || fail "a report was written all the same"
finish
