#include "carom/collision/convex/contact_feature.h"

namespace carom {

void find_feature(const CollisionShape& shape, const Vector3& m, ContactFeature& feature) {
  feature.clear();
  visit_shape(shape.type, [&](auto type) {
    if constexpr (type.kIsConvex) type.find_feature(shape, m, feature);
  });
}

void find_nearest_face(const CollisionShape& shape, const Vector3& m, ContactFeature& feature) {
  constexpr double kAnyAngle = 2.0;
  feature.clear();
  visit_shape(shape.type, [&](auto type) {
    if constexpr (type.kIsPolyhedron) type.find_feature(shape, m, kAnyAngle, feature);
  });
}

}  // namespace carom
