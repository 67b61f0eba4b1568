#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The verification page from the figures that the tests wrote: verification.sh FOLDER
set -eu
export LC_ALL=C
[ -n "$(ls "$1")" ] || { echo "there are no figures in $1" >&2; exit 1; }
cat <<'END'
# Verification

What the tests measure against an independent truth. Each row is one comparison: the error is the
worst found, the limit is the one that fails the test. `make verification` writes this page.
END
cat "$1"/* | grep -v '^matrix\|^constraints-matrix' | sort -u -t "$(printf '\t')" -k1,3 | awk -F '\t' '
  function cell(text) { gsub(/\|/, "\\|", text); return text }
  $1 != group {
    group = $1
    printf "\n## %s\n\n| what | against | error | limit |\n| --- | --- | --- | --- |\n", group
  }
  { printf "| %s | %s | %s | %s |\n", cell($2), cell($3), $4, $5 }'

# five benchmarks by formulations and integrators
cat <<'END'

## matrix of methods

The benchmarks with every formulation and integrator, nothing else chosen (tolerance 1e-8; `rk4` with a step
of 2.5 ms, for A03 3 us, for A05 20 us). A cell is the largest error of a position in parts of its range up
to the end (A05: 0.5 s), and the evaluations of accelerations it took, to two digits. A code is the reason
for which there is no such result: `W334`, the run says that its energy balance jumps, which here is a change
of branch at a singular position. What it costs in time is in `bench/results/methods.txt`.

| benchmark | formulation | dop853 | dopri5 | abm | rk4 | bdf | radau5 |
| --- | --- | --- | --- | --- | --- | --- | --- |
END
cat "$1"/* | grep '^matrix' | sort -u | awk -F '\t' '
  { sub(/^[0-9]+ /, "", $3); printf "| %s | %s | %s | %s | %s | %s | %s | %s |\n", $2, $3, $4, $5, $6, $7, $8, $9 }'

# the same benchmarks by the methods on the constraints
cat <<'END'

The same with the methods that solve the constraints themselves and need no formulation; evaluations are those
of their residuals.

| benchmark | formulation | gstiff | si2 | radau5 | hht | generalized_alpha |
| --- | --- | --- | --- | --- | --- | --- |
END
cat "$1"/* | grep '^constraints-matrix' | sort -u | awk -F '\t' '
  { printf "| %s | own | %s | %s | %s | %s | %s |\n", $2, $3, $4, $5, $6, $7 }'
