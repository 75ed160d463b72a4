#pragma once

#include <string>

namespace carom {

/// The stiffness of a contact that follows from the materials and shapes of its sides.
struct MaterialStiffness {
  std::string contact;
  double stiffness{};  // [N/mᵖ]
};

}  // namespace carom
