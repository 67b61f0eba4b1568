#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# compare: a table, advice, a plot; errors that are those of the runs; what fails is a row.
. "$(dirname "$0")/cases.inc"
cat >swing.yaml <<'MODEL'
trammel: 1
name: swing
gravity: [0, 0, -9.81]
bodies:
  rod: {at: [0.5, 0, 0], mass: 2, inertia: [0.01, 0.2, 0.2]}
joints:
  hinge: {revolute: [ground, rod], at: [0, 0, 0], axis: y}
simulate:
  - dynamics: {until: 2, every: 0.02}
MODEL

# the table with all methods, the advice and the plot
run 0 compare swing.yaml
for method in rk4 dopri5 dop853 abm bdf; do says out "constraint_force + $method"; done
for method in radau5 gstiff hht generalized_alpha; do says out "index3 + $method"; done
says out "stabilised + si2"
for formulation in projection multipliers baumgarte penalty augmented_lagrangian partitioning; do
  says out "$formulation + dop853"
done
says out "auto: constraint_force + "
says out "   best"
says out "For an error of 1e-4 of the range: "
says out "Try: trammel dynamics swing.yaml --"
says err "Reference: "
says err "agrees with it to"
says err "Plot: swing-compare.svg"
says swing-compare.svg "Work and precision of swing.yaml"
says swing-compare.svg "CPU time of the stepping [ms]"
command -v xmllint >/dev/null && { xmllint --noout swing-compare.svg || fail "the plot is not XML"; }

# apart from times, all is the same again, and one after the other as side by side
run 0 compare swing.yaml --tolerances 1e-3,1e-5 --csv first.csv
run 0 compare swing.yaml --tolerances 1e-3,1e-5 --csv second.csv --jobs 1
for file in first second; do cut -d, -f1-8,10 $file.csv >$file.cut; done
same first.cut second.cut
[ "$(sed 1d first.csv | cut -d, -f10 | sort -u)" = "done" ] || fail "a run did not come to the end"
# auto, every integrator, and every other formulation with one of them
wanted=$(($(grep -c '^  X(' "$source/src/integrator/table.h") + $(grep -c '^  X(' "$source/src/formulation/table.c")))
[ "$(sed 1d first.csv | cut -d, -f1 | sort -u | wc -l)" -eq $wanted ] || fail "$wanted methods were wanted"

# the error is that of the run itself: rk4 against a tight run, by awk
run 0 compare swing.yaml --methods rk4 --json
valid_json out
sed -n '/"runs"/,/]/p' out >runs
step=$(tr '{' '\n' <runs | sed -n 's/.*"asked": "rk4", "step": \([0-9.e-]*\),.*"error": .*/\1/p' | head -n 1)
error=$(tr '{' '\n' <runs | sed -n 's/.*"asked": "rk4".*"error": \([0-9.e-]*\),.*/\1/p' | head -n 1)
signals=rod.x,rod.y,rod.z,rod.e0,rod.e1,rod.e2,rod.e3
run 0 dynamics swing.yaml --integrator rk4 --step "$step" --csv rk4.csv --signals "$signals"
run 0 dynamics swing.yaml --tolerance 1e-12 --csv tight.csv --signals "$signals"
cut -d, -f2- tight.csv >tight.cut
cut -d, -f2- rk4.csv | paste -d, tight.cut - | awk -F, -v said="$error" '
  function turn(a, b,   k, minus, plus) {
    for (k = 1; k <= 4; k++) { minus += (a[k] - b[k]) ^ 2; plus += (a[k] + b[k]) ^ 2 }
    minus = sqrt(minus < plus ? minus : plus) / 2
    return 4 * atan2(minus, sqrt(1 - minus * minus))
  }
  NR > 2 {
    for (k = 1; k <= 3; k++) {
      if (NR == 3 || $k < low[k]) low[k] = $k
      if (NR == 3 || $k > high[k]) high[k] = $k
    }
    for (k = 1; k <= 4; k++) { e[k] = $(k + 3); f[k] = $(k + 10); if (NR == 3) start[k] = e[k] }
    move = sqrt(($1 - $8) ^ 2 + ($2 - $9) ^ 2 + ($3 - $10) ^ 2)
    if (move > most) most = move
    if (turn(e, f) > turned) turned = turn(e, f)
    if (turn(start, e) > range) range = turn(start, e)
  }
  END {
    box = sqrt((high[1] - low[1]) ^ 2 + (high[2] - low[2]) ^ 2 + (high[3] - low[3]) ^ 2)
    worst = most / box > turned / range ? most / box : turned / range
    if (!(worst > 0.99 * said && worst < 1.01 * said)) {
      print "an error of " worst " was found, " said " is said"
      exit 1
    }
  }' || fail "the error is not that of the run"

# tighter is better: the errors of one method fall with its tolerance
run 0 compare swing.yaml --methods dopri5 --tolerances 1e-3,1e-5,1e-7,1e-9 --csv -
silent err
sed 1d out | cut -d, -f4 | sort -g -r >sorted
sed 1d out | cut -d, -f4 >given
same sorted given
[ "$(wc -l <given)" -eq 4 ] || fail "four runs were wanted"
[ ! -e swing-compare.svg ] || rm swing-compare.svg
run 0 compare swing.yaml --methods dopri5,projection+abm,penalty --tolerances 1e-6 --csv - -o wp.svg
says out "projection + abm,"
says out "penalty + dop853,"
says wp.svg "</svg>"
[ ! -e swing-compare.svg ] || fail "a plot was written that nobody asked for"

# what is too slow, or cannot be, is a row that says so
run 3 compare swing.yaml --until 2e5 --every 2e4 --limit 0.2 --methods dop853,abm --tolerances 1e-10
says out "more than 0.2 s"
says err "error[E380]"
says err "with --limit"
cat >skate.yaml <<'MODEL'
trammel: 1
planar: true
bodies:
  blade: {mass: 1, inertia: 0.1, velocity: [1, 0], spin: 0.5}
constraints:
  edge: {nonholonomic: "vy(blade)*cos(az(blade)) - vx(blade)*sin(az(blade))"}
simulate: [{dynamics: {until: 1, every: 0.1}}]
MODEL
run 0 compare skate.yaml --methods dop853,partitioning --tolerances 1e-6 -o skate.svg
says out "partitioning"
says out "E332"
run 0 compare skate.yaml --methods dop853,partitioning --tolerances 1e-6 --json
valid_json out
says out '"outcome": "failed"'

# a motion that nobody can follow for so long
run 0 compare "$examples/double-pendulum.yaml" --error 1e-15 --tolerances 1e-4 --methods dop853 -o d.svg
says err "warning[W381]"

# what hardly turns is measured by what moves: a load that slides on a rope, with blows and friction
run 0 compare "$examples/winch.yaml" --methods auto,dop853,dopri5 --tolerances 1e-6 --csv winch.csv
grep -q W381 err && fail "the runs of the winch differ"
awk -F, 'NR > 1 && !($4 < 1e-5 && $10 == "done") { print; bad = 1 } END { exit bad }' winch.csv ||
  fail "runs of the winch differ"

# bodies at rest are measured by the model's length; what a motion drives has no freedom; both planar
# models and such whose conditions switch
run 0 compare "$examples/lamp.yaml" --until 0.5 --methods auto,abm,gstiff --tolerances 1e-4 -o rest.svg
says err "of the model's length, since nothing moves"
says out "   best"
for model in crank-rocker peaucellier geneva winch; do
  run 0 compare "$examples/$model.yaml" --until 0.05 --methods auto,dop853 --tolerances 1e-4 --csv -
  grep -q "^auto: .*,done" out || fail "auto does not come to the end of $model"
done

# usage
run 1 compare swing.yaml --jobs 0
run 1 compare swing.yaml --methods rkk4
says err "did you mean 'rk4'?"
run 1 compare swing.yaml --methods dop853+projection
run 1 compare swing.yaml --methods ,
run 1 compare swing.yaml --tolerances 1e-4,x
run 1 compare swing.yaml --tolerances 2
run 1 compare swing.yaml --tolerances ''
run 1 compare swing.yaml --limit 0
run 1 compare swing.yaml --error -1
run 1 compare swing.yaml --reference nobody
run 1 compare swing.yaml --until never
run 1 compare
run 2 compare "$examples/wheel.yaml" --until 1
says err "E331"
run 4 compare none.yaml
run 4 compare swing.yaml --methods dop853 --tolerances 1e-4 -o nowhere/plot.svg
sed '/simulate/,$d' swing.yaml >bare.yaml
run 1 compare bare.yaml
says err "--until"

# an interrupt ends it at once, with no process left behind
"$trammel" compare swing.yaml --until 2e5 --every 2e4 --methods dop853 --tolerances 1e-10 \
  >out 2>err </dev/null &
process=$!
sleep 1
kill -INT $process 2>/dev/null || true
code=0
wait $process || code=$?
# a shell lets what runs in the background ignore interrupts: then it is asked to terminate
[ $code -eq 130 ] || fail "exit $code after an interrupt, expected 130"
finish
