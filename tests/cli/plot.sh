#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# plot: SVG and PNG by the name, the same bits every time; dots in the terminal; a plot for each unit; several
# results; names of a model are never tags; what cannot be drawn is said.
. "$(dirname "$0")/cases.inc"

size_of() { echo $(od -An -tu1 -j16 -N8 "$1"); }

run 0 run "$examples/crank-rocker.yaml" --quiet -o a.h5
run 0 run "$examples/crank-rocker.yaml" --quiet --set speed=120*rpm -o b.h5

# outputs when nothing is named; SVG goes where no terminal is
run 0 plot a.h5
says out '<svg '
says out '>rocker_angle [deg]</text>'
says out 'time [s]'
run 0 plot a.h5 -o plot.svg
silent out
same out /dev/null
run 0 plot a.h5 rocker_angle -o again.svg
same plot.svg again.svg
# one plot for each unit: three here
run 0 plot a.h5 crank.wx crank.wz drive.torque rocker_angle -o units.svg
[ "$(grep -c '<clipPath' units.svg)" = 3 ] || fail "not three plots"
says units.svg '[rad/s]'
says units.svg 'drive.torque [N m]'
# two results: named in the legend, the second dashed
run 0 plot a.h5 b.h5 rocker_angle --title 'slow & <fast>' -o two.svg
says two.svg 'rocker_angle (a.h5)'
says two.svg 'rocker_angle (b.h5)'
says two.svg 'stroke-dasharray'
says two.svg 'slow &amp; &lt;fast>'
# over another signal
run 0 plot a.h5 rocker.wz --versus rocker_angle -o phase.svg
says phase.svg '>rocker_angle [deg]</text>'

# PNG: its signature and size, 300 x 200 twice as large, and a height for each of two plots
run 0 plot a.h5 rocker_angle drive.torque --size 300x200 -o plot.png
[ "$(od -An -tx1 -N8 plot.png | tr -d ' \n')" = 89504e470d0a1a0a ] || fail "not a PNG"
[ "$(size_of plot.png)" = "0 0 2 88 0 0 3 32" ] || fail "size of the PNG: $(size_of plot.png)"
run 0 plot a.h5 rocker_angle drive.torque --size 300x200 -o again.png
same plot.png again.png
run 0 plot a.h5 rocker_angle --size 300x200 --scale 1 -o small.png
[ "$(size_of small.png)" = "0 0 1 44 0 0 0 200" ] || fail "--scale"

# the terminal: its width, a letter to a curve, no colours where none are wanted
COLUMNS=70 run 0 plot a.h5 crank.wx crank.wz --terminal
says out 'b  crank.wz'
says out '└──'
[ "$(awk '{ if (length($0) > n) n = length($0) } END { print n }' out)" -le 210 ] || fail "too wide"
if grep -q "$(printf '\033')" out; then fail "colours in a file"; fi
run 0 plot a.h5 crank.wx crank.wz --terminal --colour always
grep -q "$(printf '\033')" out || fail "no colours though wanted"

# what cannot be
run 1 plot a.h5 nothing.like.it -o no.svg
says err 'E606'
run 1 plot a.h5 rocker_angel -o no.svg
says err "did you mean 'rocker_angle'?"
run 1 plot a.h5 rocker_angle --versus gone -o no.svg
run 1 plot a.h5 rocker_angle -o no.pdf
says err 'end it in .svg or .png'
run 1 plot a.h5 '*' -o no.svg
says err 'E610'
run 1 plot a.h5 rocker_angle --size 5x5 -o no.svg
run 1 plot a.h5 rocker_angle --size large -o no.svg
run 1 plot a.h5 rocker_angle --scale 0 -o no.png
run 1 plot a.h5 rocker_angle --size 9000x9000 --scale 8 -o no.png
says err 'million pixels'
run 4 plot gone.h5 -o no.svg
run 4 plot a.h5 gone.h5 rocker_angle -o no.svg
for file in no.svg no.png no.pdf; do
  [ ! -e $file ] || fail "$file was written all the same"
done
# a model without outputs
run 0 kinematics "$examples/crank-rocker.yaml" --until 1 --every 0.1 --signals 'crank.*' --quiet -o bare.h5
run 1 plot bare.h5 -o no.svg
says err 'no outputs'
finish
