# Coordinates of a state are found by the name of their joint (carom/model/joints/joint_view.h): their numbers change with the
# order of the bodies. No code outside tests reads or writes them by a literal number.
cmake_policy(VERSION 3.20)

file(GLOB_RECURSE sources ${ROOT}/src/*.cpp ${ROOT}/src/*.h ${ROOT}/apps/*.cpp ${ROOT}/apps/*.h
  ${ROOT}/reproductions/*.cpp ${ROOT}/reproductions/*.h ${ROOT}/cases/*.cpp ${ROOT}/benchmarks/*.cpp ${ROOT}/README.md)
if(NOT sources)
  message(FATAL_ERROR "no sources below ${ROOT}")
endif()

set(state "(state|states\\[[^]]*\\]|states\\.back\\(\\)|states\\.front\\(\\)|start|end|initial|first|last|settled|middle|a|b)")
set(place "(\\[[0-9]+\\]|\\([0-9]+\\)|\\.(head|tail)<[0-9]+>|\\.segment<[0-9]+>\\([0-9]+\\))")
set(found "")
foreach(source IN LISTS sources)
  file(STRINGS ${source} lines REGEX "(^|[^A-Za-z0-9_])${state}\\.[qv]${place}")
  foreach(line IN LISTS lines)
    file(RELATIVE_PATH name ${ROOT} ${source})
    string(APPEND found "\n  ${name}: ${line}")
  endforeach()
endforeach()
if(found)
  message(FATAL_ERROR "Coordinates by number, where carom/model/joints/joint_view.h finds them by name:${found}")
endif()
