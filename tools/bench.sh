#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Run every benchmark and keep its figures with the machine and the date: bench.sh BUILD RESULTS
# The peers in BUILD/peers, where they are built, and our own lines give the table peers.txt.
set -eu
build=$1 results=$2
mkdir -p "$results"

# What stands over every table
head_of() {
  echo "$1, $(date -u +%Y-%m-%d)"
  sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1
  echo "$(nproc) cores, $(cc --version | head -n 1)"
}

for program in "$build"/bench_*; do
  [ -x "$program" ] || continue
  name=${program##*/bench_}
  {
    head_of "$name"
    echo
    "$program"
  } > "$build/$name.txt"
  mv "$build/$name.txt" "$results/$name.txt"
  cat "$results/$name.txt"
  echo
done

# The peers, one after the other
[ -x "$build/peers/peer_klu" ] || exit 0
for program in "$build"/peers/peer_*; do
  [ -x "$program" ] || continue
  echo "measuring ${program##*/peer_}"
  "$program" > "$program.lines" 2> "$program.messages" || echo "${program##*/} ended early"
done
{
  head_of peers
  dpkg-query -W -f '${Package} ${Version}\n' libsimbody3.7 libmujoco2.2.2 libdart6.12 libklu1 2>/dev/null || true
  echo
  tools/peers.sh "$build"/peers/peer_*.lines "$results"/dynamics.txt "$results"/solvers.txt
} > "$build/peers.txt"
mv "$build/peers.txt" "$results/peers.txt"
sed '/^Runs that no other/,$d' "$results/peers.txt"
