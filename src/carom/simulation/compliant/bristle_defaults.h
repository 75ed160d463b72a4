#pragma once

#include <utility>

#include "carom/contact/friction/friction_law.h"

namespace carom {

/// What a contact at hand says of its bristles.
struct BristleScale {
  double normal_stiffness{};  // k of the normal law  [N/mᵖ]
  double exponent{};          // p  [-]
  double mass{};              // that the contact has to hold  [kg]
  double acceleration{};      // that presses it  [m/s²]
};

/// Stiffness [N/m] and damping [N·s/m]; zero where the law has none.
[[nodiscard]] std::pair<double, double> get_bristles(const FrictionLaw& law);
[[nodiscard]] bool lacks_bristles(const FrictionLaw& law);

/// A law whose bristles were not given gets those of the contact at hand.
///
/// Stiffness: 0.8 of the slope of the normal force under the load, as where round elastic bodies with ν = 0.3 are
/// sheared without slip, 2 (1 − ν)/(2 − ν) = 0.82. [johnson1985, section 7.2] Damping: a tenth of critical, σ1 =
/// 0.2 √(m σ0); a law that can do without has none.
[[nodiscard]] FrictionLaw complete_bristles(FrictionLaw law, const BristleScale& scale);

}  // namespace carom
