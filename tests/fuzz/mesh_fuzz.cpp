// Bytes as a mesh file, STL and OBJ: triangles and their mass properties, or InputError.
#include <cstddef>
#include <cstdint>
#include <string>

#include "carom/base/input_error.h"
#include "carom/model/shapes/mesh_inertia.h"
#include "carom/scene/mesh_files.h"
#include "fuzz_target.h"

namespace {

template <class Parse>
void read(const Parse& parse) {
  try {
    (void)carom::make_mass_properties_of_mesh_density(parse(), 1000.0, "mesh");
  } catch (const carom::InputError& error) {
    carom::fuzz::require(!error.problem().empty(), "an error without a message");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes = carom::fuzz::make_text(data, size);
  read([&] { return carom::parse_stl(bytes, "mesh"); });
  read([&] { return carom::parse_obj(bytes, "mesh"); });
  return 0;
}
