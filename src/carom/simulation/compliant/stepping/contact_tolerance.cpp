#include "carom/simulation/compliant/stepping/contact_tolerance.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "carom/simulation/compliant/reduced_mass.h"

namespace carom {
namespace {

// At which a contact holds the weight of its lighter body, or without gravity how deep a slow impact goes  [m].
double calc_typical_depth(const NormalLaw& law, double mass, double gravity) {
  constexpr double kSlow = 0.1;  // [m/s]
  const double k = stiffness_of(law), p = exponent_of(law);
  if (gravity > 0.0) return std::pow(mass * gravity / k, 1.0 / p);
  return std::pow(0.5 * (p + 1.0) * mass * kSlow * kSlow / k, 1.0 / (p + 1.0));
}

// Of all contacts; infinite where it cannot be told  [m].
double find_least_depth(const Model& model, const CompliantContacts& contacts) {
  double least = std::numeric_limits<double>::infinity();
  for (int i = 0; i < contacts.num_slots(); ++i) {
    const NormalLaw& law = contacts.rule(i).normal;
    if (!has_stiffness(law)) continue;
    const double mass = calc_reduced_mass(model, contacts.pairs().slots()[static_cast<std::size_t>(i)]);
    least = std::min(least, calc_typical_depth(law, mass, model.gravity().norm()));
  }
  return least;
}

}  // namespace

ContactTolerance resolve_contacts(const AdaptiveOptions& options, const Model& model,
                                  const CompliantContacts& contacts) {
  constexpr double kLoosest = 64.0, kLoosestAbsolute = 0.64;  // in depths [1/m], [-]
  constexpr double kTightest = 1e-13;                         // below it errors are lost in rounding
  const double depth = find_least_depth(model, contacts);
  ContactTolerance result{.options = options};
  double &relative = result.options.relative_tolerance, &absolute = result.options.absolute_tolerance;
  relative = std::min(relative, std::max(kLoosest * depth, kTightest));
  absolute = std::min(absolute, std::max(kLoosestAbsolute * depth, kTightest));
  if (relative == options.relative_tolerance && absolute == options.absolute_tolerance) return result;
  result.sentence = fmt::format(
      "the tolerance was tightened from {:.3g} to {:.3g}, and the absolute one from {:.3g} to {:.3g}: contacts are so "
      "stiff that they hold at a depth of {:.2g} m; ask for these tolerances, or for a smaller stiffness",
      options.relative_tolerance, relative, options.absolute_tolerance, absolute, depth);
  return result;
}

}  // namespace carom
