#pragma once

#include <string_view>

#include "carom/model/mass_properties.h"
#include "carom/model/shapes/triangle_mesh.h"

namespace carom {

/// The mass properties of a body of even density [kg/m³] bounded by the mesh, in the mesh's frame.
///
/// Throws InputError about `element` for a mesh that is not valid, open, inside out (negative volume) or flat, and for
/// a density that is not positive. That the surface does not cut through itself is taken for granted.
[[nodiscard]] MassProperties make_mass_properties_of_mesh_density(const TriangleMesh& mesh, double density,
                                                                  std::string_view element);

/// The same from the body's mass [kg].
[[nodiscard]] MassProperties make_mass_properties_of_mesh(const TriangleMesh& mesh, double mass,
                                                          std::string_view element);

}  // namespace carom
