#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Every kind of event in the list of one run, in the order of time, with its name.
. "$(dirname "$0")/cases.inc"

cat >all.yaml <<'MODEL'
trammel: 1
name: every kind of event
gravity: [0, 0, -9.81]
bodies:
  ball: {at: [0, 0, 0.6], velocity: [1, 0, 0], shape: {sphere: {radius: 0.1, density: 900}}}
  bob: {at: [3, 0, -0.5], mass: 0.3, point_mass: true, velocity: [0, 4, 0]}
  car: {at: [6, 0, 0], mass: 2, inertia: [1, 1, 1], velocity: [0, 1, 0]}
  block: {at: [9, 0, 0], mass: 2, inertia: [1, 1, 1]}
joints:
  line: {rope: [ground, bob], from: [3, 0, 0], to: [3, 0, -0.5], length: 0.5}
  rail: {prismatic: [ground, car], at: [6, 0, 0], axis: y, limits: [-1, 0.5]}
  guide: {prismatic: [ground, block], at: [9, 0, 0], axis: x, friction: {static: 0.3, dynamic: 0.2}}
contacts:
  floor: {between: [ball, {plane: ground, normal: z}], law: rigid, friction: {static: 0.4, dynamic: 0.3}}
forces:
  push: {force: block, vector: ['8*sin(4*time)', 0, 0]}
  lift: {force: ball, vector: [0, 0, 'if(time - 1.5: 0, 60, 60)']}
events:
  half: {when: time - 0.5, direction: rising, message: half a second}
simulate:
  - dynamics: {until: 2, every: 0.1}
MODEL
run 0 dynamics all.yaml --json -o all.h5
valid_json out
for pair in stick:guide slip:guide impact:floor contact:floor separation:floor slack:line taut:line \
  limit:rail user:half; do
  grep -q "\"kind\": \"${pair%:*}\", \"name\": \"${pair#*:}\"" out || fail "no ${pair%:*} of ${pair#*:}"
done
sed -n 's/.*{"time": \([^,]*\), "kind".*/\1/p' out >times
sort -g times | cmp -s - times || fail "events are not in the order of time"
run 0 dynamics all.yaml --json -o again.h5
grep '"kind"' out >again
run 0 dynamics all.yaml --json -o all.h5
grep '"kind"' out | cmp -s - again || fail "events differ from run to run"
finish
