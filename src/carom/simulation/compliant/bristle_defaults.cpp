#include "carom/simulation/compliant/bristle_defaults.h"

#include <cmath>

#include "carom/contact/variant_keys.h"

namespace carom {
namespace {

// p k x₀ᵖ⁻¹ at the depth x₀ = (m A/k)^{1/p}  [N/m].
double calc_normal_slope(const BristleScale& scale) {
  const double load = scale.mass * scale.acceleration;
  return scale.exponent * load / std::pow(load / scale.normal_stiffness, 1.0 / scale.exponent);
}

// Sets the number that means this where the law leaves it open.
template <class Value>
void complete(FrictionLaw& law, Meaning meaning, const Value& value) {
  for_each_key(law, [&](auto& own, const auto& key) {
    if (key.meaning != meaning || !key.may_be_open) return;
    double& number = *find_number(own, key);
    if (number == 0.0) number = value();
  });
}

}  // namespace

std::pair<double, double> get_bristles(const FrictionLaw& law) {
  return {find_value(law, Meaning::BristleStiffness).value_or(0.0),
          find_value(law, Meaning::BristleDamping).value_or(0.0)};
}

bool lacks_bristles(const FrictionLaw& law) {
  bool lacks = false;
  for_each_key(law, [&](const auto& own, const auto& key) {
    lacks = lacks || (key.may_be_open && *find_number(own, key) == 0.0);
  });
  return lacks;
}

FrictionLaw complete_bristles(FrictionLaw law, const BristleScale& scale) {
  constexpr double kTangential = 0.8, kDampingRatio = 0.1;
  complete(law, Meaning::BristleStiffness, [&] { return kTangential * calc_normal_slope(scale); });
  const double stiffness = get_bristles(law).first;
  complete(law, Meaning::BristleDamping, [&] { return 2.0 * kDampingRatio * std::sqrt(scale.mass * stiffness); });
  return law;
}

}  // namespace carom
