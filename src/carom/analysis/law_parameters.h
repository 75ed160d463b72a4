#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "carom/contact/normal/normal_law.h"

namespace carom {

/// A parameter of a law that the restitution depends on, by the key that scenes have for it. "restitution.alpha" is the
/// slope of a restitution 1 − α v.
struct LawParameter {
  std::string key{};
  bool positive{true};  // searched by its logarithm, so that it stays above zero
  double most{};        // upper limit; 0: none
};

/// Those that a fit of restitution against speed can find, once the stiffness is known: of two parameters such
/// measurements see only one, since the other sets the duration.                              [azad2014, section III]
[[nodiscard]] std::vector<LawParameter> list_fit_parameters(const NormalLaw& law);

/// The restitution that a law is asked for at an impact speed [m/s]; none where it takes no restitution.
[[nodiscard]] std::optional<double> find_asked_restitution(const NormalLaw& law, double speed);

/// Throws InputError where the law has no such parameter.
void set_parameter(NormalLaw& law, std::string_view key, double value);

/// Where the search for one of them begins.
[[nodiscard]] double guess_parameter(const NormalLaw& law, std::string_view key, const MeasuredImpact& impact);

}  // namespace carom
