#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Outputs have the unit of their expression: in files, plots and linear models, in the model's units.
. "$(dirname "$0")/cases.inc"

cat > arm.yaml <<'EOF2'
trammel: 1
name: arm
planar: true
parameters: {deg2: {value: 2*deg}, load: 3*N}
bodies: {bar: {at: [1, 0], mass: 1, inertia: 1}}
joints: {hinge: {revolute: [ground, bar], at: [0, 0]}}
variables: {turned: angle(hinge)}
outputs:
  place: dx(bar)
  speed: vx(bar)
  turn: angle(hinge)/deg
  back: -angle(hinge)/deg
  named: turned
  halves: angle(hinge)/deg2
  open: 10*dx(bar)
  power: fx(hinge)*vx(bar)
  ratio: dy(bar)/dx(bar)
  loaded: load + fx(hinge)
  own: {value: dx(bar)/mm, unit: millimetres}
  same: turn
simulate:
  - dynamics: {until: 0.1, every: 0.05}
EOF2
sed 's/^planar: true/&\nunits: mmks/' arm.yaml > small.yaml

# header FILE: the names of outputs with their units, one a line
header() { "$trammel" export "$1" | head -n 1 | tr ',' '\n' | grep -v '\.' >out; }

run 0 run arm.yaml --quiet
header arm.h5
for name in 'place [m]' 'speed [m/s]' 'turn [deg]' 'back [deg]' halves open 'named [rad]' 'power [W]' ratio \
  'loaded [N]' 'own [millimetres]' 'same [deg]'; do
  grep -qxF "$name" out || fail "no $name among: $(tr '\n' ';' <out)"
done
run 0 run small.yaml --quiet
header small.h5
for name in 'place [mm]' 'speed [mm/s]' 'power [N mm/s]' 'turn [deg]' 'loaded [N]'; do
  grep -qxF "$name" out || fail "no $name in mmks among: $(tr '\n' ';' <out)"
done

# axes carry it
run 0 plot arm.h5 turn -o turn.svg
says turn.svg 'turn [deg]'
# linear models too
cat >> small.yaml <<'EOF2'
  - linearize: {outputs: [place, turn, open]}
EOF2
run 0 linearize small.yaml --json
valid_json out
says out '"outputs": [{"name": "place", "unit": "mm"}, {"name": "turn", "unit": "deg"}, {"name": "open", "unit": ""}]'
finish
