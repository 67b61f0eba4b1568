# SPDX-License-Identifier: Apache-2.0
# Install into a temporary prefix; build examples/c with pkg-config and with the CMake package; run it.
#   prefix.sh BUILD SOURCE
set -eu
build=$1 source=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
prefix=$work/usr
cmake --install "$build" --prefix "$prefix" >"$work/log"

# Everything is where it belongs, and not empty
for file in bin/trammel include/trammel/model.h include/trammel/log.h lib/libtrammel.a \
            lib/pkgconfig/trammel.pc lib/cmake/trammel/trammelConfig.cmake share/man/man1/trammel.1 \
            share/bash-completion/completions/trammel share/zsh/vendor-completions/_trammel \
            share/fish/vendor_completions.d/trammel.fish share/doc/trammel/LICENSE \
            share/doc/trammel/examples/crank-rocker.yaml; do
  [ -s "$prefix/$file" ] || { echo "not installed: $file"; exit 1; }
done

# The files that the command wrote are well formed
bash -n "$prefix/share/bash-completion/completions/trammel"
zsh -n "$prefix/share/zsh/vendor-completions/_trammel"
fish -n "$prefix/share/fish/vendor_completions.d/trammel.fish"
warnings=$(LC_ALL=C.UTF-8 MANROFFSEQ='' MANWIDTH=80 man --warnings -E UTF-8 -l -Tutf8 -Z \
           "$prefix/share/man/man1/trammel.1" 2>&1 >/dev/null)
[ -z "$warnings" ] || { echo "$warnings"; exit 1; }

# The installed command works
example=$prefix/share/doc/trammel/examples/crank-rocker.yaml
"$prefix/bin/trammel" check "$example" >/dev/null

# With pkg-config
cd "$work"
export PKG_CONFIG_PATH=$prefix/lib/pkgconfig
program=$prefix/share/doc/trammel/examples/c/build_a_model.c
gcc -std=c17 -Wall -Wextra -Werror $(pkg-config --cflags trammel) "$program" \
  $(pkg-config --libs trammel) -o by_pkg_config
./by_pkg_config "$example" >by_pkg_config.out
[ "$(pkg-config --modversion trammel)" = "$("$prefix/bin/trammel" version | cut -d' ' -f2)" ]

# With CMake
mkdir user
cat >user/CMakeLists.txt <<END
cmake_minimum_required(VERSION 3.22)
project(user LANGUAGES C)
find_package(trammel 0.1 REQUIRED)
add_executable(by_cmake $program)
target_link_libraries(by_cmake PRIVATE trammel::trammel)
END
cmake -S user -B user/build -G Ninja -DCMAKE_PREFIX_PATH="$prefix" >>log
cmake --build user/build >>log
user/build/by_cmake "$example" >by_cmake.out
cmp by_pkg_config.out by_cmake.out

# It built the four-bar by calls, read one from the file, and printed an error as data
cat by_cmake.out
grep -q '^bodies by calls: crank coupler rocker$' by_cmake.out
grep -q '^read .*crank-rocker.yaml: 0 errors$' by_cmake.out
grep -q '^E204 ' by_cmake.out
