#include "carom/collision/convex/convex_surface.h"

namespace carom {

Vector3 find_support(const CollisionShape& shape, const Vector3& d) {
  return visit_shape(shape.type, [&](auto type) -> Vector3 { return type.find_support(shape, d); });
}

SurfaceAt find_surface(const CollisionShape& shape, const Vector3& m, double tolerance, const Vector3& near) {
  return visit_shape(shape.type, [&](auto type) -> SurfaceAt { return type.find_surface(shape, m, tolerance, near); });
}

}  // namespace carom
