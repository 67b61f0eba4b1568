#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# import: what is printed reads back to the same model: printed again it has the same bytes, and
# check understands the same.
. "$(dirname "$0")/cases.inc"

# files that models name are looked for beside them
cp -R "$examples"/. .
for file in *.yaml; do
  run 0 import "$file" -o "once-$file"
  silent out
  silent err
  run 0 import "once-$file" --to yaml -o "twice-$file"
  silent err
  same "once-$file" "twice-$file"
  run 0 check "$file"
  cp out before
  run 0 check "once-$file"
  sed "s/once-$file/$file/g" out >after
  same before after
done

# to standard output, with a parameter set, from standard input
run 0 import pendulum.yaml
same out once-pendulum.yaml
run 0 import pendulum.yaml --set L=3
says out "L: 3"
"$trammel" import - <pendulum.yaml >out 2>err || fail "import -: exit $?"
same out once-pendulum.yaml
# files that a model names are found from where it is written, whatever file named them
mkdir -p one/two three
cp sheet.csv press.yaml one/two
printf 'trammel: 1\nunits: mmks\ninclude: two/press.yaml\n' >one/outer.yaml
run 0 check one/outer.yaml
cp out before
for target in here.yaml one/there.yaml one/two/inside.yaml three/beside.yaml "$work/three/absolute.yaml"; do
  run 0 import one/outer.yaml -o "$target"
  run 0 check "$target"
  silent err
  same out before
done
says three/beside.yaml "../one/two/sheet.csv"
says one/two/inside.yaml "file: sheet.csv"
finish
