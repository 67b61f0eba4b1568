# SPDX-License-Identifier: Apache-2.0
# HDF5: headers to compile with, and the name under which the library is loaded at run time. It is not
# linked: loading it takes milliseconds that commands without results should not spend.
find_package(Threads REQUIRED)
pkg_search_module(HDF5 REQUIRED hdf5-serial hdf5)
find_library(HDF5_FILE NAMES hdf5_serial hdf5 HINTS ${HDF5_LIBRARY_DIRS} ${HDF5_LIBDIR})
if(NOT HDF5_FILE)
  message(FATAL_ERROR "HDF5's headers are there but not its library")
endif()

# libhdf5_serial.so.103.3.1 is loaded as libhdf5_serial.so.103
get_filename_component(HDF5_REAL ${HDF5_FILE} REALPATH)
get_filename_component(HDF5_REAL ${HDF5_REAL} NAME)
string(REGEX REPLACE "(\\.so\\.[0-9]+).*" "\\1" TRAMMEL_HDF5_SONAME ${HDF5_REAL})

# The Debian package that holds it, for the hint and the dependency of ours
set(TRAMMEL_HDF5_PACKAGE libhdf5-dev)
find_program(DPKG_QUERY dpkg-query)
if(DPKG_QUERY)
  execute_process(COMMAND ${DPKG_QUERY} -S */${HDF5_REAL} OUTPUT_VARIABLE owner ERROR_QUIET)
  if(owner MATCHES "^(lib[a-z0-9.-]+)[:,]")
    set(TRAMMEL_HDF5_PACKAGE ${CMAKE_MATCH_1})
  endif()
endif()
include_directories(SYSTEM ${HDF5_INCLUDE_DIRS})
set_source_files_properties(${CMAKE_SOURCE_DIR}/src/results/hdf5.c PROPERTIES COMPILE_DEFINITIONS
  "TRM_HDF5_SONAME=\"${TRAMMEL_HDF5_SONAME}\";TRM_HDF5_PACKAGE=\"${TRAMMEL_HDF5_PACKAGE}\"")
