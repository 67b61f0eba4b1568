#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The pictures of README and guide, made by the commands that they are about: pictures.sh BUILD FOLDER
# Pages are photographed by Chromium, tests/browser/pictures.mjs.
set -eu
build=$(cd "$1" && pwd) folder=$(cd "$2" && pwd)
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for name in crank-rocker a04-bricard; do
  "$build/trammel" run "examples/$name.yaml" --quiet -o "$work/$name.h5"
done
"$build/trammel" video "$work/crank-rocker.h5" "$folder/crank-rocker.gif" --size 420x280 --trace b,c --quiet
"$build/trammel" plot "$work/a04-bricard.h5" x y z --size 540x270 \
  --title "Bricard's mechanism: the corner of rod 2" -o "$folder/plot.png"
sh tests/browser/run.sh pictures "$build/trammel" "$PWD" "$build"
for file in "$build"/browser/pages/pictures/small-*.png; do
  name=${file##*/small-}
  cp "$file" "$folder/$name"
done
ls -l "$folder" | awk 'NR > 1 { print $5, $9 }'
