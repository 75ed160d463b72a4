# Every #include with quotes names a layer: "carom/<layer>/<file>.h".
file(GLOB_RECURSE files ${FOLDER}/*.h ${FOLDER}/*.cpp)
foreach(file IN LISTS files)
  file(STRINGS ${file} includes REGEX "^ *# *include *\"")
  list(FILTER includes EXCLUDE REGEX "\"carom/[a-z_]+/[^.]")
  if(includes)
    message(SEND_ERROR "${file}: ${includes}")
  endif()
endforeach()
