# SPDX-License-Identifier: Apache-2.0
# How every file of Trammel is compiled: warnings, the same arithmetic everywhere, sanitizers.
add_library(trammel_warnings INTERFACE)
target_compile_definitions(trammel_warnings INTERFACE
  _POSIX_C_SOURCE=200809L TRM_VERSION="${PROJECT_VERSION}")
target_compile_options(trammel_warnings INTERFACE
  -ffp-contract=off -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wdouble-promotion -Wvla
  -Wstrict-prototypes -Wmissing-prototypes $<$<BOOL:${TRAMMEL_WERROR}>:-Werror>)

# Sanitizers stop at the first fault, so that a test fails
if(TRAMMEL_SANITIZE)
  add_compile_options(-fsanitize=${TRAMMEL_SANITIZE} -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${TRAMMEL_SANITIZE})
endif()
if(TRAMMEL_FUZZ)
  add_compile_options(-fsanitize=fuzzer-no-link)
  add_link_options(-fsanitize=fuzzer-no-link)
endif()
