#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# view: a page named after the result or as -o says, the same bits every time; what cannot be shown is said.
. "$(dirname "$0")/cases.inc"
unset DISPLAY WAYLAND_DISPLAY

run 0 run "$examples/crank-rocker.yaml" --quiet -o runs.h5
run 0 view runs.h5
says err "Page: runs.html"
silent out
[ -s runs.html ] || fail "there is no runs.html"
run 0 view runs.h5 -o again.html --quiet
silent err
same runs.html again.html
run 0 view runs.h5 -o -
same out runs.html
# it begins and ends as a page does, and names nothing on a network
head -c 15 runs.html | grep -q '<!doctype html>' || fail "not a page: $(head -c 15 runs.html)"
tail -c 20 runs.html | grep -q '</html>' || fail "the page does not end"
if grep -oE '(src|href)="https?:[^"]*"' runs.html; then fail "the page names the network"; fi
# fewer signals, a smaller page; none of that name
run 0 view runs.h5 --signals rocker_angle -o few.html
[ "$(wc -c <few.html)" -lt "$(wc -c <runs.html)" ] || fail "the smaller page is not smaller"
run 1 view runs.h5 --signals nothing.like.it -o none.html
[ ! -e none.html ] || fail "a page was written all the same"
# several results
run 0 view runs.h5 runs.h5 -o two.html
# what is no result, is not there, or would be written over
echo text >text.h5
run 4 view text.h5
run 4 view gone.h5
run 1 view runs.h5 -o runs.h5
says err "is the file being read"
run 1 view
run 4 view runs.h5 -o no/such/folder.html
# rows that one eye cannot tell apart are left out evenly, and that is said
run 0 kinematics "$examples/crank-rocker.yaml" --until 1 --steps 50000 --signals 'crank.*' --quiet -o long.h5
run 0 view long.h5
says err "16667 of 50001 rows are in the page, evenly."
finish
