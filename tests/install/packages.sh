# SPDX-License-Identifier: Apache-2.0
# tools/install.sh: silent when nothing is missing; else names each package and why, updates once,
# installs only those, with sudo when not root, and says so when there is none.
#   packages.sh SOURCE
set -eu
source=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
bin=$work/bin
mkdir "$bin"
for tool in sh dirname grep tr env; do ln -s "$(command -v $tool)" "$bin/$tool"; done
# stand-ins that only write down how they were called
printf '#!/bin/sh\necho "apt-get $*" >>"%s/calls"\n' "$work" >"$bin/apt-get"
printf '#!/bin/sh\necho 0\n' >"$bin/id"
printf '#!/bin/sh\nexit 0\n' >"$bin/one"
printf '#!/bin/sh\n[ "$2" = here ]\n' >"$bin/pkg-config"
chmod +x "$bin"/*
touch "$work/there-12.a"
cat >"$work/packages.txt" <<END
# a comment

build  one    command:one                # the first
build  here   pkg-config:here            # a library
build  there  file:$work/there-*.a       # a file
test   two    command:one,command:two    # the second
test   three  file:$work/gone-*          # the third
docs   four   pkg-config:four            # the fourth
END
run() { TRM_PACKAGES=$work/packages.txt PATH=$bin sh "$source/tools/install.sh" "$@" 2>&1; }
expect() { [ "$1" = "$2" ] || { printf 'got\n%s\nexpected\n%s\n' "$1" "$2"; exit 1; }; }

# Nothing missing: nothing said, nothing called
expect "$(run build)" ""
[ ! -e "$work/calls" ]

# Two missing: both said, one update, one installation
expect "$(run build test)" "installing two: the second
installing three: the third"
expect "$(cat "$work/calls")" "apt-get update -qq
apt-get install -y -qq --no-install-recommends two three"

# Not root, with sudo
rm "$work/calls"
printf '#!/bin/sh\necho 1000\n' >"$bin/id"
printf '#!/bin/sh\necho "sudo $1" >>"%s/calls"\nexec "$@"\n' "$work" >"$bin/sudo"
chmod +x "$bin/sudo"
expect "$(run docs)" "installing four: the fourth"
expect "$(cat "$work/calls")" "sudo apt-get
apt-get update -qq
sudo env
apt-get install -y -qq --no-install-recommends four"

# Not root, without sudo: a clear error, nothing called
rm "$work/calls" "$bin/sudo"
expect "$(run docs || echo "status $?")" "installing four: the fourth
error: installing needs root, and there is no sudo; as root run: apt-get install four
status 1"
[ ! -e "$work/calls" ]

# The real list is well formed, and each package stands in it once
grep -v -e '^#' -e '^[[:space:]]*$' "$source/packages.txt" | awk '
  $1 !~ /^(build|test|docs|dev|bench)$/ || $3 !~ /^(command|pkg-config|file):/ || !/  # [^ ]/ || seen[$2]++ {
    print "packages.txt: " $0; bad = 1 }
  END { exit bad }'
