#pragma once

#include <span>
#include <vector>

#include "carom/model/state.h"
#include "carom/simulation/run_note.h"

namespace carom {

class MechanismSystem;

/// Puts a mechanism together: y becomes the initial state with all constraints satisfied, by the smallest motion in the
/// metric of the mass matrix. Says what was moved and by how much.
///
/// Throws InputError where a loop is open by more than kLargestGap of its size, which is no rounding of what was meant;
/// and where it closes only far from the positions given, for then it would not be the mechanism that was described.
[[nodiscard]] std::vector<RunNote> assemble(MechanismSystem& system, const State& initial, std::span<double> y);

/// Of a loop, as a part of its size, or between axes that should be parallel  [rad].
inline constexpr double kLargestGap = 1e-2;

}  // namespace carom
