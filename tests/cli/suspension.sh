#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# suspension: sweeps, tables, results, plots and page; points found by name; what is refused.
. "$(dirname "$0")/cases.inc"

# an axle: three sweeps, a file each, plots, a page
run 0 suspension "$examples/formula-front-axle.yaml" --steps 8
says out "left, travel"
says out "right, roll"
says out "front_axle, steer"
says out "Ackermann"
says err "Plots: formula-front-axle-suspension.svg"
for kind in travel roll steer; do
  run 0 info "formula-front-axle-$kind.h5"
  says out "left_camber"
done
grep -q '<svg' formula-front-axle-suspension.svg || fail "no plots"
grep -q '<html' formula-front-axle-suspension.html || fail "no page"
for kind in travel roll steer; do
  grep -q "\"sheet\":\"$kind\"" formula-front-axle-suspension.html || fail "no $kind in the page"
done
run 0 export formula-front-axle-travel.h5 --signals left_travel,left_camber
says out "time [s],left_travel [mm],left_camber [deg]"
[ "$(wc -l < out)" -eq 10 ] || fail "nine rows were wanted"

# numbers for programs, at the ends that were asked for; where wheels go straight ahead there is no
# Ackermann
run 0 suspension "$examples/formula-front-axle.yaml" --steps 4 --travel -10:20 --json -o car.h5
valid_json out
if grep -q diagnostics out; then fail "each sweep says something of its own"; fi
says out '"sweep": "steer", "result": "car-steer.h5"'
says out '{"name": "left_travel", "unit": "mm", "values": [-10, -2.5, 5, 12.5, 20]}'
grep -q '"front_axle_ackermann", "unit": "%", "values": \[.*null' out || fail "a number at rest"

# found by the names of its points, with any of their words and any prefix
sed -e 's/lower_ball_joint/lca_outer/g' -e 's/upper_ball_joint/uca_outer/g' \
  "$examples/quarter-car.yaml" > named.yaml
run 0 suspension named.yaml --steps 4 --json
says out '"wheel_kingpin"'
sed -e 's/wheel_centre/fl_wheel_center/g' -e 's/contact_patch/fl_contact_patch/g' \
  -e 's/upright/fl_upright/g' "$examples/quarter-car.yaml" > prefixed.yaml
run 0 suspension prefixed.yaml --steps 4 --json
says out '"fl_camber"'

# a workbook says by the roles of its points what they are
run 0 export "$examples/formula-front-axle.yaml" --excel -o axle.xlsx
run 0 import axle.xlsx -q
says out "lower_ball_joint: left_upright.left_lower_ball_joint"
says out "spring: right_spring"
says out "rack: steering"
run 0 suspension axle.xlsx --steps 8 -o book.h5
for kind in travel roll steer; do
  what=left_camber,left_toe,left_caster,right_scrub,front_axle_track
  [ $kind = steer ] || what=$what,left_motion_ratio
  run 0 export "book-$kind.h5" --signals "$what" -o book.csv
  run 0 export "formula-front-axle-$kind.h5" --signals "$what" -o yaml.csv
  paste -d, book.csv yaml.csv | awk -F, -v n="$(awk -F, 'NR == 1 { print NF }' book.csv)" '
    NR == 1 { next }
    { rows++; for (i = 1; i <= n; i++) { d = $i - $(i + n); if (d > 1e-8 || d < -1e-8) bad = 1 } }
    END { exit bad || n < 6 || rows != 9 }' || fail "the workbook's $kind is another"
done

# without a rack nothing steers; a rack that cannot go so far is explained
run 1 suspension "$examples/quarter-car.yaml" --steer -10:10
says err "nothing steers the wheels"
run 3 suspension "$examples/formula-front-axle.yaml" --steer -400:400
says err "error[E3"

# what is asked for wrongly
run 1 suspension "$examples/quarter-car.yaml" --travel 10
says err "--travel takes LOW:HIGH"
run 1 suspension "$examples/quarter-car.yaml" --travel 30:-30
says err "--travel takes LOW:HIGH"
run 2 suspension "$examples/crank-rocker.yaml"
says err "error[E171]"
says err "describe suspension"
run 2 suspension "$source/tests/malformed/cases/suspension_no_radius.yaml"
says err "error[E170]"
finish
