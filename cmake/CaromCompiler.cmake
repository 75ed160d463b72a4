# How every target of the project is compiled.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Release, Debug or RelWithDebInfo" FORCE)
endif()
set(CMAKE_CXX_FLAGS_RELEASE "-O3 -DNDEBUG")
# For what calls the library and computes little itself, the program and the tests: compiles a third faster.
set(CAROM_LIGHTLY $<$<CONFIG:Release>:-O1>)

# Every target links this; it is not exported, so users of the installed package keep their own flags.
add_library(carom_compile_options INTERFACE)
target_compile_options(carom_compile_options INTERFACE
  -Wall -Wextra -Wconversion -Wshadow -Werror
  # g++ 12 sees an overlap in the concatenation of strings that cannot happen (its bug 105651).
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>
  # clang counts a change of sign as a conversion, g++ does not.
  $<$<CXX_COMPILER_ID:Clang>:-Wno-sign-conversion>
  # Contracting a*b+c into one rounding would give other bits on machines with fused multiply-add.
  -ffp-contract=off
  # Square roots and the like are not asked to set errno, which would keep them from being one instruction.
  -fno-math-errno
  # Nobody puts another function in the place of one of ours when a program starts: they may be inlined.
  $<$<CXX_COMPILER_ID:GNU>:-fno-semantic-interposition>)
