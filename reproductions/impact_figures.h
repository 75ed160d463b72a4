#pragma once

#include <string>
#include <vector>

#include "carom/analysis/admissible_map.h"
#include "carom/analysis/impact_sweep.h"
#include "carom/report/figure/figure.h"

namespace carom::reproductions {

/// Routh's diagram of a planar impact: in the plane of the impulses, the lines of sticking S, of greatest compression
/// C, of limiting friction F and of reversed sliding RF, and the paths of the laws from corner to corner.
[[nodiscard]] Figure make_impulse_figure(std::string id, const ImpactData& data, const std::vector<ImpactLaw>& laws);

/// Slip and normal velocity against the normal impulse, in the plane: where they cross zero, slip and compression end.
[[nodiscard]] Figure make_velocity_figure(std::string id, const ImpactData& data, const ImpactLaw& law);

/// Where compression, slip and impact end on the axis of the normal impulse, which ends at `end` [N·s]; a line at zero.
void mark_phases(const ImpactSummary& summary, double end, Figure& figure);

enum class EnergyPart { Total, Normal };
/// Energy lost against restitution, over what is lost at e = 0.
[[nodiscard]] Figure make_dissipation_figure(std::string id, const ImpactData& data, const std::vector<ImpactLaw>& laws,
                                             EnergyPart part);

/// The two regions in which Aghili's law loses energy, with μ_cr(e), e* and μ*.
[[nodiscard]] Figure make_admissible_figure(std::string id, const ImpactData& data);

/// 0, …, 1 in equal parts.
[[nodiscard]] std::vector<double> make_restitutions(int parts);

}  // namespace carom::reproductions
