# carom_add_layer(<name> [USES <layer>...] [LINKS_PUBLIC <target>...] [LINKS_PRIVATE <target>...])
#
# Makes the library carom::<name> from every source in the calling folder and below. A layer sees the headers of itself
# and of the layers it uses, and no others: each layer's include root holds one link to its own folder, so an #include
# of a layer that is not in USES does not find its file.
include(GNUInstallDirs)

set_property(GLOBAL PROPERTY CAROM_LAYERS "")

function(carom_add_layer name)
  cmake_parse_arguments(arg "" "" "USES;LINKS_PUBLIC;LINKS_PRIVATE" ${ARGN})
  set(target carom_${name})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp)
  set(include_root ${PROJECT_BINARY_DIR}/layers/${name})
  file(MAKE_DIRECTORY ${include_root}/carom)
  # Written anew each time: in a copied build folder it would still lead to the tree that was copied.
  file(CREATE_LINK ${CMAKE_CURRENT_SOURCE_DIR} ${include_root}/carom/${name} SYMBOLIC)

  if(sources)
    add_library(${target} STATIC ${sources})
    set(scope PUBLIC)
    target_precompile_headers(${target} REUSE_FROM carom_common_headers)
    target_link_libraries(${target} PRIVATE $<BUILD_INTERFACE:carom_compile_options> ${arg_LINKS_PRIVATE})
  else()
    add_library(${target} INTERFACE)
    set(scope INTERFACE)
  endif()
  add_library(carom::${name} ALIAS ${target})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name})
  target_compile_features(${target} ${scope} cxx_std_20)
  target_include_directories(${target} ${scope}
    $<BUILD_INTERFACE:${include_root}> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  list(TRANSFORM arg_USES PREPEND carom_)
  target_link_libraries(${target} ${scope} ${arg_USES} ${arg_LINKS_PUBLIC})

  install(TARGETS ${target} EXPORT carom-targets)
  set_property(GLOBAL APPEND PROPERTY CAROM_LAYERS ${target})
endfunction()

# The umbrella carom::carom links every layer there is, and has the one header that others include. What that header
# includes, and nothing else, is installed with it.
function(carom_add_umbrella)
  get_property(layers GLOBAL PROPERTY CAROM_LAYERS)
  set(include_root ${PROJECT_BINARY_DIR}/layers/umbrella)
  file(MAKE_DIRECTORY ${include_root}/carom)
  file(CREATE_LINK ${CMAKE_CURRENT_SOURCE_DIR}/carom.h ${include_root}/carom/carom.h SYMBOLIC)
  add_library(carom INTERFACE)
  add_library(carom::carom ALIAS carom)
  target_include_directories(carom INTERFACE
    $<BUILD_INTERFACE:${include_root}> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_link_libraries(carom INTERFACE ${layers})
  install(TARGETS carom EXPORT carom-targets)
  install(CODE "set(CAROM_SOURCES \"${CMAKE_CURRENT_SOURCE_DIR}\")
                set(CAROM_HEADERS \"\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_INCLUDEDIR}/carom\")")
  install(SCRIPT ${PROJECT_SOURCE_DIR}/cmake/install_headers.cmake)
endfunction()
