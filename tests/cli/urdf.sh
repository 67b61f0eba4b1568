#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# URDF on the command line: check, import, run, what is ignored, and a mistake with its place.
. "$(dirname "$0")/cases.inc"
cp "$examples"/urdf/*.urdf .

run 0 check arm.urdf
says err "N769"
says out "waist  revolute"
run 0 run four_bar.urdf --until 0.5 --steps 10 -o direct.h5 --quiet
run 0 import four_bar.urdf -o four_bar.yaml
run 0 run four_bar.yaml --until 0.5 --steps 10 -o language.h5 --quiet
run 0 export direct.h5 -o direct.csv
run 0 export language.h5 -o language.csv
same direct.csv language.csv

# without its limits
run 0 run arm.urdf --until 0.1 --steps 2 --ignore limits,friction -o arm.h5 --quiet
run 0 import arm.urdf --ignore limits
grep -q limits out && fail "limits were not left out"

# by content, from standard input
"$trammel" import - <four_bar.urdf >out 2>err || fail "import -: exit $?"
says out "c: {revolute: [coupler.c, rocker.c]}"

sed 's/link="crank"\/><child/link="krank"\/><child/' four_bar.urdf >wrong.urdf
run 2 check wrong.urdf
says err "error[E764]: there is no link 'krank'"
says err "did you mean 'crank'?"
says err "^~~~~"
finish
