#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Make the page of viewer/ into a C file, WORK/page.c: tools/viewer.sh SOURCE WORK
# Packages come from npm as the lock file says, once; nothing is done when nothing has changed.
set -eu
source=$1 work=$2
mkdir -p "$work"
work=$(cd "$work" && pwd)

# One at a time: builds of several kinds share the folder
exec 9>"$work/lock"
flock 9

# The same sources make the same page
sum=$(cd "$source" && cat package.json package-lock.json index.html vite.config.ts pack.mjs src/* | cksum)
if [ -f "$work/page.c" ] && [ "$(cat "$work/sum" 2>/dev/null)" = "$sum" ]; then
  touch "$work/page.c"
  exit 0
fi
rm -rf "$work/src" "$work/dist" "$work/sum"
cp -R "$source/package.json" "$source/package-lock.json" "$source/.npmrc" "$source/index.html" \
  "$source/vite.config.ts" "$source/pack.mjs" "$source/src" "$work/"
cd "$work"

# What it is made of
if ! cmp -s package-lock.json installed; then
  command -v npm >/dev/null 2>&1 || {
    echo "error: the page of 'trammel view' is made with npm, which is not here; install nodejs and npm" >&2
    exit 1
  }
  rm -f installed
  npm ci --omit=dev --ignore-scripts --loglevel=error >npm.log 2>&1 || {
    cat npm.log >&2
    echo "error: npm could not get the packages that the page of 'trammel view' is made of (viewer/package-lock.json)." >&2
    echo "The first build needs the npm registry: check the network or the registry that npm uses, then build again." >&2
    exit 1
  }
  cp package-lock.json installed
fi
npm run --silent build >build.log 2>&1 || {
  cat build.log >&2
  echo "error: the page of 'trammel view' could not be made from viewer/" >&2
  exit 1
}
echo "$sum" >sum
