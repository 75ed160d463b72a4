#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "carom/impact/impact_law.h"
#include "carom/math/types.h"

namespace carom {

/// One contact that closes: numbers alone, in the plane (2) or in space (3), tangential first, normal last.
struct ImpactData {
  MatrixX inverse_inertia{};  // [1/kg]
  VectorX velocity{};         // [m/s]
};

/// What a law makes of it, in vectors of either length.
struct ImpactSummary {
  VectorX velocity{}, impulse{};                              // [m/s], [N·s]
  double dissipation{}, normal_dissipation{}, energy_gain{};  // [J]
  double compression_impulse{}, slip_end_impulse{};           // normal; infinite: slip never ends  [N·s]
  std::string_view kind{}, verdict{}, end_motion{};

  struct Point {
    VectorX impulse{}, velocity{};
    std::string_view motion{}, phase{};
  };
  std::vector<Point> path{};
};
[[nodiscard]] ImpactSummary summarize_impact(const ImpactLaw& law, const ImpactData& data);

/// Energy lost against the coefficient of restitution.
struct DissipationCurve {
  std::vector<double> restitution{};
  std::vector<double> total{};   // [J]
  std::vector<double> normal{};  // [J]
};
[[nodiscard]] DissipationCurve calc_dissipation_curve(const ImpactLaw& law, const ImpactData& data,
                                                      std::span<const double> restitutions);

/// The coefficient of restitution from which on the law gains energy, to 1e-12; none if it gains none up to 1.
[[nodiscard]] std::optional<double> find_gain_threshold(const ImpactLaw& law, const ImpactData& data);

}  // namespace carom
