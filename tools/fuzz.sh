#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Fuzz every target for some seconds from its kept corpus: fuzz.sh BUILD SECONDS
# What crashes is left in BUILD/crashes; a mended one belongs into tests/fuzz/corpus/TARGET.
set -eu
build=$1 seconds=$2
mkdir -p "$build/crashes"
failed=0
for program in "$build"/tests/fuzz_*; do
  [ -x "$program" ] || continue
  target=${program##*/fuzz_}
  work=$build/corpus/$target
  mkdir -p "$work"
  echo "$target: fuzzing for $seconds s"
  "$program" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -verbosity=0 \
    -print_final_stats=1 -artifact_prefix="$build/crashes/$target-" \
    "$work" "tests/fuzz/corpus/$target" || failed=1
done
exit $failed
