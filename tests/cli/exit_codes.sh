#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The exit codes that scripts rely on, and what the last line says after errors.
. "$(dirname "$0")/cases.inc"

# 0: done
run 0 check "$examples/pendulum.yaml"
silent err
# 1: usage
run 1 check
# 2: the model is invalid; two errors are reported in one go, the last line says what to do
cat >wrong.yaml <<'YAML'
trammel: 1
bodies:
  arm: {mass: 1, inertia: [1, 1, 1]}
joints:
  hinge: {revolute: [ground, amr], at: [0, 0, 0], axis: z}
  slide: {prismatic: [gruond, arm], at: [0, 0, 0], axis: z}
YAML
run 2 check wrong.yaml
silent out
says err "wrong.yaml:5:"
says err "wrong.yaml:6:"
says err "arm"
tail -n 1 err | grep -Eq '^2 errors, nothing was run\.  \(trammel explain E[0-9]{3}\)$' ||
  fail "last line: $(tail -n 1 err)"
printf 'trammel: 1\nbodies: {arm: {mas: 1}}\n' >unread.yaml
run 2 import unread.yaml
silent out
says err "nothing was written."
run 2 check "$examples/pendulum.yaml" --set Lenght=2
says err "Lenght"
says err "error["
# 4: a file that is not there, cannot be read, or cannot be written
run 4 check nowhere.yaml
says err "nowhere.yaml"
says err "1 error, nothing was run."
run 4 check .
run 4 import nowhere.yaml
run 4 schema -o nowhere/schema.json
says err "trammel: cannot write 'nowhere/schema.json': "
if [ -e /dev/full ]; then
  run 4 schema -o /dev/full
  says err "cannot write '/dev/full': "
  for arguments in help version schema man "completion bash" "check $examples/pendulum.yaml" \
    "import $examples/pendulum.yaml" "new pendulum -o -" "explain E204" "describe revolute" \
    "check $examples/pendulum.yaml --json"; do
    code=0
    # the words of a case are separate arguments
    # shellcheck disable=SC2086
    "$trammel" $arguments >/dev/full 2>err || code=$?
    [ "$code" -eq 4 ] || fail "trammel $arguments >/dev/full: exit $code, expected 4"
    says err "trammel: cannot write to standard output: "
  done
fi
# a pipe that nobody reads, and a closed standard output
{ sleep 1; code=0; "$trammel" schema 2>err || code=$?; echo "$code" >code; } | true
[ "$(cat code)" -eq 4 ] || fail "closed pipe: exit $(cat code), expected 4"
says err "trammel: cannot write to standard output: "
code=0
"$trammel" version >&- 2>err || code=$?
[ "$code" -eq 4 ] || fail "closed standard output: exit $code, expected 4"
# no temporary file is left behind
mkdir empty
chmod 500 empty
"$trammel" schema -o empty/s.json 2>err || true
[ -z "$(ls empty | grep -v '^s.json$')" ] || fail "a temporary file was left: $(ls empty)"
chmod 700 empty
# 5: out of memory, where the address space can be limited (not under sanitizers)
if (ulimit -v 40000 && "$trammel" version) >/dev/null 2>&1; then
  code=0
  (ulimit -v 40000 && exec "$trammel" check "$examples/ladder.yaml" --set N=20000 -q) 2>err || code=$?
  [ "$code" -eq 5 ] || fail "out of memory: exit $code, expected 5"
  says err "trammel: out of memory"
fi
# 130: interrupted while reading
mkfifo pipe
"$trammel" check - <pipe >out 2>err &
child=$!
exec 3>pipe
sleep 1
kill -INT "$child"
code=0
wait "$child" || code=$?
exec 3>&-
[ "$code" -eq 130 ] || fail "interrupted: exit $code, expected 130"
finish
