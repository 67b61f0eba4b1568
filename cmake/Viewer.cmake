# SPDX-License-Identifier: Apache-2.0
# The page of `trammel view`: made of viewer/ by npm, as a C file of the library. All builds of one
# source share the folder in which it is made.
set(TRAMMEL_VIEWER ${CMAKE_SOURCE_DIR}/build/viewer CACHE PATH "Where the page is made")
file(GLOB TRAMMEL_VIEWER_SOURCES CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/viewer/src/*
     ${CMAKE_SOURCE_DIR}/viewer/*.json ${CMAKE_SOURCE_DIR}/viewer/*.html
     ${CMAKE_SOURCE_DIR}/viewer/*.mjs ${CMAKE_SOURCE_DIR}/viewer/*.ts)
add_custom_command(OUTPUT ${TRAMMEL_VIEWER}/page.c
  COMMAND sh ${CMAKE_SOURCE_DIR}/tools/viewer.sh ${CMAKE_SOURCE_DIR}/viewer ${TRAMMEL_VIEWER}
  DEPENDS ${TRAMMEL_VIEWER_SOURCES} ${CMAKE_SOURCE_DIR}/tools/viewer.sh
  COMMENT "Making the page of trammel view")
