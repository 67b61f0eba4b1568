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
cat "$1"/* | sort -u -t "$(printf '\t')" -k1,3 | awk -F '\t' '
  function cell(text) { gsub(/\|/, "\\|", text); return text }
  $1 != group {
    group = $1
    printf "\n## %s\n\n| what | against | error | limit |\n| --- | --- | --- | --- |\n", group
  }
  { printf "| %s | %s | %s | %s |\n", cell($2), cell($3), $4, $5 }'
