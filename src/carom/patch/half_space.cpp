#include "carom/patch/half_space.h"

#include <numbers>

#include "carom/base/input_error.h"
#include "carom/contact/parameter_checks.h"

namespace carom {

namespace {

PairCompliance make_compliance(const ElasticMaterial& material, const char* name) {
  ParameterChecks checks(name);
  checks.positive("young", material.young);
  checks.within("poisson", material.poisson, {.least = -1.0, .most = 0.5, .least_excluded = true});
  const double nu = material.poisson;
  const double shear_modulus = material.young / (2.0 * (1.0 + nu));  // [Pa]
  const double unit = 1.0 / (2.0 * std::numbers::pi * shear_modulus);
  return {.direct = (1.0 - nu) * unit, .lateral = nu * unit, .coupling = 0.5 * (1.0 - 2.0 * nu) * unit};
}

}  // namespace

PairCompliance make_pair_compliance(const std::optional<ElasticMaterial>& first,
                                    const std::optional<ElasticMaterial>& second) {
  if (!first && !second) throw InputError("patch", "both bodies are rigid: give at least one a material");
  const PairCompliance a = first ? make_compliance(*first, "first material") : PairCompliance{};
  const PairCompliance b = second ? make_compliance(*second, "second material") : PairCompliance{};
  return {.direct = a.direct + b.direct, .lateral = a.lateral + b.lateral, .coupling = a.coupling - b.coupling};
}

}  // namespace carom
