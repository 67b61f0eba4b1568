# SPDX-License-Identifier: Apache-2.0
# Build with clang and sanitizers, or run that build's tests: sanitize.sh build|test FOLDER SOURCE
set -eu
cd "$3"
case $1 in
  build)
    cmake --preset asan -B "$2" >/dev/null
    cmake --build "$2" -j 2 -- --quiet
    ;;
  test)
    export ASAN_OPTIONS=detect_leaks=1:allocator_may_return_null=1
    export UBSAN_OPTIONS=print_stacktrace=1
    cd "$2"
    ctest --output-on-failure -j 2
    ;;
esac
