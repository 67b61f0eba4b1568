#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The gallery of all examples: gallery.sh COMMAND FOLDER [pages]
# Writes FOLDER/index.html with a picture of each example that moves; with `pages`, its page too.
set -eu
command=$1 folder=$2 pages=${3:-}
case $command in /*) ;; *) command=$PWD/$command ;; esac
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
rm -f "$folder"/*.png "$folder"/*.html

# text between tags
escape() { sed 's/&/\&amp;/g; s/</\&lt;/g; s/>/\&gt;/g; s/"/\&quot;/g'; }

cat >"$work/index.html" <<'END'
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Gallery of Trammel</title>
<style>
body { font: 15px/1.45 system-ui, "DejaVu Sans", sans-serif; color: #20262e; background: #f3f5f8; margin: 2rem auto; max-width: 72rem; padding: 0 1.2rem; }
ul { display: grid; grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); gap: 1rem; padding: 0; list-style: none; }
li { background: #fff; border: 1px solid #dfe4ea; border-radius: 8px; overflow: hidden; }
img { width: 100%; display: block; aspect-ratio: 3 / 2; }
p { margin: 0.5rem 0.8rem; } small { color: #66717f; }
a { color: inherit; text-decoration: none; } a:hover b { text-decoration: underline; }
</style>
</head>
<body>
<h1>Gallery</h1>
<p>Every example of the folder <code>examples</code>, as <code>trammel video</code> draws it. To see one move:
<code>trammel run examples/NAME.yaml</code> (<code>--until 1</code> where it says so), then <code>trammel view NAME.h5</code>. Made by <code>make gallery</code>.</p>
<ul>
END
count=0
for model in examples/*.yaml examples/*.adm examples/urdf/*.urdf; do
  name=$(basename "${model%.*}")
  rm -f "$work"/*.h5
  # what others include, or waits for a choice of the user, is shown as it is put together
  "$command" run "$model" --quiet -o "$work/$name.h5" >/dev/null 2>&1 || true
  [ -n "$(ls "$work"/*.h5 2>/dev/null)" ] || "$command" assemble "$model" --quiet -o "$work/$name.h5"
  result=$(ls "$work"/*.h5 | tail -n 1)
  "$command" video "$result" "$folder/$name.png" --size 300x200 --bare --quiet
  # its purpose: the first comment of the file
  purpose=$(sed -n 's/^[#!] *//p; s/^ *<!-- *\(.*\) *-->$/\1/p' "$model" | sed '/adams_view_name/d' | head -n 1 | escape)
  open='' close=''
  if [ -n "$pages" ]; then
    "$command" view "$result" --quiet --no-open -o "$folder/$name.html"
    open="<a href=\"$name.html\">" close='</a>'
  fi
  printf '<li>%s<img src="%s.png" alt="" loading="lazy"><p><b>%s</b><br><small>%s</small></p>%s</li>\n' \
    "$open" "$name" "$name" "$purpose" "$close" >>"$work/index.html"
  count=$((count + 1))
done
printf '</ul>\n</body>\n</html>\n' >>"$work/index.html"
cp "$work/index.html" "$folder/index.html"
echo "$count examples: $folder/index.html"
