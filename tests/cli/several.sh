#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# A model that lists several analyses: each leaves results of its own, and none is lost.
. "$(dirname "$0")/cases.inc"
cat > swing.yaml <<'EOF'
trammel: 1
name: swing
planar: true
gravity: [0, -9.81]
bodies: {arm: {at: [1, 0], mass: 1, inertia: 1}}
joints: {pin: {revolute: [ground, arm], at: [0, 0]}}
simulate:
  - dynamics: {until: 1, every: 0.1}
  - assemble: {}
  - statics: {stable: true}
  - dynamics: {until: 2, every: 0.1}
EOF
# holds FILE ANALYSIS ROWS
holds() {
  [ -e "$1" ] || { fail "$1 is not there"; return; }
  run 0 info "$1"
  says out "$1: $2 of swing, complete"
  says out "$3 row"
}
all() {
  holds "$1-dynamics.h5" dynamics 11
  holds "$1-statics.h5" statics 1
  holds "$1-dynamics-2.h5" dynamics 21
}
run 0 run swing.yaml
for file in swing-dynamics.h5 swing-statics.h5 swing-dynamics-2.h5; do says err "Results: $file"; done
all swing
[ ! -e swing.h5 ] || fail "swing.h5 is there as well"
[ ! -e swing-assemble.h5 ] || fail "an assembly left a file that nobody asked for"
# what comes after statics begins at rest: the arm hangs and stays
run 0 export swing-dynamics-2.h5 --signals arm.y
[ "$(cut -d, -f2 out | sed -n '2p;$p' | sed 's/-0\.99999999.*/-1/' | sort -u)" = -1 ] ||
  fail "it does not begin at rest: $(cat out)"

# names that are given
mkdir there.d
run 0 run swing.yaml -o there.d/one.h5 --csv there.d/table.csv --quiet
cd there.d
all one
holds one-assemble.h5 assemble 1
[ "$(wc -l < table-dynamics.csv)" -eq 12 ] || fail "table-dynamics.csv has other rows"
[ "$(wc -l < table-dynamics-2.csv)" -eq 22 ] || fail "table-dynamics-2.csv has other rows"
[ -e table-statics.csv ] || fail "table-statics.csv is not there"
cd ..

# several tables do not fit into one
run 1 run swing.yaml --csv -
says err "4 analyses, which do not fit into one table"

# what was done before one that fails is kept
sed 's/statics: {stable: true}/kinematics: {until: 1}/' swing.yaml > fails.yaml
run 2 run fails.yaml
[ -e fails-dynamics.h5 ] || fail "fails-dynamics.h5 is not there"

# one alone has the plain name
grep -v 'statics\|until: 2\|assemble' swing.yaml > alone.yaml
run 0 run alone.yaml
says err "Results: alone.h5"

# as JSON: one analysis prints the object of its command, several print one that lists them
member() {
  node -e "const d = JSON.parse(require('fs').readFileSync('out')); console.log(String($1))" \
    > member 2> trouble || fail "$1: $(cat trouble)"
  [ "$(cat member)" = "$2" ] || fail "$1 is $(cat member), not $2"
}
run 0 run alone.yaml --json --integrator abm --tolerance 1e-6
member '[d.analysis, d.status, d.integrator, d.rows]' dynamics,complete,abm,11
[ ! -s err ] || fail "beside JSON it says: $(cat err)"
run 0 run swing.yaml --json --tolerance 1e-6
member 'd.analyses.map(a => a.analysis)' dynamics,assemble,statics,dynamics
member '[d.status, d.analyses[0].result, d.analyses[3].result]' complete,swing-dynamics.h5,swing-dynamics-2.h5
# the tolerance is that of dynamics, not of the equilibrium
member 'd.analyses[2].unbalanced < 1e-9' true
run 2 run fails.yaml --json
member '[d.status, d.analyses.map(a => a.analysis)]' failed,dynamics,assemble,kinematics
member 'd.analyses[2].diagnostics.length > 0' true
run 1 run alone.yaml --json --watch
says err 'leave out --json'
run 0 kinematics "$examples/crank-rocker.yaml" --json
member '[d.status, d.rows, d.steps, d.diagnostics.length]' complete,101,100,0
run 0 quasistatics "$examples/truss.yaml" --json
member '[d.status, d.snaps > 0, d.last.stability]' complete,true,stable
finish
