#pragma once

#include <span>
#include <vector>

#include "carom/simulation/event_driven/modes/mode_solver.h"
#include "carom/simulation/event_driven/modes/turning_forces.h"

namespace carom {

struct [[nodiscard]] TurningModeAnswer {
  ModeAnswer modes{};
  std::vector<std::vector<TurningDisc>> discs{};  // of each of several solutions
};

/// How contacts that feel each other go on, some of which resist rolling or spinning, from modes that are a guess: as
/// solve_modes(), with modes of turning besides those of contacts. Pivoting comes first, then the solvers for exact
/// cones, of six rows. That there is one solution rather than several is checked by trying all combinations, up to 81
/// of them, where contacts are at most three or nothing that touches is at rest. "None" is said only where all that
/// touches slips and turns, so that every combination is a linear problem.
TurningModeAnswer solve_turning_modes(const ConstMatrixRef& G, const ConstVectorRef& b,
                                      std::span<TouchingContact> contacts, std::span<TurningDisc> discs, VectorRef f,
                                      VectorRef a, StopToken stop);

}  // namespace carom
