# SPDX-License-Identifier: Apache-2.0
# Every source file names its licence in its first lines, and opens with at most eight more.
set -eu
cd "$2"
bad=0
for file in $(find src include tests tools cmake bench examples viewer -name '*.[ch]' -o -name '*.cpp' -o -name '*.def' \
              -o -name '*.sh' -o -name '*.ts' -o -name '*.mjs' -o -name '*.css' -o -name '*.cmake' -o -name '*.in' -o -name CMakeLists.txt | grep -v node_modules) \
            CMakeLists.txt Makefile .ci/run; do
  head -n 2 "$file" | grep -q 'SPDX-License-Identifier: Apache-2.0' || {
    echo "$file: no SPDX line"
    bad=1
  }
done
# the opening comment of a C file: the SPDX line, an empty line, at most eight lines of text
find src include -name '*.[ch]' | xargs awk '
  FNR == 1 { open = 1 }
  open && /\*\// { open = 0; if (FNR > 11) { print FILENAME ": opening of " FNR " lines"; bad = 1 } }
  END { exit bad }' || bad=1
exit $bad
