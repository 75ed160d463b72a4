# FFTW in double precision, as the target FFTW3Double::fftw3.
#
# Rejected: the package's own FFTW3Config.cmake. Debian's includes a file that it does not install.
find_path(FFTW3Double_INCLUDE_DIR fftw3.h)
find_library(FFTW3Double_LIBRARY fftw3)
mark_as_advanced(FFTW3Double_INCLUDE_DIR FFTW3Double_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(FFTW3Double REQUIRED_VARS FFTW3Double_LIBRARY FFTW3Double_INCLUDE_DIR)

if(FFTW3Double_FOUND AND NOT TARGET FFTW3Double::fftw3)
  add_library(FFTW3Double::fftw3 UNKNOWN IMPORTED)
  set_target_properties(FFTW3Double::fftw3 PROPERTIES
    IMPORTED_LOCATION ${FFTW3Double_LIBRARY} INTERFACE_INCLUDE_DIRECTORIES ${FFTW3Double_INCLUDE_DIR})
endif()
