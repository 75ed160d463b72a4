#pragma once

#include <optional>
#include <span>
#include <vector>

#include "carom/analysis/impact_sweep.h"
#include "carom/impact/admissible_limits.h"

namespace carom {

/// Aghili's regions in the plane of friction and restitution, for one contact that closes.
struct AdmissibleMap {
  AdmissibleLimits limits{};
  std::vector<double> restitution{};        // as asked for
  std::vector<double> critical_friction{};  // μ_cr at each; infinite: no friction makes it stick
  std::vector<double> printed_friction{};   // as the paper has it
};
[[nodiscard]] AdmissibleMap calc_admissible_map(const ImpactData& data, std::span<const double> restitutions);

/// μ_cr at one coefficient of restitution.
[[nodiscard]] double calc_critical_friction(const ImpactData& data, double restitution);
[[nodiscard]] double calc_printed_critical_friction(const ImpactData& data, double restitution);

/// The restitutions with which an impact sticks under friction of at most this, Aghili's (25); none: it slips.
[[nodiscard]] std::optional<RestitutionRange> find_sticking_restitutions(const ImpactData& data, double most_friction);
[[nodiscard]] std::optional<RestitutionRange> find_printed_sticking_restitutions(const ImpactData& data,
                                                                                 double most_friction);

/// "stick", "slip", "inadmissible"
[[nodiscard]] std::string_view name_of(AdmissibleRegion region);

}  // namespace carom
