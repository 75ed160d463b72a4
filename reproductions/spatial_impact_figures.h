#pragma once

#include <string>
#include <vector>

#include "carom/analysis/impact_sweep.h"
#include "carom/report/figure/figure.h"

namespace carom::reproductions {

/// The slip of an impact in space, in the tangent plane: how its direction turns, where compression ends on it, and
/// where each law ends. A law that knows only the jump is a straight line.
[[nodiscard]] Figure make_hodograph_figure(std::string id, const ImpactData& data, const std::vector<ImpactLaw>& laws);

/// Impulse space seen along its normal axis: the path of the tangential impulse, and for each law the edge of the
/// friction cone at its end.
[[nodiscard]] Figure make_impulse_plan_figure(std::string id, const ImpactData& data,
                                              const std::vector<ImpactLaw>& laws);

/// Slip speed and normal velocity against the normal impulse.
[[nodiscard]] Figure make_speed_figure(std::string id, const ImpactData& data, const ImpactLaw& law);

}  // namespace carom::reproductions
