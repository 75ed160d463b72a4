# Sources one by one read and instantiate the same headers hundreds of times: compiled eight together they take less
# than half of the time. Not with a compiler cache, which keeps small pieces better; such builds show that each source names the
# headers it uses. Nor for fuzzers, which link few sources of a layer.
if(NOT DEFINED CMAKE_UNITY_BUILD AND NOT CMAKE_CXX_COMPILER_LAUNCHER MATCHES ccache AND NOT CAROM_BUILD_FUZZERS)
  set(CMAKE_UNITY_BUILD ON)
  # What shadows a name of another source does no harm.
  target_compile_options(carom_compile_options INTERFACE -Wno-shadow)
endif()

# carom_compile_alone(<list>): the sources in a file, a line each. Call it when all targets are there.
function(carom_compile_alone list)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${list})
  file(STRINGS ${list} sources REGEX "^[^#]")
  foreach(source ${sources})
    string(REGEX REPLACE "^src/carom/([a-z]+)/.*" "carom_\\1" target ${source})
    string(REGEX REPLACE "^tests/([a-z]+)/.*" "test_\\1" target ${target})
    string(REGEX REPLACE "^apps/.*" "carom_app" target ${target})
    string(REGEX REPLACE "^(cases|reproductions)/.*" "carom_\\1" target ${target})
    if(TARGET ${target})
      set_source_files_properties(${PROJECT_SOURCE_DIR}/${source} TARGET_DIRECTORY ${target}
        PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
    endif()
  endforeach()
endfunction()
