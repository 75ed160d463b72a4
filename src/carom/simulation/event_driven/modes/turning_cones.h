#pragma once

#include <span>

#include "carom/base/stop_token.h"
#include "carom/simulation/event_driven/modes/turning_forces.h"

namespace carom {

/// As find_cone_modes(), of contacts some of which resist turning: blocks (n, t₁, t₂, m₁, m₂, s) in one cone each.
/// Friction and moments of what slips and turns are known but for their size, and go with the normal force.
[[nodiscard]] bool find_turning_cone_modes(const ConstMatrixRef& G, const ConstVectorRef& b,
                                           std::span<TouchingContact> contacts, std::span<TurningDisc> discs,
                                           StopToken stop);

}  // namespace carom
