#include <cmath>

#include <fmt/format.h>

#include "carom/base/input_error.h"
#include "carom/scene/tables/tables.h"

namespace carom {
namespace {

Vector3 make_unit(const Vector3& direction, const char* key) {
  // Shorter than this, squaring the length underflows.
  if (direction.norm() > 1e-150) return direction.normalized();
  throw InputError("rotation", fmt::format("{} must have a length above zero", key));
}

// About the fixed axes x, then y, then z: R = R_z(yaw) R_y(pitch) R_x(roll), as in URDF.
Quaternion from_rpy(const Vector3& rpy) {
  const auto about = [](const Vector3& axis, double angle) { return quaternion_from_rotation_vector(angle * axis); };
  return compose(about(Vector3::UnitZ(), rpy.z()),
                 compose(about(Vector3::UnitY(), rpy.y()), about(Vector3::UnitX(), rpy.x())));
}

// The shortest rotation that takes z to a unit vector.
Quaternion from_z_axis(const Vector3& z) {
  const Vector3 axis = Vector3::UnitZ().cross(z);
  const double sine = axis.norm();
  const double angle = std::atan2(sine, z.z());
  if (sine > 0.0) return quaternion_from_rotation_vector(angle / sine * axis);
  return quaternion_from_rotation_vector(angle * Vector3::UnitX());
}

Quaternion from_quaternion(const Quaternion& given) {
  // A quaternion that is far from a unit was meant to be something else, such as angles.
  if (std::abs(given.norm() - 1.0) < 0.01) return given.normalized();
  throw InputError("rotation", fmt::format("quaternion (w, x, y, z) must have the norm 1, found {:.6g}", given.norm()));
}

}  // namespace

Quaternion RotationEntry::make_quaternion() const {
  if (axis.has_value() != angle.has_value()) throw InputError("rotation", "axis and angle go together");
  if (axis) return quaternion_from_rotation_vector(*angle * make_unit(*axis, "axis"));
  if (rpy) return from_rpy(*rpy);
  if (z_axis) return from_z_axis(make_unit(*z_axis, "z_axis"));
  return quaternion ? from_quaternion(*quaternion) : identity_quaternion();
}

TablePtr<RotationEntry> make_rotation_table() {
  using namespace dimensions;
  auto table = schema::make_table<RotationEntry>("rotation", "A rotation in one of four forms.");
  table->add("axis", &RotationEntry::axis, kNumber, "turn about this axis, of any length, by `angle`");
  table->add("angle", &RotationEntry::angle, kAngle, "of the turn about `axis`");
  table->add("rpy", &RotationEntry::rpy, kAngle,
             "roll, pitch, yaw: about the fixed axes x, then y, then z, as in URDF");
  table->add("quaternion", &RotationEntry::quaternion, kNumber, "w, x, y, z, of norm 1");
  table->add("z_axis", &RotationEntry::z_axis, kNumber, "the shortest turn that takes z along this direction");
  table->exactly_one_of({"axis", "rpy", "quaternion", "z_axis"});
  return table;
}

}  // namespace carom
