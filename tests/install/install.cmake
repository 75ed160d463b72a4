# Installs afresh and checks that the package does not lead back to the folders it was built in.
file(REMOVE_RECURSE ${PREFIX})
execute_process(COMMAND ${CMAKE_COMMAND} --install ${BUILD} --prefix ${PREFIX} COMMAND_ERROR_IS_FATAL ANY)

file(GLOB_RECURSE files ${PREFIX}/*.cmake)
if(NOT files)
  message(FATAL_ERROR "nothing was installed for find_package")
endif()
foreach(file IN LISTS files)
  file(READ ${file} text)
  foreach(folder ${SOURCE} carom_compile_options)
    string(FIND "${text}" ${folder} at)
    if(NOT at EQUAL -1)
      message(SEND_ERROR "${file} mentions ${folder}")
    endif()
  endforeach()
endforeach()

# What is public fits into a few headers.
file(GLOB_RECURSE headers ${PREFIX}/include/*.h)
list(LENGTH headers count)
if(count LESS 2 OR count GREATER 25)
  message(SEND_ERROR "${count} headers are installed")
endif()
