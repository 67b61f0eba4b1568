#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# What is said after a run of dynamics, in words, as JSON and in the result: the energy balance, the
# constraints, the work and the time of each phase.
. "$(dirname "$0")/cases.inc"

# 1 kg under 10 N against a damper of 2 N s/m: after 1 s it went 5 (1 + exp(-2))/2 m, put in 10 N
# times that, and has a speed of 5 (1 - exp(-2)) m/s
cat > slide.yaml <<'EOF'
trammel: 1
name: slide
planar: true
bodies: {block: {at: [1, 0], mass: 1, inertia: 1}}
joints: {rail: {prismatic: [ground, block], at: [1, 0], axis: x}}
forces:
  pull: {force: [block], vector: [10, 0]}
  damper: {spring: [ground, block], from: [-1, 0], to: [1, 0], k: 0, c: 2, length: 2}
simulate:
  - dynamics: {until: 1, every: 0.01, tolerance: 1e-10}
EOF

run 0 dynamics slide.yaml
says err "Done in "
says err " steps (0 rejected), "
says err " evaluations, "
says err " factorisations."
says err "Time in ms: assembly "
for phase in preparation integration projection events reports output; do says err ", $phase "; done
says err "Accuracy: energy kept to "
says err "(put in 28.4, dissipated 19, stored 9.35)"
says err "; constraints to "

# number NAME: the first member of this name in the JSON object of `out`
number() {
  tr ',{}' '\n\n\n' < out | sed -n "s/^ *\"$1\": *\"*\([-+0-9.e]*\)\"*$/\1/p" | head -n 1
}
# near NAME VALUE TOLERANCE
near() {
  awk "BEGIN { d = $(number "$1") - $2; exit !(d < $3 && d > -$3) }" ||
    fail "$1 is $(number "$1"), expected $2"
}
# balanced PUT_IN DISSIPATED STORED: members that hold the closed form
balanced() {
  near "$1" 28.383382080915318 1e-8
  near "$2" 19.037818675721460 1e-8
  near "$3" 9.345563405193860 1e-8
}

run 0 dynamics slide.yaml --json
silent err
valid_json out
says out '"status": "complete"'
says out '"rows": 101'
balanced put_in dissipated stored
near error 0 1e-7
near rejected 0 0.5
for count in steps evaluations factorisations projections; do
  [ "$(number $count)" -gt 0 ] || fail "$count is $(number $count)"
done
near position 0 1e-12
near velocity 0 1e-12
# the phases are parts of the whole
awk "BEGIN { s = 0$(for p in assembly preparation integration projection events reports output; do
  printf ' + %s' "$(number $p)"; done); exit !(s > 0 && s <= $(number all)) }" ||
  fail "the phases are more than the whole"

run 0 info slide.h5 --json
balanced energy_put_in energy_dissipated energy_stored
for phase in assembly preparation integration projection events reports output; do
  says out "\"seconds_$phase\""
done

# a run that fails says the same of what was solved
run 3 dynamics "$source/tests/malformed/cases/dynamics_force_pole.yaml" --until 2 -o pole.h5
says err " positions were solved and kept."
says err "Ended after "
says err " rejected), "
says err " factorisations."
says err "Time in ms: "
says err "Accuracy: energy kept to "
run 3 dynamics "$source/tests/malformed/cases/dynamics_force_pole.yaml" --until 2 -o pole.h5 --json
valid_json out
says out '"status": "failed"'
says out '"code": "E333"'
awk "BEGIN { d = $(number put_in) - $(number dissipated) - $(number stored); exit !(d*d < 1e-12) }" ||
  fail "what was solved does not balance"

# a quiet run says nothing
run 0 dynamics slide.yaml --quiet
silent err
finish
