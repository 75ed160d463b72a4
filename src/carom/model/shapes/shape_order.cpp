#include "carom/model/shapes/shape_order.h"

#include <tuple>

#include "carom/base/natural_order.h"

namespace carom {

bool comes_before(const ShapeSpec& a, const ShapeSpec& b) {
  if (a.body != b.body) return comes_before(a.body, b.body);
  if (a.surface != b.surface) return comes_before(a.surface, b.surface);
  if (a.name != b.name) return comes_before(a.name, b.name);
  const auto make_key = [](const ShapeSpec& spec) {
    const Quaternion& turned = spec.rotation;
    return std::make_tuple(spec.geometry.index(), spec.at.x(), spec.at.y(), spec.at.z(), turned[0], turned[1],
                           turned[2], turned[3]);
  };
  return make_key(a) < make_key(b);
}

}  // namespace carom
