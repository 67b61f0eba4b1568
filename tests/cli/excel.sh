#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Excel workbooks on the command line: new, check, run, import, export, and what is wrong in a cell.
. "$(dirname "$0")/cases.inc"
cp "$examples"/excel/*.xlsx .

# an empty workbook says what is missing, and is not written over
run 0 new --excel empty.xlsx
says out "trammel check empty.xlsx"
run 2 check empty.xlsx
says err "empty.xlsx:SimParam!B4: error[E742]"
says err "empty.xlsx:Bodies!A6: error[E742]"
run 1 new --excel empty.xlsx
says err "exists already"
run 0 new --excel empty.xlsx --force --quiet
silent out
run 0 new --excel -o -

# benchmarks run as they are
for file in a0*.xlsx; do
  run 0 check "$file"
  says err "N746"
done
run 0 run a03-andrews.xlsx -o andrews.h5 --quiet
run 0 export andrews.h5 --signals 'OF.x' -o andrews.csv

# by way of the model language and back: printed once more it is the same
run 0 import a05-flyball.xlsx -o flyball.yaml
run 0 export flyball.yaml --excel -o again.xlsx
run 0 import again.xlsx -o again.yaml
run 0 export again.yaml --excel -o twice.xlsx
same again.xlsx twice.xlsx
run 1 export flyball.yaml --excel -o flyball.yaml

# what a workbook cannot say
run 2 export "$examples/winch.yaml" --excel -o winch.xlsx
says err "E747"
[ ! -e winch.xlsx ] || fail "a workbook was written all the same"

# as JSON a place is a sheet and a cell
run 2 check empty.xlsx --json
grep -q '"cell": "B4"' out err || fail "no cell in JSON"

# no archive, and one that is cut off
printf 'PK\003\004' >short.xlsx
run 2 check short.xlsx
says err "short.xlsx: error[E730]"
head -c 3000 a04-bricard.xlsx >cut.xlsx
run 2 check cut.xlsx
says err "E730"
finish
