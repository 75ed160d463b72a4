#pragma once

#include "carom/collision/pair_list.h"
#include "carom/model/model.h"

namespace carom {

/// Of the two bodies of a contact, as if they were free; of the whole mechanism where neither has a mass  [kg].
[[nodiscard]] inline double calc_reduced_mass(const Model& model, const ContactSlot& slot) {
  const double a = model.body(slot.body_a).mass, b = model.body(slot.body_b).mass;
  const double inverse = (a > 0.0 ? 1.0 / a : 0.0) + (b > 0.0 ? 1.0 / b : 0.0);
  return inverse > 0.0 ? 1.0 / inverse : model.total_mass();
}

}  // namespace carom
