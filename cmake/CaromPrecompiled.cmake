# Most of the time that a small source takes to compile goes into reading Eigen and the standard library: they are read
# once. A source still names every header it uses, as builds with a compiler cache show, which do without this: the
# cache saves more, and does not see into precompiled headers.
if(CMAKE_CXX_COMPILER_LAUNCHER MATCHES ccache)
  set(CMAKE_DISABLE_PRECOMPILE_HEADERS ON)
endif()

set(CAROM_COMMON_HEADERS
  <algorithm> <array> <cmath> <filesystem> <functional> <limits> <memory> <optional> <span> <string> <string_view>
  <unordered_map> <utility> <variant> <vector> <Eigen/Dense> <fmt/format.h>)

# carom_add_precompiled(<name> HEADERS <header>... LINKS <target>... [OPTIONS <option>...]): headers that targets reuse
function(carom_add_precompiled name)
  cmake_parse_arguments(arg "" "" "HEADERS;LINKS;OPTIONS" ${ARGN})
  file(CONFIGURE OUTPUT ${name}.cpp CONTENT "")
  add_library(${name} OBJECT ${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp)
  target_link_libraries(${name} PRIVATE carom_compile_options ${arg_LINKS})
  target_compile_options(${name} PRIVATE ${arg_OPTIONS})
  target_precompile_headers(${name} PRIVATE ${arg_HEADERS})
endfunction()

# g++ forgets which of the precompiled headers are the system's, and tells of overflows inside std::string that cannot
# happen (its bug 105651).
if(NOT CMAKE_DISABLE_PRECOMPILE_HEADERS AND CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  target_compile_options(carom_compile_options INTERFACE
    -Wno-array-bounds -Wno-stringop-overflow -Wno-stringop-overread)
endif()
