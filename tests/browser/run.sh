# SPDX-License-Identifier: Apache-2.0
# Run a test of the page in Debian's Chromium: run.sh NAME COMMAND SOURCE BUILD
# What it needs comes from npm by the lock file of viewer/, once.
set -eu
name=$1 command=$2 source=$3 work=$4/browser
rm -rf "$work/pages/$name"
mkdir -p "$work/pages/$name"
exec 9>"$work/lock"
flock 9
rm -rf "$work/src"
cp -R "$source/viewer/package.json" "$source/viewer/package-lock.json" "$source/viewer/.npmrc" \
  "$source/viewer/tsconfig.json" "$source/viewer/src" "$source/tests/browser/"*.mjs "$work/"
if ! cmp -s "$work/package-lock.json" "$work/installed"; then
  (cd "$work" && npm ci --ignore-scripts --silent)
  cp "$work/package-lock.json" "$work/installed"
fi
[ "$name" != types ] || { cd "$work" && exec npm run --silent check; }
flock -u 9
cd "$work"
exec node "$name.mjs" "$command" "$source" "$work/pages/$name"
