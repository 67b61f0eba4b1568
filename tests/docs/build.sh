# SPDX-License-Identifier: Apache-2.0
# The documentation builds without a warning: build.sh COMMAND SOURCE BUILD
set -eu
out=$(sh "$2/tools/docs.sh" "$1" "$3/docs" 2>&1) || { echo "$out"; exit 1; }
[ -z "$out" ] || { echo "$out"; exit 1; }
[ -s "$3/site/index.html" ]

# It works offline: nothing is loaded from elsewhere
if grep -rlE '(src|href)="https?://(fonts|unpkg|cdn)' "$3/site" --include='*.html'; then
  echo "these pages load something from the network"
  exit 1
fi
