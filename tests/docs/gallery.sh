#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The gallery shows examples that are there, each with a picture that is one, and is small.
set -eu
cd "$2"
bad=0 count=0
for name in $(sed -n 's/^<li>.*<img src="\([^"]*\)\.png".*/\1/p' docs/gallery/index.html); do
  count=$((count + 1))
  [ -e "examples/$name.yaml" ] || { echo "$name is no example: make gallery"; bad=1; }
  [ "$(od -An -tx1 -N8 "docs/gallery/$name.png" | tr -d ' \n')" = 89504e470d0a1a0a ] || {
    echo "docs/gallery/$name.png is no picture"
    bad=1
  }
done
[ "$count" -ge 50 ] || { echo "the gallery shows $count examples only: make gallery"; bad=1; }
for picture in docs/gallery/*.png; do
  [ -e "examples/$(basename "$picture" .png).yaml" ] || {
    echo "$picture shows no example: make gallery"
    bad=1
  }
done
size=$(cat docs/gallery/* | wc -c)
[ "$size" -lt 2000000 ] || { echo "the gallery has $size bytes"; bad=1; }
exit $bad
