#pragma once

#include <span>
#include <vector>

#include "carom/base/stop_token.h"
#include "carom/impact/modes/contact_modes.h"
#include "carom/simulation/event_driven/contacts/smooth_forces.h"

namespace carom {

/// How many ways rigid contacts have to go on.
enum class ModeStatus {
  One,
  None,     // proven: by weights of the contacts' normals, or since every combination of modes was tried
  Several,  // motions that differ
  NotFound  // none was found, and nothing proves that there is none
};

struct [[nodiscard]] ModeAnswer {
  ModeStatus status{ModeStatus::One};
  std::vector<ContactModeSolution> solutions{};  // one for each motion, where there are several
};

/// How contacts that feel each other go on, from modes that are a guess.
///
///   1. Pivoting from the guess: most contacts go on as they were. Where contacts are redundant its forces are those of
///      least norm.
///   2. Where contacts slip, weights that prove that there is no solution.
///   3. The solvers for exact cones, for any number of contacts; then pivoting for longer.
///   4. Every combination of modes, where they are few: to prove that there is none, and to tell one from several.
///
/// Where there is one solution its modes and directions are written to `contacts`, with forces f and accelerations a.
ModeAnswer solve_modes(const ConstMatrixRef& G, const ConstVectorRef& b, std::span<TouchingContact> contacts,
                       VectorRef f, VectorRef a, StopToken stop);

/// Modes, directions, forces and accelerations of one of several solutions.
void take_solution(const ContactModeSolution& solution, std::span<TouchingContact> contacts, VectorRef f, VectorRef a);

}  // namespace carom
