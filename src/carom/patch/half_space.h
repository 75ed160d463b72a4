#pragma once

#include <optional>

#include "carom/contact/hertz.h"

namespace carom {

/// What two half-spaces, pressed and sheared against each other, yield together: the factors of the influence functions
/// of Boussinesq and Cerruti, summed over both bodies.  [johnson1985, section 3.6]
struct PairCompliance {
  double direct{};    // Σ (1 − ν)/(2π G) = 1/(π E*)  [1/Pa]
  double lateral{};   // Σ ν/(2π G)  [1/Pa]
  double coupling{};  // (1 − 2ν₁)/(4π G₁) − (1 − 2ν₂)/(4π G₂): zero for equal bodies  [1/Pa]
};

/// No material: a rigid body. Throws InputError for a modulus or a ratio out of range, and for two rigid bodies.
[[nodiscard]] PairCompliance make_pair_compliance(const std::optional<ElasticMaterial>& first,
                                                  const std::optional<ElasticMaterial>& second);

}  // namespace carom
