#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# linearize: modes as a table and as JSON, at rest, as assembled and in motion, alone and under `run`.
. "$(dirname "$0")/cases.inc"

# about the equilibrium, where the model is at rest as assembled
run 0 linearize "$examples/mount.yaml"
silent err
says out "mount linearised at the equilibrium, t = 0 s, in the axes of ground: 26 states."
says out "  mode  frequency [Hz]  damping ratio     real [1/s]  imaginary [1/s]"
says out "     1         1.59155           0.05           -0.5  +/- 9.98749"
run 0 linearize "$examples/mount.yaml" --json
valid_json out
says out '"eigenvalues": '
says out '"frequency_hz": '
says out '"damping_ratio": '
[ "$(grep -c '"re": ' out)" -eq 26 ] || fail "both values of each pair are wanted"

# as assembled, and in motion, with what does not last said
run 0 linearize "$examples/pendulum.yaml" --at assembled --set start=60*deg
says err "warning[W392]: the model is not at rest or in steady motion: "
says out "linearised as assembled"
run 0 linearize "$examples/pendulum.yaml" --at 0.5 --set start=60*deg --quiet
silent err
silent out
run 0 linearize "$examples/pendulum.yaml" --at 0.5 --set start=60*deg --json
says out '"time": 0.5, "frame": "ground"'

# what makes no sense
run 1 linearize "$examples/pendulum.yaml" --at noon
says err "takes \`equilibrium\`, \`assembled\` or a time, not 'noon'"
run 3 linearize "$examples/four-bar.yaml"
says err "error[E393]: the joints and motions leave nothing free to move"
run 3 linearize "$examples/four-bar.yaml" --json
valid_json out
says out '"linearised": false'

# under run: at the equilibrium, at the end of a motion
cat > swing.yaml <<END
trammel: 1
name: swing
gravity: [0, 0, -9.81]
bodies:
  bob: {at: [1, 0, -2], mass: 3, inertia: [0.1, 0.2, 0.3]}
joints:
  pivot: {revolute: [ground, bob], at: [0, 0, 0], axis: y}
forces:
  oil: {torsion_spring: pivot, k: 0, c: 0.5}
simulate:
  - linearize: {states: pivot}
  - dynamics: {until: 0.25, every: 0.25}
  - linearize: {states: pivot, frame: bob}
  - statics: {}
  - linearize: {}
  - assemble: {}
  - linearize: {states: pivot}
END
run 0 run swing.yaml --quiet
run 0 run swing.yaml
says out "swing linearised as assembled, t = 0 s, in the axes of ground: 2 states."
says out "swing linearised where that ended, t = 0.25 s, in the axes of bob: 2 states."
says out "swing linearised at the equilibrium, t = 0 s, in the axes of ground: 2 states."
says out "Coordinates: pivot.angle."
[ "$(grep -c 'swing linearised' out)" -eq 4 ] || fail "four linear models were wanted"
# files: modes, matrices, response
cat > cart.yaml <<END
trammel: 1
gravity: [0, -9.81]
planar: true
bodies: {pole: {at: [0, -0.5], mass: 1.5, inertia: 0.2}}
joints: {pin: {revolute: [ground, pole], at: [0, 0]}}
forces: {motor: {torque: pole, vector: 0}}
outputs: {tip: dx(pole)}
simulate: [{linearize: {states: pin, inputs: motor, outputs: tip}}]
END
run 0 linearize cart.yaml --csv modes.csv --mat all.mat --bode bode.csv --from 0.1 --to 10 --points 5
[ "$(wc -l < modes.csv)" -eq 3 ] || fail "two eigenvalues were wanted"
[ "$(head -n 1 bode.csv)" = 'frequency [Hz],"tip/motor magnitude","tip/motor phase [deg]"' ] ||
  fail "$(head -n 1 bode.csv)"
[ "$(wc -l < bode.csv)" -eq 6 ] || fail "five frequencies were wanted"
[ "$(head -c 10 all.mat)" = "MATLAB 5.0" ] || fail "no MAT file"
run 0 linearize cart.yaml --json
valid_json out
says out '{"output": "tip", "input": "motor", "gain": '
run 0 linearize cart.yaml --quiet --csv -
says out "mode,frequency [Hz],damping ratio,real [1/s],imaginary [1/s],damped frequency [Hz],time to half [s]"
[ "$(grep -c '^1,' out)" -eq 2 ] || fail "a pair has one number"
run 1 linearize swing.yaml --bode -
says err "--bode needs \`inputs\` and \`outputs\`"

# a weight on a rope hangs as on a joint, without --at as assembled; energies by element
cat > rope.yaml <<END
trammel: 1
name: rope
gravity: [0, -9.81]
planar: true
bodies:
  bob: {at: [0, -0.9], mass: 2, inertia: 0.15, markers: {eye: [0, 0]}}
  ground: {markers: {hook: [0, 0]}}
joints: {line: {rope: [ground.hook, bob.eye], length: 0.9}}
forces: {air: {torque: bob, vector: -az(bob) - 0.1*wz(bob)}}
simulate: [{linearize: {states: side}}]
outputs: {side: dx(bob)}
END
run 0 linearize rope.yaml --shapes --verify
silent err
says out "rope linearised as assembled, t = 0 s"
says out "Coordinates: side; completed by bob.turn_z."
says out "Energies by mode, from one per cent on:"
says out "strain       joints under load 100.0"
says out "dissipation  air 100.0"
run 0 linearize rope.yaml --json --shapes
valid_json out
says out '"added": [{"name": "bob.turn_z", "why": "it completes those that were asked for"}]'
says out '"damped_hz": '

# an unknown name: what it may be, and what there is
sed 's/states: side/frame: nowhere/' rope.yaml > lost.yaml
run 2 linearize lost.yaml
says err "this refers to body or marker 'nowhere', which does not exist"
says err "hint: there are 'ground', 'bob', "
sed 's/states: side/frame: line/' rope.yaml > lost.yaml
run 2 linearize lost.yaml
says err "hint: 'line' is a joint"

# shapes: in JSON, in a file, played
run 0 linearize "$examples/rotor-stator.yaml" --json --shapes
valid_json out
says out '"bodies": ["stator", "rotor"], "elements": ["mount", "joints under load"]'
says out '"whirl": '
run 0 linearize "$examples/rotor-stator.yaml" -o modes.h5
says err "Results: modes.h5"
says out "rotor 77 %, stator 23 %"
run 0 info modes.h5
says out "modes of rotor-stator, complete"
says out "8 rows, mode from 1 to 8"
run 0 linearize "$examples/rotor-stator.yaml" --animate 6
says err "Results: rotor-stator-mode.h5"
run 0 info rotor-stator-mode.h5
says out "49 rows"
run 0 export rotor-stator-mode.h5 --format csv -o mode.csv
[ "$(sed -n 2p mode.csv | cut -d, -f2-)" = "$(sed -n 50p mode.csv | cut -d, -f2-)" ] ||
  fail "a swing does not come back"
run 1 linearize "$examples/rotor-stator.yaml" --animate 9
says err "there is no mode 9"
run 0 run swing.yaml --quiet -o all.h5
run 0 info all-linearize.h5
run 0 info all-linearize-2.h5

# a sweep: branches through all values
run 0 linearize "$examples/rotor-stator.yaml" --sweep speed=0.5:6.5:13 --csv sweep.csv
says out "Undamped frequencies [Hz] of the modes over speed:"
[ "$(wc -l < sweep.csv)" -eq 14 ] || fail "a row for each speed was wanted"
head -n 1 sweep.csv > heads
says heads "speed,mode 1 frequency [Hz],mode 1 damping ratio,mode 1 real [1/s],mode 1 imaginary [1/s],mode 1 whirl"
run 0 linearize "$examples/rotor-stator.yaml" --sweep speed=0.5:6.5:3 --json
valid_json out
says out '"parameter": "speed"'
# seen from the rotor the branches are nearly straight and cross: none jumps to another
sed 's/frame: ground/frame: rotor/' "$examples/rotor-stator.yaml" > seen.yaml
run 0 linearize seen.yaml --sweep speed=0:6:5 --csv seen.csv --quiet
awk -F, 'NR > 1 { for (k = 5; k <= NF; k += 5) { bend = $k - 2*last[k] + before[k]
  if (NR > 4 && (bend > 0.6 || bend < -0.6)) { print "mode " (k / 5) " jumps at " $1; bad = 1 }
  before[k] = last[k]; last[k] = $k } } END { exit bad }' seen.csv > jumps ||
  fail "a branch jumps: $(cat jumps)"
# kept for the page: a row a value, the numbers of the table, poses; what is missing is said to it
run 0 linearize "$examples/rotor-stator.yaml" --sweep speed=0.5:6.5:13 -o sweep.h5 --orders 1,2 --quiet
silent out
run 0 export sweep.h5 -o kept.csv
[ "$(wc -l < kept.csv)" -eq 14 ] || fail "a row for each speed was wanted in the file"
cut -d, -f1-11 kept.csv | tail -n +2 > kept
cut -d, -f1-11 sweep.csv | tail -n +2 > table
same table kept
says kept.csv 'mode_8.frequency [Hz]'
says kept.csv 'rotor.e0'
run 0 view sweep.h5 -o sweep.html
says sweep.html '\"labels\": [\"1\", \"2\", '
says sweep.html '\"7 rotor, forward\"'
says sweep.html '\"orders\": [[1, 0.15915494309189535], [2, 0.15915494309189535]]'
# drawn, in the format that the name tells
run 0 linearize "$examples/rotor-stator.yaml" --sweep speed=0.5:6.5:13 --plot sweep.svg --orders 1 --quiet
says sweep.svg 'rotor-stator: Campbell diagram'
says sweep.svg 'rotor-stator: root locus'
says sweep.svg '>7 rotor, forward<'
says sweep.svg '>1x<'
run 0 linearize "$examples/rotor-stator.yaml" --sweep speed=0.5:6.5:3 --plot sweep.png --quiet
[ "$(head -c 4 sweep.png | tail -c 3)" = PNG ] || fail "a PNG was wanted"
run 1 linearize "$examples/rotor-stator.yaml" --sweep speed=1:2:3 --plot sweep.pdf
says err "end it in .svg or .png"
run 1 linearize "$examples/rotor-stator.yaml" --plot sweep.svg
says err "--plot is of --sweep, which is not given"
for orders in 0 -1 one 1,,2 1,2,; do
  run 1 linearize "$examples/rotor-stator.yaml" --sweep speed=1:2:3 --orders "$orders"
done
for sweep in speed speed=1 speed=1:2 speed=1:2:1 speed=1:2:x =1:2:3; do
  run 1 linearize "$examples/rotor-stator.yaml" --sweep "$sweep"
done
run 2 linearize "$examples/rotor-stator.yaml" --sweep sped=1:2:3

# held against the nonlinear model
run 0 linearize "$examples/rotor-stator.yaml" --verify
says out "Verified: after half a turn of the phase the nonlinear model is off by at most"
run 0 linearize "$examples/rotor-stator.yaml" --verify --json
valid_json out
says out '"verified": [null, null, '

# at times of a motion, in their order, from the equilibrium or the model's own state
sed -e '/simulate/,$d' swing.yaml > times.yaml
cat >> times.yaml <<END
simulate:
  - linearize: {states: pivot, times: [0.5, 0.25]}
  - statics: {}
  - linearize: {states: pivot, times: 1}
END
run 0 run times.yaml
says out "swing linearised in motion, t = 0.25 s"
says out "swing linearised in motion, t = 0.5 s"
says out "swing linearised in motion, t = 1 s"
says err "warning[W392]"
sed -i 's/times: 1/times: -1/' times.yaml
run 2 run times.yaml

# requests that make no sense are refused with their place
sed -e '/simulate/,$d' swing.yaml > wrong.yaml
echo 'simulate: [{linearize: {frame: bib}}]' >> wrong.yaml
run 2 linearize wrong.yaml
says err "did you mean 'bob'?"
sed -i -e 's/frame: bib/inputs: pivot/' wrong.yaml
run 2 linearize wrong.yaml
sed -i -e 's/inputs: pivot/states: pivot/' -e 's/, mass: 3, inertia: .*\]/, markers: {tip: {at: [0, 0, 0]}}/' wrong.yaml
run 3 linearize wrong.yaml --at assembled
says err "error[E330]"
finish
