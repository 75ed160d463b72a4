# What `cmake --install` adds so that find_package(carom) works in other projects.
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

set_property(GLOBAL PROPERTY CAROM_FIND_DEPENDENCIES "")

# carom_find_package(<the arguments of find_package>...): a package that the library links. Our libraries are static, so
# whoever links them needs it too: the installed package looks for the same packages with the same arguments.
macro(carom_find_package)
  find_package(${ARGV} REQUIRED)
  string(REPLACE ";" " " carom_find_arguments "${ARGV}")
  set_property(GLOBAL APPEND_STRING PROPERTY CAROM_FIND_DEPENDENCIES "find_dependency(${carom_find_arguments})\n")
endmacro()

function(carom_install_package)
  set(folder ${CMAKE_INSTALL_LIBDIR}/cmake/carom)
  get_property(CAROM_FIND_DEPENDENCIES GLOBAL PROPERTY CAROM_FIND_DEPENDENCIES)
  configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/carom-config.cmake.in
    ${PROJECT_BINARY_DIR}/carom-config.cmake INSTALL_DESTINATION ${folder})
  # Before 1.0 a minor version may break what stood before.
  write_basic_package_version_file(${PROJECT_BINARY_DIR}/carom-config-version.cmake COMPATIBILITY SameMinorVersion)
  install(EXPORT carom-targets NAMESPACE carom:: DESTINATION ${folder})
  install(FILES ${PROJECT_BINARY_DIR}/carom-config.cmake ${PROJECT_BINARY_DIR}/carom-config-version.cmake
                ${PROJECT_SOURCE_DIR}/cmake/FindHDF5Serial.cmake
                ${PROJECT_SOURCE_DIR}/cmake/FindFFTW3Double.cmake
          DESTINATION ${folder})
  install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
endfunction()
