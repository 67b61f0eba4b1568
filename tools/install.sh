#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Install what is missing of the named sections of packages.txt; silent when nothing is.
#   tools/install.sh SECTION...
set -eu
list=${TRM_PACKAGES:-$(dirname "$0")/../packages.txt}

[ $# -gt 0 ] || { echo "usage: tools/install.sh SECTION..." >&2; exit 1; }

# 0 when the sign (command:NAME, pkg-config:NAME, file:PATTERN) is there
present() {
  case $1 in
    command:*) command -v "${1#command:}" >/dev/null 2>&1 ;;
    pkg-config:*) pkg-config --exists "${1#pkg-config:}" >/dev/null 2>&1 ;;
    file:*) set -- ${1#file:}; [ -e "$1" ] ;;
    *) echo "packages.txt: unknown sign '$1'" >&2; exit 1 ;;
  esac
}

# Collect the packages of which a sign is missing, saying what each is for
missing=
while read -r section package signs purpose; do
  case " $* " in *" $section "*) ;; *) continue ;; esac
  for sign in $(echo "$signs" | tr ',' ' '); do
    present "$sign" && continue
    missing="$missing $package"
    echo "installing $package: ${purpose#\# }"
    break
  done
done <<LINES
$(grep -v -e '^#' -e '^[[:space:]]*$' "$list")
LINES
[ -n "$missing" ] || exit 0

# apt-get needs root
root=
if [ "$(id -u)" != 0 ]; then
  command -v sudo >/dev/null 2>&1 || {
    echo "error: installing needs root, and there is no sudo; as root run: apt-get install$missing" >&2
    exit 1
  }
  root="sudo"
fi
command -v apt-get >/dev/null 2>&1 || {
  echo "error: there is no apt-get here; install by hand:$missing" >&2
  exit 1
}
$root apt-get update -qq
$root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >/dev/null
