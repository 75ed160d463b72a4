#pragma once

#include "carom/math/types.h"

namespace carom::impact {

/// What one contact is supposed to do in a trial.
struct SupposedMode {
  enum class Tangential {
    Free,          // no friction acts
    Stick,         // no slip
    Slide,         // slips already, along `direction`
    BeginsToSlide  // at rest, and slips from now on along `direction`
  };

  bool closed{};  // stays in contact along the normal
  Tangential tangential{Tangential::Free};
  Eigen::Vector2d direction = Eigen::Vector2d::Zero();  // in the plane only the first component counts

  [[nodiscard]] bool slides() const {
    return tangential == Tangential::Slide || tangential == Tangential::BeginsToSlide;
  }
};

}  // namespace carom::impact
