#pragma once

#include <optional>

#include "carom/contact/law_keys.h"
#include "carom/contact/parameter_checks.h"

namespace carom::impact {

// Keys that several impact laws have.

template <class Law>
void add_coefficients(LawKeys<Law>& keys) {
  keys.add("restitution", &Law::restitution, dimensions::kNumber, "what is given back: 0 nothing, 1 all")
      .between(0.0, 1.0)
      .required()
      .means(Meaning::Restitution);
  keys.add("friction", &Law::friction, dimensions::kNumber, "coefficient of friction in sliding")
      .at_least(0.0)
      .means(Meaning::KineticFriction);
}

template <class Law>
void add_static_friction(LawKeys<Law>& keys) {
  keys.add("static_friction", &Law::static_friction, dimensions::kNumber,
           "coefficient of friction at rest, not below friction")
      .at_least(0.0)
      .otherwise("the same as friction")
      .means(Meaning::StaticFriction);
}

inline void check_static_friction(ParameterChecks& checks, double friction,
                                  const std::optional<double>& static_friction) {
  if (static_friction) checks.within("static_friction", *static_friction, {.least = friction});
}

}  // namespace carom::impact
