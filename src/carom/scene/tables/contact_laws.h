#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "carom/contact/restitution.h"
#include "carom/scene/tables/tables.h"

namespace carom {

/// Every law with its keys; chosen by `law`.
[[nodiscard]] TablePtr<NormalLaw> make_normal_law_table();
[[nodiscard]] TablePtr<FrictionLaw> make_friction_law_table();
[[nodiscard]] TablePtr<ImpactLaw> make_impact_law_table();

/// The key `restitution` of a law: a constant, a line, or measured values.
struct RestitutionEntry {
  std::optional<double> constant;
  std::optional<double> alpha;  // [s/m]
  double floor{0.01};
  std::vector<double> speeds;  // [m/s]
  std::vector<double> values;

  [[nodiscard]] Restitution make() const;
};
[[nodiscard]] TablePtr<RestitutionEntry> make_restitution_table(Restitution::Zero zero);

}  // namespace carom
