# SPDX-License-Identifier: Apache-2.0
# The C source is laid out as clang-format would (make format).
set -eu
cd "$2"
find src include tests bench examples \( -name '*.[ch]' -o -name '*.cpp' \) ! -path '*/node_modules/*' |
  xargs clang-format --dry-run -Werror
