#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The gallery shows all examples and nothing else, each with a picture that is one, and is small.
set -eu
cd "$2"
bad=0 count=0
known() { [ -e "examples/$1.yaml" ] || [ -e "examples/$1.adm" ] || [ -e "examples/urdf/$1.urdf" ]; }
for name in $(sed -n 's/^<li>.*<img src="\([^"]*\)\.png".*/\1/p' docs/gallery/index.html); do
  count=$((count + 1))
  known "$name" || { echo "$name is no example: make gallery"; bad=1; }
  [ "$(od -An -tx1 -N8 "docs/gallery/$name.png" | tr -d ' \n')" = 89504e470d0a1a0a ] || {
    echo "docs/gallery/$name.png is no picture"
    bad=1
  }
done
all=$(ls examples/*.yaml examples/*.adm examples/urdf/*.urdf | wc -l)
[ "$count" = "$all" ] || { echo "the gallery shows $count examples of $all: make gallery"; bad=1; }
for picture in docs/gallery/*.png; do
  known "$(basename "$picture" .png)" || {
    echo "$picture shows no example: make gallery"
    bad=1
  }
done
size=$(cat docs/gallery/* | wc -c)
[ "$size" -lt 2000000 ] || { echo "the gallery has $size bytes"; bad=1; }
exit $bad
