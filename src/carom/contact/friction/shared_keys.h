#pragma once

#include "carom/contact/law_keys.h"
#include "carom/contact/parameter_checks.h"

namespace carom::friction {

// Keys that several friction laws have.

template <class Law>
void add_viscous(LawKeys<Law>& keys) {
  keys.add("viscous", &Law::viscous, dimensions::kDamping, "force for a slip of 1 m/s, besides all else")
      .at_least(0.0)
      .means(Meaning::Viscous);
}

/// At rest and in sliding, and the speed at which the one becomes the other.
template <class Law>
void add_coefficients(LawKeys<Law>& keys, const schema::Range& range = {.least = 0.0}) {
  keys.add("static", &Law::static_coefficient, dimensions::kNumber, "coefficient of friction at rest")
      .within(range)
      .required()
      .means(Meaning::StaticFriction);
  keys.add("kinetic", &Law::kinetic_coefficient, dimensions::kNumber, "coefficient of friction in sliding")
      .within(range)
      .required()
      .means(Meaning::KineticFriction);
  keys.add("stribeck_speed", &Law::stribeck_speed, dimensions::kSpeed, "slip at which the one becomes the other")
      .above(0.0)
      .means(Meaning::StribeckSpeed);
}

template <class Law>
void add_positive_coefficients(LawKeys<Law>& keys) {
  add_coefficients(keys, {.least = 0.0, .least_excluded = true});
}

template <class Law>
void add_single_coefficient(LawKeys<Law>& keys) {
  keys.add("friction", &Law::friction, dimensions::kNumber, "coefficient of friction")
      .at_least(0.0)
      .required()
      .means(Meaning::Friction);
}

template <class Law>
void add_bristle_stiffness(LawKeys<Law>& keys) {
  keys.add("bristle_stiffness", &Law::bristle_stiffness, dimensions::kStiffness, "of the bristles")
      .above(0.0)
      .left_open("0.8 of the normal contact's under the weight of its lighter body")
      .means(Meaning::BristleStiffness);
}

template <class Law>
void add_bristle_damping(LawKeys<Law>& keys) {
  keys.add("bristle_damping", &Law::bristle_damping, dimensions::kDamping, "of the bristles")
      .above(0.0)
      .left_open("0.2 √(m bristle_stiffness), m of the lighter body")
      .means(Meaning::BristleDamping);
}

/// What friction at rest and in sliding say together.
inline void check_coefficients(ParameterChecks& checks, double static_coefficient, double kinetic_coefficient) {
  if (static_coefficient < kinetic_coefficient) {
    checks.warn("static friction is below kinetic friction: the contact holds less at rest than in sliding");
  }
}

}  // namespace carom::friction
