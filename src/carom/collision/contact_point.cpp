#include "carom/collision/contact_point.h"

#include <cmath>
#include <utility>

namespace carom {

ContactPoint mirror(const ContactPoint& contact) {
  ContactPoint mirrored = contact;
  mirrored.normal = -contact.normal;
  mirrored.normal_rate = -contact.normal_rate;
  mirrored.slide = -contact.slide;
  mirrored.slide_turn = -contact.slide_turn;
  std::swap(mirrored.point_a, mirrored.point_b);
  return mirrored;
}

double calc_equivalent_radius(const ContactPoint& contact) {
  if (std::isinf(contact.curvature_1)) return 0.0;
  if (contact.curvature_2 <= 0.0) return std::numeric_limits<double>::infinity();
  return 1.0 / std::sqrt(contact.curvature_1 * contact.curvature_2);
}

}  // namespace carom
