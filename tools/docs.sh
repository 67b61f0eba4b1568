#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Build the documentation: docs/ and the reference pages that the command writes.
#   docs.sh COMMAND WORK [MKDOCS]   writes the pages to WORK, the site to WORK/../site
set -eu
command=$1 work=$2 mkdocs=${3:-/usr/bin/mkdocs}
source=$(dirname "$0")/..
[ -x "$mkdocs" ] || mkdocs=mkdocs

# The pages: those written by hand, then those generated
rm -rf "$work"
mkdir -p "$work"
cp -R "$source/docs" "$work/docs"
cp "$source/CHANGELOG.md" "$source/CONTRIBUTING.md" "$work/docs/"
mkdir -p "$work/docs/reference"
: >"$work/pages"
[ ! -f "$work/docs/reference/index.md" ] || echo "      - reference/index.md" >"$work/pages"
for page in $("$command" reference); do
  "$command" reference "$page" -o "$work/docs/reference/$page.md"
  echo "      - reference/$page.md" >>"$work/pages"
done

# The line `- Reference: reference/` of the navigation becomes the list of pages
awk -v pages="$work/pages" '
  /- Reference: reference\/$/ { print "  - Reference:"; while ((getline line < pages) > 0) print line; next }
  { print }' "$source/mkdocs.yml" >"$work/mkdocs.yml"

cd "$work"
"$mkdocs" build --strict -q -d ../site
