# SPDX-License-Identifier: Apache-2.0
# docs/verification.md has a row for every figure that the tests measure, and no other.
#   verification.sh COMMAND SOURCE BUILD
set -eu
cd "$2"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Figures of tests that still exist
mkdir "$work/figures"
for file in "$3"/figures/*; do
  [ -f "$file" ] || continue
  name=${file##*/}
  [ -f "tests/${name%%.*}/${name#*.}.c" ] && cp "$file" "$work/figures/"
done
[ -n "$(ls "$work/figures")" ] || { echo "there are no figures; run all tests first"; exit 1; }

# The rows without their digits
rows() { sed -nE -e 's/^## //p' -e 's/^(\| A[0-9]+ \| [a-z_]+ ).*$/\1/p' -e 't' -e 's/^(\| .*)\|[^|]*\|[^|]*\|$/\1/p' "$1"; }
sh tools/verification.sh "$work/figures" >"$work/page.md"
rows "$work/page.md" >"$work/measured"
rows docs/verification.md >"$work/committed"
diff "$work/committed" "$work/measured" || {
  echo "docs/verification.md is not complete; run: make verification"
  exit 1
}
echo "$(grep -c '^|' "$work/measured") rows"
