# SPDX-License-Identifier: Apache-2.0
# What `make install` and the Debian packages contain.
include(CMakePackageConfigHelpers)

# Manual page and completions are written by the command itself
set(TRAMMEL_MADE ${CMAKE_BINARY_DIR}/made)
set(TRAMMEL_MADE_FILES ${TRAMMEL_MADE}/trammel.1 ${TRAMMEL_MADE}/trammel.bash
    ${TRAMMEL_MADE}/_trammel ${TRAMMEL_MADE}/trammel.fish)
add_custom_command(OUTPUT ${TRAMMEL_MADE_FILES}
  COMMAND ${CMAKE_COMMAND} -E make_directory ${TRAMMEL_MADE}
  COMMAND trammel_command man > ${TRAMMEL_MADE}/trammel.1
  COMMAND trammel_command completion bash > ${TRAMMEL_MADE}/trammel.bash
  COMMAND trammel_command completion zsh > ${TRAMMEL_MADE}/_trammel
  COMMAND trammel_command completion fish > ${TRAMMEL_MADE}/trammel.fish
  DEPENDS trammel_command COMMENT "Writing the manual page and completions")
add_custom_target(trammel_made ALL DEPENDS ${TRAMMEL_MADE_FILES})

install(TARGETS trammel_command RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT command)
install(FILES ${TRAMMEL_MADE}/trammel.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT command)
install(FILES ${TRAMMEL_MADE}/trammel.bash RENAME trammel COMPONENT command
        DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES ${TRAMMEL_MADE}/_trammel COMPONENT command
        DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions)
install(FILES ${TRAMMEL_MADE}/trammel.fish COMPONENT command
        DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
install(DIRECTORY ${CMAKE_SOURCE_DIR}/examples DESTINATION ${CMAKE_INSTALL_DOCDIR}
        COMPONENT command)
install(FILES README.md CHANGELOG.md LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR}
        COMPONENT command)

# The library, its headers, and how pkg-config and CMake find them
set(TRAMMEL_TARGETS trammel)
if(TRAMMEL_SHARED)
  list(APPEND TRAMMEL_TARGETS trammel_shared)
  set(TRAMMEL_PRIVATE .private) # a shared library brings its own dependencies
endif()
install(TARGETS ${TRAMMEL_TARGETS} EXPORT trammel
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development)
install(FILES ${TRAMMEL_HEADERS} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/trammel
        COMPONENT development)
file(RELATIVE_PATH TRAMMEL_PC_UP /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
configure_file(cmake/trammel.pc.in made/trammel.pc @ONLY)
configure_package_config_file(cmake/trammelConfig.cmake.in made/trammelConfig.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/trammel)
write_basic_package_version_file(${TRAMMEL_MADE}/trammelConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${TRAMMEL_MADE}/trammel.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig
        COMPONENT development)
install(FILES ${TRAMMEL_MADE}/trammelConfig.cmake ${TRAMMEL_MADE}/trammelConfigVersion.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/trammel COMPONENT development)
install(EXPORT trammel NAMESPACE trammel:: FILE trammelTargets.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/trammel COMPONENT development)

# Debian packages: trammel (the command) and libtrammel-dev
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME trammel)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_CONTACT "The Trammel authors <trammel@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY ${PROJECT_DESCRIPTION})
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL command development)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_COMMAND_PACKAGE_NAME trammel)
set(CPACK_DEBIAN_COMMAND_PACKAGE_SECTION science)
set(CPACK_DEBIAN_COMMAND_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_COMMAND_PACKAGE_DEPENDS "${TRAMMEL_HDF5_PACKAGE}, liblapack3, libarpack2") # loaded, not linked
set(CPACK_COMPONENT_COMMAND_DESCRIPTION
    "The trammel command\n Reads, checks and explains multibody models.")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libtrammel-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "libyaml-dev, libsuitesparse-dev, zlib1g-dev, libexpat1-dev, ${TRAMMEL_HDF5_PACKAGE}, liblapack3, libarpack2")
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION
    "The Trammel library for C programs\n Headers, static library, pkg-config and CMake files.")
include(CPack)
