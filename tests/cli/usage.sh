#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# What is typed wrongly is met with one line that says what would be right, and exit code 1.
. "$(dirname "$0")/cases.inc"
model=$examples/pendulum.yaml

# usage TEXT ARGUMENTS...: refused with one line that holds TEXT
usage() {
  text=$1
  shift
  run 1 "$@"
  silent out
  says err "$text"
  [ "$(wc -l <err)" -eq 1 ] || { fail "more than one line:"; cat err; }
  [ "$(cut -c1-9 err)" = "trammel: " ] || fail "does not begin with 'trammel: ': $(cat err)"
}

usage "unknown command 'chekc'; did you mean 'check'?" chekc "$model"
usage "unknown command 'frobnicate'. The commands: trammel help" frobnicate
usage "Try: trammel check $model" "$model"
usage "usage: trammel check MODEL" check
usage "one argument too many for 'check'" check "$model" "$model"
usage "'check' has no option '--jsn'; did you mean '--json'?" check "$model" --jsn
usage "'check' has no option '-z'" check "$model" -z
usage "'version' has no option '--set'" version --set a=1
usage "'--set' needs a value: --set NAME=VALUE" check "$model" --set
usage "'-o' needs a value: --output FILE" schema -o
usage "is not name=value" check "$model" --set L
usage "is not name=value" check "$model" --set =2
usage "is not name=value" check "$model" --set L=
usage "'--quiet' takes no value" check "$model" --quiet=yes
usage "the value is one of auto, always, never" check "$model" --colour sometimes
usage "the value is one of yaml" import "$model" --to xlsx
usage "there is no code 'E9999'" explain E9999
usage "did you mean 'pendulum'?" new pendulm
usage "cannot name a model" new pendulum ../up
usage "is not a shell known here" completion tcsh
usage "there is no page 'nothing'" reference nothing

# all spellings of an option; -- ends them; - is standard input
run 0 check "$model" --set L=2
cp out long
run 0 check --set=L=2 "$model"
same out long
run 0 check --set L=3 --set L=2 -- "$model"
same out long
run 0 check -q "$model"
silent out
"$trammel" check --set L=2 - <"$model" >out 2>err || fail "check -: exit $?"
same out long
cp "$model" ./-odd.yaml
run 0 check -- -odd.yaml
run 0 schema -oone.json
run 0 schema -o two.json
run 0 schema --output=three.json
same one.json two.json
same one.json three.json
finish
