#pragma once

#include <string_view>
#include <vector>

#include "carom/analysis/impact_sweep.h"

namespace carom::reproductions {

/// One pair of coefficients with what the corrected law makes of it. Computed independently of this program.
struct BranchPoint {
  double friction{}, restitution{};
  double critical_friction{};  // μ_cr
  double printed_friction{};   // as the paper has it
  std::string_view mode{};     // "stick" or "slip"
  double loss{};               // energy lost  [J]
};

/// A mechanism at the moment of impact.
struct ImpactSystem {
  std::string_view id{};
  std::string_view title{};
  std::string_view says{};
  ImpactData data{};
  double restitution_limit{};               // e*
  double restitution_limit_any_velocity{};  // the same for every velocity
  double friction_limit{};                  // μ*
  std::vector<BranchPoint> points{};
};

[[nodiscard]] const std::vector<ImpactSystem>& list_systems();

}  // namespace carom::reproductions
