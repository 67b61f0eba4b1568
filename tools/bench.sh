#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Run every benchmark and keep its figures with the machine and the date: bench.sh BUILD RESULTS
set -eu
build=$1 results=$2
mkdir -p "$results"
for program in "$build"/bench_*; do
  [ -x "$program" ] || continue
  name=${program##*/bench_}
  {
    echo "$name, $(date -u +%Y-%m-%d)"
    sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1
    echo "$(nproc) cores, $(cc --version | head -n 1)"
    echo
    "$program"
  } > "$build/$name.txt"
  mv "$build/$name.txt" "$results/$name.txt"
  cat "$results/$name.txt"
  echo
done
