#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Print a page with its transcripts made anew: after each line "$ COMMAND" of a console block stands what
# the command prints. Commands of a page run one after the other in a folder that holds the
# examples and the figures of the benchmarks.
#   transcripts.sh TRAMMEL PAGE
set -eu
command=$1
case $command in /*) ;; *) command=$PWD/$command ;; esac
page=$(cd "$(dirname "$2")" && pwd)/${2##*/}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin"
ln -s "$command" "$work/bin/trammel"
cp -R "$(dirname "$0")/../examples" "$work/examples"
mkdir "$work/bench"
cp -R "$(dirname "$0")/../bench/results" "$work/bench/results"
cd "$work"
PATH=$work/bin:$PATH COLUMNS=100 NO_COLOR=1 awk '
  /^```console/ { inside = 1; print; next }
  /^```/ { inside = 0 }
  !inside { print; next }
  /^\$ / {
    print
    run = "{ " substr($0, 3) "; } 2>&1 </dev/null"
    while ((run | getline line) > 0) print line
    close(run)
  }' "$page"
