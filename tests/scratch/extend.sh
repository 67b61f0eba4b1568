# SPDX-License-Identifier: Apache-2.0
# A joint and a function take one file and one line each: does exactly what CONTRIBUTING.md shows, in
# a copy of the source, and uses both. Blocks: ```c with a title is a file, ```diff adds a line after
# another, ```yaml that begins with "trammel: 1" is a model.
#   extend.sh SOURCE
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/tree"
(cd "$1" && cp -R .clang-format CMakeLists.txt CMakePresets.json CONTRIBUTING.md README.md CHANGELOG.md LICENSE \
  cmake src include examples bench tools "$work/tree/" && mkdir "$work/tree/viewer" &&
  cp -R viewer/*.* viewer/.npmrc viewer/src "$work/tree/viewer/")
cd "$work/tree"

# Take the blocks out of the page
awk -v work="$work" '
  /^```c title="/ { file = $0; sub(/.*title="/, "", file); sub(/".*/, "", file); inside = 1; new++
                    print file > (work "/files"); next }
  /^```diff/ { file = work "/line." ++lines; inside = 1; next }
  /^```yaml/ { file = work "/model.yaml"; inside = 1; next }
  /^```/ { if (inside) close(file); inside = 0; next }
  inside { print > file }
  END { if (new != 2 || lines != 2) { print new " files and " lines " lines, not 2 and 2"; exit 1 } }
' CONTRIBUTING.md
for file in $(cat "$work/files"); do
  [ ! -e "$1/$file" ] || { echo "$file is there already"; exit 1; }
done

# Add the two lines, each after the line shown before it
for change in "$work"/line.*; do
  target=$(sed -n 's/^+++ //p' "$change")
  before=$(sed -n 's/^ //p' "$change")
  added=$(sed -n '/^+++/d; s/^+//p' "$change")
  [ "$(printf '%s\n' "$added" | wc -l)" = 1 ] || { echo "$target: more than one line"; exit 1; }
  before="$before" added="$added" awk '
    { print }
    $0 == ENVIRON["before"] { print ENVIRON["added"]; done++ }
    END { exit done != 1 }' "$target" >"$work/new" || { echo "$target has no line '$before'"; exit 1; }
  cp "$work/new" "$target"
done

# The new files follow the rules, and the tree builds without a warning
clang-format --dry-run -Werror $(cat "$work/files")
cmake --preset release -DTRAMMEL_TESTS=OFF -DTRAMMEL_VIEWER="$1/build/viewer" >/dev/null
cmake --build build -j 2 --target trammel_command >"$work/log" || { cat "$work/log"; exit 1; }

# The command knows both, and a model uses both
for file in $(cat "$work/files"); do
  name=$(basename "$file" .c)
  build/trammel describe "$name" >"$work/out" || { cat "$work/out"; exit 1; }
  grep -q "$name" "$work/out"
done
build/trammel check "$work/model.yaml" >"$work/out" 2>&1 || { cat "$work/out"; exit 1; }
if grep -E '(error|warning)\[' "$work/out"; then exit 1; fi
cat "$work/out"
