#pragma once

#include <cmath>

#include "carom/contact/law_keys.h"
#include "carom/contact/normal/normal_response.h"

namespace carom::normal {

// Keys that several normal laws have.

template <class Law>
LawKey<Law>& add_stiffness(LawKeys<Law>& keys, std::string_view help, std::string_view unit) {
  return keys.add("stiffness", &Law::stiffness, dimensions::kNumber, help)
      .above(0.0)
      .left_open("from the `material` of both surfaces")
      .with_unit(unit)
      .means(Meaning::Stiffness);
}

/// The spring k xᵖ; returns the key of p.
template <class Law>
LawKey<Law>& add_spring(LawKeys<Law>& keys) {
  add_stiffness(keys, "k of the spring k xᵖ", "N/mᵖ");
  return keys.add("exponent", &Law::exponent, dimensions::kNumber, "p: 1.5 for round bodies (Hertz)").above(0.0);
}

/// The damper that takes the lost part of the spring's force at the depth that an impact reaches.
[[nodiscard]] inline double guess_damping(const NormalResponse& response, const MeasuredImpact& impact) {
  const double depth =
      std::pow(impact.mass * impact.speed * impact.speed / response.stiffness, 1.0 / (response.exponent + 1.0));
  return impact.lost * response.stiffness * std::pow(depth, response.exponent - response.damping_exponent) /
         std::pow(impact.speed, response.rate_exponent);
}

template <class Law>
LawKey<Law>& add_damping(LawKeys<Law>& keys, std::string_view unit) {
  return keys.add("damping", &Law::damping, dimensions::kNumber, "λ").at_least(0.0).with_unit(unit);
}
template <class Law>
LawKey<Law>& add_fitted_damping(LawKeys<Law>& keys, std::string_view unit) {
  return add_damping(keys, unit)
      .fitted(LawKey<Law>::Search::Logarithm,
              [](const Law& law, const MeasuredImpact& impact) { return guess_damping(law.response(0.0), impact); });
}

/// Of laws that are asked for a restitution.
template <class Law>
void add_restitution(LawKeys<Law>& keys) {
  keys.add("restitution", &Law::restitution, dimensions::kNumber, "above 0, at most 1: what an impact is to return")
      .above(0.0)
      .at_most(1.0)
      .required()
      .means(Meaning::Restitution)
      .fitted(LawKey<Law>::Search::Logarithm,
              [](const Law&, const MeasuredImpact& impact) { return impact.restitution; })
      .matched([](const Law&, const MeasuredImpact& impact) { return impact.restitution; });
  keys.add("impact_speed_floor", &Law::impact_speed_floor, dimensions::kSpeed,
           "slower impacts are damped as if this fast")
      .above(0.0);
}

}  // namespace carom::normal
