# SPDX-License-Identifier: Apache-2.0
# Nothing marks unfinished work, and nothing names a path of one machine.
set -eu
cd "$2"
self=tests/conformance/words.sh
files=$(find src include tests tools cmake bench examples docs viewer -type f ! -path '*/node_modules/*' \
        ! -path "$self" ! -path 'tests/fuzz/corpus/*' ! -name package-lock.json)
files="$files CMakeLists.txt Makefile README.md CONTRIBUTING.md CHANGELOG.md mkdocs.yml"
bad=0
if grep -nIwiE 'TODO|FIXME|XXX|HACK|stub|placeholder|not implemented|for now' $files; then
  echo "words that mark unfinished work"
  bad=1
fi
if grep -nIE '(^|[^A-Za-z0-9_.$}])/(work|root|home|farm|Users|tmp/bash)(/|[[:space:]]|$)' $files; then
  echo "paths of one machine"
  bad=1
fi
if find src include -name '*.[ch]' | grep -iE '(util|misc|common|helper)s?[._]'; then
  echo "files must be named after a concept"
  bad=1
fi
exit $bad
