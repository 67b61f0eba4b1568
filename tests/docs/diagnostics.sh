# SPDX-License-Identifier: Apache-2.0
# docs/guide/diagnostics.md shows what the command really prints: diagnostics.sh COMMAND SOURCE BUILD
set -eu
cd "$2"
sh tools/diagnostics.sh "$1" | diff docs/guide/diagnostics.md - || {
  echo "docs/guide/diagnostics.md has drifted; run: make diagnostics"
  exit 1
}
count=$(grep -c '^\$ trammel check' docs/guide/diagnostics.md)
[ "$count" -ge 10 ] || { echo "$count examples, at least 10 wanted"; exit 1; }
