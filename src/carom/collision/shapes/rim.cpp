#include "carom/collision/shapes/rim.h"

#include <numbers>

namespace carom {

Vector3 find_outward(const Vector3& m) {
  constexpr double kWeight = 1e-13;
  const double x = m.x() + kWeight, y = m.y();
  const double length = std::sqrt(x * x + y * y);
  return length == 0.0 ? Vector3(Vector3::UnitX()) : Vector3(x / length, y / length, 0.0);
}

Rim::Rim(const CollisionShape& shape, const Vector3& m, double z)
    : outward_(find_outward(m)),
      around_(Vector3::UnitZ().cross(outward_)),
      center_(z * Vector3::UnitZ()),
      radius_(shape.radius),
      bend_(outward_.dot(m) * shape.curvature) {}

void Rim::add_face(double side, int first_id, ContactFeature& feature) const {
  constexpr int kCorners = 12;
  feature.normal = side * Vector3::UnitZ();
  for (int k = 0; k < kCorners; ++k) feature.add_corner(at(side * k * 2.0 * std::numbers::pi / kCorners));
  // On the lower side corners go around the other way.
  for (int k = 0; k < 3; ++k) {
    const int corner = k == 0 ? 0 : side > 0.0 ? 4 * k : kCorners - 4 * k;
    feature.add_anchor(corner, first_id + k, kSharp, k == 0 ? bend_ : -0.5 * bend_);
  }
}

}  // namespace carom
