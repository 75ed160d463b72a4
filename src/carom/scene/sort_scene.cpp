#include "carom/scene/sort_scene.h"

#include <algorithm>

#include "carom/base/natural_order.h"
#include "carom/model/shapes/shape_order.h"

namespace carom {

void sort_scene(Scene& scene) {
  scene.model.sort_by_names();
  std::ranges::stable_sort(scene.shapes, [](const ShapeSpec& a, const ShapeSpec& b) { return comes_before(a, b); });
  std::ranges::stable_sort(scene.contacts, [](const ContactRule& a, const ContactRule& b) {
    return a.surface_a != b.surface_a ? comes_before(a.surface_a, b.surface_a) : comes_before(a.surface_b, b.surface_b);
  });
}

}  // namespace carom
