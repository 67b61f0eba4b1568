# SPDX-License-Identifier: Apache-2.0
# Every transcript in README and docs (a console block) shows what the commands really print.
#   transcripts.sh COMMAND SOURCE BUILD
set -eu
cd "$2"
bad=0 count=0
for page in README.md $(grep -rl '^```console' docs --include='*.md'); do
  sh tools/transcripts.sh "$1" "$page" | diff "$page" - || {
    echo "$page has drifted; run: make transcripts"
    bad=1
  }
  count=$((count + $(grep -c '^\$ ' "$page")))
done
echo "$count transcripts"
[ "$count" -ge 3 ] || { echo "too few transcripts were found"; bad=1; }
exit $bad
