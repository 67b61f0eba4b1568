#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# kinematics, assemble, run: files, tables, exit codes, and what is kept when a mechanism locks.
. "$(dirname "$0")/cases.inc"

# as the model says, into a result file beside the user
run 0 run "$examples/crank-rocker.yaml"
silent out
says err "101 positions"
says err "Results: crank-rocker.h5"
run 0 info crank-rocker.h5
says out "complete"
says out "101 rows"
run 0 export crank-rocker.h5 --signals rocker_angle -o angles.csv
run 0 kinematics "$examples/crank-rocker.yaml" --signals rocker_angle --csv table.csv
same angles.csv table.csv
[ "$(head -n 1 table.csv)" = "time [s],rocker_angle [deg]" ] || fail "the heading of table.csv"
[ "$(wc -l < table.csv)" -eq 102 ] || fail "the length of table.csv"

# the same input, the same bits
run 0 kinematics "$examples/bricard.yaml" --csv first.csv -q
run 0 kinematics "$examples/bricard.yaml" --csv second.csv -q
same first.csv second.csv

# other times, a parameter, standard output
run 0 kinematics "$examples/crank-rocker.yaml" --until 0.5 --steps 5 --set speed=30*rpm --csv - \
  --signals crank.psi
[ "$(wc -l < out)" -eq 7 ] || fail "seven lines were wanted"
run 1 kinematics "$examples/crank-rocker.yaml" --until never
says err "--until takes a positive number"
run 4 kinematics "$examples/crank-rocker.yaml" --csv nowhere/table.csv
run 1 kinematics "$examples/crank-rocker.yaml" --signals crnk.x
says err "crank.x"

# a mechanism that is not driven names its freedom
run 2 kinematics "$examples/double-pendulum.yaml" --until 1
says err "E313"
says err "is free to turn"

# one that locks keeps what was solved and says where
sed 's/B: \[0.3, 0, 0\]/B: [0.9, 0, 0]/' "$examples/crank-rocker.yaml" > locks.yaml
run 3 kinematics locks.yaml -o locks.h5
says err "E314"
says err "motion 'drive' cannot go past"
says err "were solved and kept"
run 0 info locks.h5
says out "interrupted"

# redundant joints that come apart on the way are named with their gap, in the model's units
run 3 kinematics "$source/tests/malformed/cases/analysis_opens_start.yaml" --until 1 -o opens.h5
says err "E319"
says err "'e', 'f' agree with each other at the start only: at t = 0.01 s 'f' is open by 4.3"
run 3 kinematics "$source/tests/malformed/cases/analysis_opens_later.yaml" --until 1 --steps 20 -o opens.h5
says err "'tie' agree with each other up to t = 0.500"
says err "11 of 21 positions were solved and kept"

# a mechanism that begins at a branch point is told so
sed 's/B: \[0, 0.2\], C: \[0.5, 0.2\]/B: [0.2, 0], C: [0.7, 0]/' "$examples/parallelogram.yaml" > flat.yaml
run 2 kinematics flat.yaml
says err "E313"
says err "this is a branch point"

# contradictory joints are named with their gap
cat > apart.yaml <<MODEL
trammel: 1
bodies: {arm: {mass: 1, inertia: [1, 1, 1], at: [0.5, 0, 0], markers: {a: [-0.5, 0, 0], b: [0.5, 0, 0]}}, ground: {markers: {a: [0, 0, 0], b: [1.1, 0, 0]}}}
joints:
  left: {spherical: [ground.a, arm.a]}
  right: {spherical: [ground.b, arm.b]}
MODEL
for command in check assemble "kinematics --until 1"; do
  rm -f apart-open.h5
  # shellcheck disable=SC2086 # words of the command
  run 3 $command apart.yaml
  says err "E310"
  says err "'left'"
  says err "'right'"
  says err "0.05 m"
  # the best attempt is kept, ready for a picture
  [ "$command" = check ] && continue
  says err "The best attempt is in apart-open.h5"
  run 0 info apart-open.h5
  says out "interrupted"
  says out "the best attempt; joints stay open"
  run 0 export apart-open.h5 --signals 'arm.x,arm.e0,arm.a.x'
  [ "$(tail -n 1 out | awk -F, '{ printf "%.6f %.6f %.6f", $2, $3, $4 }')" = \
    "0.550000 1.000000 0.050000" ] || fail "the best attempt is half way between"
done
run 3 assemble apart.yaml -o best.h5
[ -f best.h5 ] || fail "the best attempt goes where -o says"
run 3 assemble apart.yaml --json
says out '"assembled": false'

# where only motions are against each other no length is to blame
run 3 assemble "$source/tests/malformed/cases/analysis_open_two_motions.yaml"
says err "what these prescribe cannot be had together"
run 3 assemble "$source/tests/malformed/cases/analysis_open_two_revolutes.yaml"
says err "the lengths and places of these do not fit together"

# assemble says what moved
run 0 assemble "$examples/stewart.yaml" --csv place.csv
says out "13 of 13 bodies moved:"
says out "  platform  moved 0.03822 m     turned 0.08082 rad"
says out "  and 3 more"
[ "$(wc -l < place.csv)" -eq 2 ] || fail "one assembled position was wanted"
run 0 assemble "$examples/crank-rocker.yaml"
says out "Nothing had to move."
cat > given.yaml <<MODEL
trammel: 1
units: mmks
planar: true
bodies:
  ground: {markers: {o: [0, 0], p: [100, 0]}}
  crank: {at: [50, 0], velocity: [0, 3], spin: 2, mass: 1, inertia: 1, exact: [x, wz], markers: {o: [-50, 0]}}
  slab: {at: [90, 7], mass: 3, inertia: 9}
joints:
  pin: {revolute: [ground.o, crank.o]}
constraints:
  level: {holonomic: dy(slab)}
MODEL
run 0 assemble given.yaml
says out "1 of 2 bodies moved:"
says out "  slab  moved 7 mm"
says out "Velocities that had to change:"
says out "velocity of crank: given (0, 3, 0), assembled (0, 100, 0) mm/s"
says out "Kept exactly: crank.x, crank.wz"
run 0 assemble given.yaml --json
says out '{"body": "slab", "move": '
says out '"exact": ["crank.x", "crank.wz"]'

# weights by inertia, from the command line as from the model
cat > meet.yaml <<MODEL
trammel: 1
planar: true
bodies: {light: {at: [0, 0], mass: 1, inertia: 1}, heavy: {at: [4, 0], mass: 3, inertia: 1}}
constraints: {x: {holonomic: dx(light) - dx(heavy)}}
MODEL
run 0 assemble meet.yaml --csv - --signals light.x
[ "$(tail -n 1 out)" = "0,2" ] || fail "plain weights meet half way"
run 0 assemble meet.yaml --csv - --signals light.x --weights inertia
[ "$(tail -n 1 out)" = "0,3" ] || fail "weights by inertia meet at the common centre"
run 1 assemble meet.yaml --weights heavy
says err "plain"

# redundancy is explained, and the replacement that is offered removes it
run 0 check "$examples/four-bar-3d.yaml"
says out "3 equations are redundant"
says out "translation along z, rotation about x, rotation about y"
says out "make b spherical and c cylindrical"
sed -e 's/b: {revolute: \(.*\), axis: z}/b: {spherical: \1}/' \
    -e 's/c: {revolute: /c: {cylindrical: /' "$examples/four-bar-3d.yaml" > loose.yaml
# reactions that are not unique are marked, signal by signal
run 0 run "$examples/four-bar-3d.yaml" -o hinges.h5
says err "Not unique, the smallest are given: a.fz, a.tx, a.ty, b.fz, b.tx, b.ty and 6 more."
run 0 info hinges.h5
says out "not_unique      a.fz, a.tx, a.ty, b.fz"
run 0 info hinges.h5 --json
says out '{"name": "d.ty", "unit": "N m", "unique": false}'
says out '{"name": "d.fx", "unit": "N"}'
run 0 assemble "$examples/four-bar-3d.yaml" --signals 'a.*' -o one.h5
run 0 info one.h5
says out "not_unique  a.fz, a.tx, a.ty"
run 0 check "$examples/four-bar-3d.yaml" --json
says out '"not_unique": ["a.fz", '
run 0 kinematics loose.yaml -o loose.h5
run 0 info loose.h5
if grep -q not_unique out; then fail "the loosened hinges have unique reactions"; fi
run 0 check loose.yaml
says out "all equations are independent"
run 0 check "$examples/bricard.yaml"
says out "1 equation is redundant"
finish
