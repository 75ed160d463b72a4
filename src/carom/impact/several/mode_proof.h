#pragma once

#include "carom/impact/several/impulse_problem.h"

namespace carom::impact {

enum class ModeProof {
  Found,       // impulses that satisfy all conditions
  NoSolution,  // every combination of modes was tried, exactly: there is none
  Unknown      // too many combinations, or directions of slip that only iterations look for
};

/// Tries every combination of separating, sticking and sliding: the referee where all solvers fail. In the plane, and
/// for mechanisms in space that move in planes only, a search without success is a proof.
[[nodiscard]] ModeProof try_every_mode(const ImpulseProblem& problem, VectorX& p);

}  // namespace carom::impact
