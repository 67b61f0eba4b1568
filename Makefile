# SPDX-License-Identifier: Apache-2.0
# The front door: installs what is missing, then calls CMake. `make help` lists what can be made.
PREFIX ?= /usr/local
DESTDIR ?=
JOBS ?= $(shell nproc 2>/dev/null || echo 2)
FUZZ_SECONDS ?= 300
MKDOCS := $(firstword $(wildcard /usr/bin/mkdocs) mkdocs)
SOURCES = $(shell find src include tests examples bench -name '*.[ch]' -o -name '*.cpp')

.PHONY: all help configure build run test test-long bench format format-check install deb docs \
        gallery verification diagnostics transcripts fuzz coverage dev asan clean

all: build

help:
	@echo 'make               build the release: build/trammel'
	@echo 'make run           build, check an example model, move it and write its page'
	@echo 'make test          build with two compilers and run all tests'
	@echo 'make test-long     the same, then a minute of fuzzing for each target'
	@echo 'make bench         measure Trammel and its peers; figures in bench/results'
	@echo 'make install       install under PREFIX (/usr/local), below DESTDIR'
	@echo 'make deb           build the Debian packages'
	@echo 'make docs          build the documentation: build/site'
	@echo 'make verification  write docs/verification.md from the figures of the tests'
	@echo 'make gallery       draw all examples: docs/gallery, with their pages build/gallery; docs/pictures'
	@echo 'make diagnostics   write docs/guide/diagnostics.md from the malformed models'
	@echo 'make transcripts   write anew what commands print in README and docs'
	@echo 'make fuzz          fuzz each target for FUZZ_SECONDS (300)'
	@echo 'make coverage      report which lines the tests reach'
	@echo 'make format        lay out the source with clang-format'
	@echo 'make dev, asan     debug build; build with sanitizers'
	@echo 'make clean         remove the build folder'

configure:
	@tools/install.sh build
	@[ -f build/build.ninja ] || cmake --preset release >/dev/null

build: configure
	@cmake --build build -j $(JOBS)

run: configure
	@cmake --build build -j $(JOBS) --target trammel_command
	build/trammel check examples/crank-rocker.yaml
	build/trammel run examples/crank-rocker.yaml -o build/crank-rocker.h5
	build/trammel view build/crank-rocker.h5 -o build/crank-rocker.html
	@echo 'See it move: open build/crank-rocker.html in a browser'

test:
	@tools/install.sh build test docs
	@$(MAKE) --no-print-directory build
	@cd build && ctest --output-on-failure -j $(JOBS) $(CTEST)

test-long: test
	@$(MAKE) --no-print-directory fuzz FUZZ_SECONDS=60

bench: build
	@tools/install.sh bench
	@cmake --build build --target trammel_bench
	@cmake -S bench/peers -B build/peers -G Ninja >/dev/null
	@cmake --build build/peers -j $(JOBS)
	@tools/bench.sh build bench/results
	@tools/frames.sh build bench/results
	@tools/transcripts.sh build/trammel README.md > build/page.md && cp build/page.md README.md

format:
	@tools/install.sh test
	@clang-format -i $(SOURCES)

format-check:
	@tools/install.sh test
	@clang-format --dry-run -Werror $(SOURCES)

install: build
	DESTDIR=$(DESTDIR) cmake --install build --prefix $(PREFIX)

deb:
	@tools/install.sh build dev
	@cmake --preset release -B build/deb -DCMAKE_INSTALL_PREFIX=/usr -DTRAMMEL_TESTS=OFF >/dev/null
	@cmake --build build/deb -j $(JOBS)
	@cd build/deb && cpack -B ../packages
	@ls build/packages/*.deb

docs: build
	@tools/install.sh docs
	@tools/docs.sh build/trammel build/docs $(MKDOCS)
	@echo 'documentation: build/site/index.html'

gallery: build
	@tools/gallery.sh build/trammel docs/gallery
	@tools/gallery.sh build/trammel build/gallery pages
	@tools/pictures.sh build docs/pictures

verification: build
	@rm -rf build/figures
	@cd build && ctest -L 'unit|verify|reference' --output-on-failure -j $(JOBS)
	@tools/verification.sh build/figures > build/verification.md
	@mv build/verification.md docs/verification.md

diagnostics: build
	@tools/diagnostics.sh build/trammel > build/diagnostics.md
	@mv build/diagnostics.md docs/guide/diagnostics.md

transcripts: build
	@for page in README.md $$(grep -rl '^```console' docs --include='*.md'); do \
	  tools/transcripts.sh build/trammel $$page > build/page.md && cp build/page.md $$page; done

fuzz:
	@tools/install.sh build test
	@cmake --preset fuzz >/dev/null
	@cmake --build build/fuzz -j $(JOBS)
	@tools/fuzz.sh build/fuzz $(FUZZ_SECONDS)

coverage:
	@tools/install.sh build test docs dev
	@cmake --preset coverage >/dev/null
	@cmake --build build/coverage -j $(JOBS)
	-@cd build/coverage && ctest -L 'unit|malformed|fault|cli|fuzz' -j $(JOBS) --output-on-failure
	@gcovr -r . --object-directory build/coverage -f src/ --exclude-unreachable-branches -s \
	  --html-details build/coverage/index.html

dev asan:
	@tools/install.sh build test
	@cmake --preset $@ >/dev/null
	@cmake --build build/$@ -j $(JOBS)

clean:
	@rm -rf build
