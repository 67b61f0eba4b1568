# SPDX-License-Identifier: Apache-2.0
# Every diagnostic code is emitted somewhere in src/, and triggered by a malformed model
# ("# expect: CODE line:column") or by a test named in tests/malformed/other-codes.txt ("CODE test").
set -eu
cd "$2"
others=tests/malformed/other-codes.txt
bad=0 count=0

# letter, number and name of each code, from the table
codes=$(cat src/base/codes_*.def | tr '\n' ' ' |
  grep -oE 'TRM_CODE\([A-Z], *[0-9]+, *[A-Z0-9_]+' | sed -E 's/TRM_CODE\(([A-Z]), *([0-9]+), */\1 \2 /')
used=$(grep -rhoE 'TRM_[EWN]_[A-Z0-9_]+' src --include='*.[ch]' | sort -u)
expected=$(grep -rhoiE '([#!]|--) expect: *[EWN][0-9]+' tests/malformed/cases | grep -oE '[EWN][0-9]+' | sort -u)
while read -r letter number name; do
  code=$(printf "%s%03d" "$letter" "$(echo "$number" | sed "s/^0*//")")
  count=$((count + 1))
  echo "$used" | grep -qx "TRM_${letter}_$name" || {
    echo "$code ($name) is never emitted"
    bad=1
  }
  echo "$expected" | grep -qx "$code" && continue
  place=$(awk -v code="$code" '$1 == code { print $2; exit }' "$others" 2>/dev/null || true)
  if [ -z "$place" ]; then
    echo "$code ($name) is triggered by no case"
    bad=1
  elif [ ! -f "$place" ]; then
    echo "$code ($name): $others names $place, which does not exist"
    bad=1
  elif ! grep -q -e "$code" -e "TRM_${letter}_$name" "$place"; then
    echo "$code ($name): $place does not mention it"
    bad=1
  fi
done <<LIST
$codes
LIST
# a number is never given twice
twice=$(echo "$codes" | awk '{ print $1 $2 }' | sort | uniq -d)
[ -z "$twice" ] || { echo "given twice: $twice"; bad=1; }
echo "$count codes"
exit $bad
