#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# statics, quasistatics, and what `run` hands on from one analysis to the next.
. "$(dirname "$0")/cases.inc"

# found: said with balance and verdict, forces of joints as a table, a result file
run 0 statics "$examples/four-bar-weight.yaml"
says err "four-bar-weight: 3 bodies, 4 joints, 1 freedom left"
says err "Equilibrium found in"
says err "of 386 N; stable."
says err "Results: four-bar-weight.h5"
says out "(0, -386.09, 0) N"
run 0 info four-bar-weight.h5
says out "statics of four-bar-weight, complete"
says out "stability"
says out "1 row"
run 0 statics "$examples/four-bar-weight.yaml" --quiet --csv - --signals left.y,b.fy
silent err
[ "$(wc -l < out)" -eq 2 ] || fail "one row was wanted"
[ "$(cut -d, -f1 out | tail -n 1)" = 0 ] || fail "time zero was wanted"

# unstable, and a stable one when asked for
run 0 statics "$examples/pendulum.yaml" --set start=180*deg
says err "warning[W362]: the equilibrium is unstable in 1 direction"
says err "joint 'hinge' can turn"
says err "In equilibrium as it stands"
run 0 statics "$examples/pendulum.yaml" --set start=180*deg --stable
says err "; stable."
if grep -q W362 err; then fail "a stable equilibrium is called unstable"; fi
run 0 statics "$examples/pendulum.yaml" --set start=180*deg --json
valid_json out
says out '"stability": "unstable"'
says out '"unstable": 1'

# none: named, the best attempt kept, exit 3
run 3 statics "$source/tests/malformed/cases/statics_falls.yaml"
says err "nothing holds body 'stone', which is free to move along y, against a force of 19.62 N"
says err "The best attempt is in statics_falls-open.h5"
run 0 info statics_falls-open.h5
says out "forces stay unbalanced"
run 3 statics "$source/tests/malformed/cases/statics_falls.yaml" --json
valid_json out
says out '"equilibrium": false'
run 1 statics "$examples/pendulum.yaml" --tolerance soft
run 2 statics "$examples/winch.yaml"
says err "E331"

# a path, with the place where it snaps; complete in the file
run 0 quasistatics "$examples/truss.yaml"
says err "warning[W364]: at t = 0.16583195 s the equilibrium ends and the model snaps"
says err "101 positions"
says err "it snapped once on the way"
run 0 info truss.h5
says out "quasistatics of truss, complete"
run 0 quasistatics "$examples/truss.yaml" --until 0.1 --steps 4 --csv - --signals height --quiet
[ "$(wc -l < out)" -eq 6 ] || fail "five rows were wanted"
run 0 quasistatics "$examples/truss.yaml" --csv first.csv --quiet
run 0 quasistatics "$examples/truss.yaml" --csv second.csv --quiet
same first.csv second.csv

# one that ends keeps what was solved
run 3 quasistatics "$source/tests/malformed/cases/statics_ends.yaml" --until 1 --every 0.05 -o ends.h5
says err "E365"
says err "15 of 21 positions were solved and kept."
run 3 quasistatics "$source/tests/malformed/cases/statics_falls.yaml" --until 1
says err "E361"
says err "The best attempt is in statics_falls-open.h5"

# what comes after statics begins at the equilibrium, at rest: nothing moves
cat > rest.yaml <<MODEL
trammel: 1
gravity: [0, 0, -9.81]
bodies: {load: {at: [0, 0, -1], mass: 3, inertia: [1, 1, 1], velocity: [0, 0, 2]}}
joints: {guide: {prismatic: [ground, load], at: [0, 0, -1], axis: z}}
forces: {coil: {spring: [ground, load], from: [0, 0, 0], to: [0, 0, -1], k: 450, length: 0.9}}
equations: {memory: {rate: 5*(displacement(guide) - memory), initial: 7}}
simulate:
  - assemble: {}
  - statics: {}
  - dynamics: {until: 1, every: 0.25}
MODEL
run 0 run rest.yaml --csv rest.csv --signals load.z,load.vz,memory
awk -F, 'NR == 2 { z = $2; m = $4 } NR > 1 {
    d = $2 - z; v = $3; e = $4 - m
    if (d > 1e-12 || d < -1e-12 || v > 1e-11 || v < -1e-11 || e > 1e-11 || e < -1e-11) bad = 1
    n++
  } END { exit bad || n != 5 || z > -0.96 || m > 0.04 }' rest-dynamics.csv || {
  fail "dynamics does not begin at rest"
  cat rest-dynamics.csv
}
# without statics it does move
sed '/statics/d' rest.yaml > moves.yaml
run 0 run moves.yaml --csv moves.csv --signals load.vz
[ "$(sed -n 2p moves-dynamics.csv)" = "0,2" ] || fail "without statics the given speed counts"
finish
