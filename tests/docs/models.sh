# SPDX-License-Identifier: Apache-2.0
# Every whole model shown in the documentation (a yaml block that begins with "trammel: 1") passes
# `trammel check` without a diagnostic: models.sh COMMAND SOURCE BUILD
set -eu
cd "$2"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
awk -v work="$work" '
  /^```yaml/ { inside = 1; text = ""; line = FNR; next }
  /^```/ && inside {
    inside = 0
    if (text ~ /^(#[^\n]*\n)*trammel: 1/) {
      name = FILENAME; gsub(/[^A-Za-z0-9]/, "-", name)
      file = work "/" name "-" line ".yaml"
      printf "%s", text > file; close(file)
    }
  }
  inside { text = text $0 "\n" }' README.md $(find docs -name '*.md' | sort)
bad=0 count=0
for file in "$work"/*.yaml; do
  count=$((count + 1))
  out=$("$1" check "$file" 2>&1) || { echo "$out"; bad=1; continue; }
  if echo "$out" | grep -qE '(error|warning)\['; then echo "$out"; bad=1; fi
done
echo "$count models"
[ "$count" -ge 5 ] || { echo "too few models were found"; bad=1; }
exit $bad
