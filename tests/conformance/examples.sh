# SPDX-License-Identifier: Apache-2.0
# Every example is read without a diagnostic and opens with one line saying its purpose. Files that
# another example includes are read with it; they need not be models by themselves.
set -eu
command=$1
cd "$2"
bad=0 count=0
for file in $(find examples -name '*.yaml' | sort); do
  count=$((count + 1))
  head -n 1 "$file" | grep -q '^# ..*' || {
    echo "$file: the first line must be a comment saying its purpose"
    bad=1
  }
  name=${file##*/}
  if ! grep -q '^trammel:' "$file" && grep -rqE "(include|file):.*$name|^ *- *$name" examples --include='*.yaml'; then
    continue
  fi
  out=$("$command" check "$file" 2>&1) || {
    echo "$out"
    bad=1
    continue
  }
  if echo "$out" | grep -qE '(error|warning)\['; then
    echo "$out"
    bad=1
  fi
done
echo "$count examples"
[ "$count" -gt 0 ] || bad=1
exit $bad
