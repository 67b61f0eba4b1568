#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Editors complete and check models by the JSON Schema: language_server.sh COMMAND SOURCE BUILD
set -eu
command=$1 source=$2 work=$3/editor
mkdir -p "$work/models"
for file in package.json package-lock.json .npmrc; do
  cmp -s "$source/tests/editor/$file" "$work/$file" || cp "$source/tests/editor/$file" "$work/$file"
done

# The language server, installed once for a lock file
if ! cmp -s "$work/package-lock.json" "$work/installed"; then
  (cd "$work" && npm ci --ignore-scripts --silent)
  cp "$work/package-lock.json" "$work/installed"
fi

# The examples of the repository are right, and so is every example of the reference
"$command" schema -o "$work/schema.json"
rm -f "$work/models/"*
for page in $("$command" reference); do
  "$command" reference "$page" >"$work/page.md"
  awk -v stem="$work/models/$page" '
    /^```yaml/ { file = stem "." ++n ".yaml"; inside = 1; next }
    /^```/ { if (inside) close(file); inside = 0; next }
    inside { print > file }' "$work/page.md"
done
node "$source/tests/editor/language_server.js" "$work/schema.json" "$work/node_modules" \
  "$work/models/"*.yaml "$source/examples/"*.yaml
