#include "carom/scene/body_entry.h"

#include "carom/base/input_error.h"
#include "carom/model/shapes/mesh_inertia.h"
#include "carom/model/spec_checks.h"

namespace carom {
namespace {

// In the frame of the solid, or of the matrix.
MassProperties make_unplaced_mass(const BodyEntry& entry, const std::string& element) {
  const InertiaEntry inertia = entry.inertia.value_or(InertiaEntry{});
  if (entry.density) {
    if (inertia.mesh) return make_mass_properties_of_mesh_density(*inertia.mesh, *entry.density, element);
    if (!inertia.solid) throw InputError(element, "density needs a solid in inertia; give the mass instead");
    return make_mass_properties_of_density(*inertia.solid, *entry.density, element);
  }
  const double mass = entry.mass.value_or(0.0);
  if (inertia.mesh) return make_mass_properties_of_mesh(*inertia.mesh, mass, element);
  if (inertia.solid) return make_mass_properties(*inertia.solid, mass, element);
  return {.mass = mass, .inertia_about_center = inertia.matrix};
}

}  // namespace

BodySpec make_body_spec(const BodyEntry& entry) {
  const std::string element = describe("body", entry.name);
  const Quaternion rotation = entry.inertia ? entry.inertia->rotation : identity_quaternion();
  BodySpec spec{.name = entry.name, .joint = entry.joint};
  spec.mass = express_in(matrix_from_quaternion(rotation), Vector3::Zero(), make_unplaced_mass(entry, element));
  // A center that is given moves the whole solid there.
  if (entry.center_of_mass) spec.mass.center_of_mass = *entry.center_of_mass;
  return spec;
}

}  // namespace carom
