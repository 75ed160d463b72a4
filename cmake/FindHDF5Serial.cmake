# The C library of HDF5 without MPI, as the target HDF5Serial::hdf5.
#
# Rejected: CMake's own FindHDF5. It compiles test programs in C, which every project that uses this package would have to
# enable, and takes the MPI variant where both are installed and that one is the default.
find_path(HDF5Serial_INCLUDE_DIR hdf5.h PATH_SUFFIXES hdf5/serial)
find_library(HDF5Serial_LIBRARY NAMES hdf5_serial hdf5)
mark_as_advanced(HDF5Serial_INCLUDE_DIR HDF5Serial_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(HDF5Serial REQUIRED_VARS HDF5Serial_LIBRARY HDF5Serial_INCLUDE_DIR)

if(HDF5Serial_FOUND AND NOT TARGET HDF5Serial::hdf5)
  add_library(HDF5Serial::hdf5 UNKNOWN IMPORTED)
  set_target_properties(HDF5Serial::hdf5 PROPERTIES
    IMPORTED_LOCATION ${HDF5Serial_LIBRARY} INTERFACE_INCLUDE_DIRECTORIES ${HDF5Serial_INCLUDE_DIR})
endif()
