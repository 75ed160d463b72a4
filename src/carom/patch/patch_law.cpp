#include "carom/patch/patch_law.h"

#include "carom/contact/parameter_checks.h"

namespace carom {

void validate(const PatchLaw& law, const std::string& element) {
  ParameterChecks checks(element);
  checks.positive("width", law.width);
  checks.within("elements", law.elements, {.least = 4.0, .most = 1024.0});
  checks.not_negative("friction", law.friction);
  checks.not_negative("smoothing", law.smoothing);
  checks.not_negative("viscosity.time", law.viscosity.time);
  checks.not_negative("viscosity.relaxation", law.viscosity.relaxation);
  checks.within("tolerance", law.tolerance, {.least = 1e-13, .most = 1e-2});
}

}  // namespace carom
