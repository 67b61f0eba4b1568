#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Measure the page of 1,000 bodies in 10,000 frames in Chromium: frames.sh BUILD RESULTS
set -eu
build=$(cd "$1" && pwd) results=$(cd "$2" && pwd)
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$build/browser"
cp viewer/package.json viewer/package-lock.json viewer/.npmrc tests/browser/chromium.mjs bench/frames.mjs "$build/browser/"
cd "$build/browser"
if ! cmp -s package-lock.json installed; then
  npm ci --ignore-scripts --silent
  cp package-lock.json installed
fi
"$build/frames" "$work/many.h5" 1000 10000
"$build/trammel" view "$work/many.h5" --quiet --no-open -o "$work/many.html"
{
  echo "frames, $(date -u +%Y-%m-%d)"
  sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1
  echo "$(nproc) cores, $(chromium --version 2>/dev/null | sed 's/ built.*//')"
  echo
  node frames.mjs "$work/many.html"
} >"$work/frames.txt"
cp "$work/frames.txt" "$results/frames.txt"
cat "$results/frames.txt"
