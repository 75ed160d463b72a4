#pragma once

#include "carom/contact/parameter_checks.h"

namespace carom::friction {

inline void check_coefficients(ParameterChecks& checks, double static_coefficient, double kinetic_coefficient) {
  checks.not_negative("static", static_coefficient);
  checks.not_negative("kinetic", kinetic_coefficient);
  if (static_coefficient < kinetic_coefficient) {
    checks.warn("static friction is below kinetic friction: the contact holds less at rest than in sliding");
  }
}

}  // namespace carom::friction
