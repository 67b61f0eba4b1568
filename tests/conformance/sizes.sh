# SPDX-License-Identifier: Apache-2.0
# Files stay under 600 lines (public headers under 300), functions under 80.
set -eu
cd "$2"
find viewer/src -type f | xargs awk 'FNR >= 600 { print FILENAME ": 600 lines or more"; exit 1 }'
find src include -name '*.[ch]' | sort | xargs awk '
  function close_file() {
    limit = file ~ /^include/ ? 300 : 600
    if (file && lines >= limit) { print file ": " lines " lines, less than " limit " wanted"; bad = 1 }
  }
  FNR == 1 { close_file(); file = FILENAME; start = 0; body = 0 }
  { lines = FNR }
  # a function begins at the first column and ends with a brace there
  !body && /^[A-Za-z_]/ && !/;$/ { start = FNR; head = $0 }
  !body && start && FNR > start { head = head " " $0 }
  !body && start && /;$/ { start = 0 }
  !body && start && /\{$/ {
    if (head ~ /\)[^=]*\{$/ && head !~ /=/) { body = 1; name = head } else start = 0
  }
  body && /^}/ {
    count = FNR - start + 1
    functions++
    if (count >= 80) {
      sub(/\(.*/, "", name); sub(/.*[ *]/, "", name)
      print FILENAME ":" start ": function " name " has " count " lines, less than 80 wanted"
      bad = 1
    }
    body = 0; start = 0
  }
  END { close_file(); print functions " functions"; exit bad }'
