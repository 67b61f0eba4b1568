#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Adams datasets and command files on the command line: run, check, import, export, and what is
# ignored.
. "$(dirname "$0")/cases.inc"
cp "$examples"/swing.adm "$examples"/swing.acf .

# a dataset lists no analyses
run 1 run swing.adm
says err "no \`simulate\`"
run 0 run swing.adm --until 2 --steps 200 -o dataset.h5 --quiet
run 0 run swing.acf -o commands.h5 --quiet
run 0 export dataset.h5 --signals 'swing.*' -o dataset.csv
run 0 export commands.h5 --signals 'swing.*' -o commands.csv
same dataset.csv commands.csv

# commands that name no dataset stand for the one of their own name
mkdir own
cp swing.adm own
grep -v FILE swing.acf >own/swing.acf
run 0 run own/swing.acf -o own.h5 --quiet
run 0 export own.h5 --signals 'swing.*' -o own.csv
same own.csv commands.csv
mv own/swing.acf own/other.acf
run 2 check own/other.acf
says err "there is no 'own/other.adm'"

# what it is written as moves in the same way
run 0 import swing.adm -o swing.yaml
says err "N720"
says err "OUTPUT in line 54"
run 0 run swing.yaml --until 2 --steps 200 -o language.h5 --quiet
run 0 export language.h5 --signals 'swing.*' -o language.csv
same dataset.csv language.csv

# and as a dataset again: printed once more it is the same
run 0 export swing.yaml --adm -o again.adm
silent out
run 0 import again.adm -o again.yaml
run 0 export again.yaml --adm -o twice.adm
run 0 import twice.adm -o twice.yaml
run 0 check again.yaml
says out "hinge  revolute"
run 1 export swing.yaml --adm -o swing.yaml

# a model without freedoms follows its motions
sed 's/^OUTPUT/MOTION\/1, JOINT = 1, FUNCTION = 30D*TIME\nOUTPUT/' swing.adm >driven.adm
run 0 run driven.adm --until 1 --every 0.5 --csv - --signals 'swing.F2' -o driven.h5
says out "0.5,15"

# friction is modelled, but not all of it
sed 's/^OUTPUT/FRICTION\/1, JOINT = 1, PIN_RADIUS = 5\nOUTPUT/' swing.adm >rubs.adm
run 0 import rubs.adm
says out "friction: {static: 0.5, dynamic: 0.3, radius: 5, bending_arm: 1, axial_arm: 1}"
says err "rubs.adm:54:1: warning\[W716\]"
sed 's/^OUTPUT/FRICTION\/1, JOINT = 1, FORMULATION = LUGRE\nOUTPUT/' swing.adm >rough.adm
run 2 check rough.adm
says err "rough.adm:54:24: error\[E703\]"
says err "--ignore FRICTION.FORMULATION"
run 0 check rough.adm --ignore FRICTION
says err "ignored on request"
run 0 run rough.adm --until 0.1 --ignore damper,friction -o rough.h5 --quiet
run 2 check swing.acf --ignore JOINT
says err "E71"
