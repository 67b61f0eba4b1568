# SPDX-License-Identifier: Apache-2.0
# A file of src/ includes its own folder and lower layers only; folders of equal layer are strangers.
set -eu
cd "$2"
find src -name '*.[ch]' -o -name '*.def' | sort | xargs awk '
  BEGIN {
    n = split("base 0 math 1 linalg 1 results 1 expr 2 model 2 write 2 catalog 3 read 4 compile 5 " \
              "system 6 formulation 7 integrator 8 analysis 9 api 10 cli 11", words, " ")
    for (i = 1; i < n; i += 2) layer[words[i]] = words[i + 1]
  }
  FNR == 1 {
    split(FILENAME, path, "/")
    room = path[2]
    files++
    if (!(room in layer)) { print FILENAME ": folder \047" room "\047 has no layer"; bad = 1 }
  }
  /^#[ \t]*include[ \t]*"/ {
    target = $0
    sub(/^[^"]*"/, "", target); sub(/".*/, "", target)
    split(target, part, "/")
    other = part[1]
    if (other == room || other == "trammel") next
    if (target !~ /\//) { print FILENAME ":" FNR ": \"" target "\" is not written from src/"; bad = 1 }
    else if (!(other in layer)) { print FILENAME ":" FNR ": \"" target "\" is in no room"; bad = 1 }
    else if (layer[other] >= layer[room]) {
      print FILENAME ":" FNR ": " room " (layer " layer[room] ") includes " other " (layer " layer[other] ")"
      bad = 1
    }
  }
  END { print files " files"; exit bad }'
# public headers know nothing of the rooms
if grep -n '#include "' include/trammel/*.h | grep -v '"trammel/'; then
  echo "a public header includes a private one"
  exit 1
fi
