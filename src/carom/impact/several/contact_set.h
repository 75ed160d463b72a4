#pragma once

#include <vector>

#include "carom/impact/impact_law.h"
#include "carom/impact/impact_result.h"
#include "carom/math/types.h"

namespace carom {

/// Contacts that touch at one instant, coupled through their bodies. Each has `dimension` components, tangential first,
/// normal last; the velocity after is `velocity` + `delassus` · impulse. Where contacts resist rolling or spinning
/// there are six: t₁, t₂, turning about t₁, t₂ and n, n. Turning is then a speed ℓ ω and a moment an impulse m/ℓ, with
/// a length ℓ of each contact, by which its arms are divided as well.
struct ContactSet {
  int dimension{3};             // 2 in the plane, 3 in space, 6 with turning
  MatrixX delassus;             // symmetric, semidefinite  [1/kg]
  VectorX velocity;             // before  [m/s]
  std::vector<ImpactLaw> laws;  // one per contact
  VectorX gap{};                // one per contact, for the order in which they act. Empty: all the same  [m]
  /// One per contact, all different, from something that does not depend on the order of declaration, such as names.
  /// Contacts are treated in its order, so that the same set gives the same bits in whatever order it comes.
  /// Empty: in the order given.
  std::vector<int> rank{};

  VectorX rolling{};   // arm of the largest moment against rolling, over ℓ: one per contact, with six components  [-]
  VectorX spinning{};  // the same against spinning  [-]

  [[nodiscard]] int count() const { return static_cast<int>(laws.size()); }
  [[nodiscard]] bool resists_turning() const { return dimension == 6; }
};

struct [[nodiscard]] ContactSetResult {
  VectorX velocity{};    // after  [m/s]
  VectorX impulse{};     // [N·s]
  double dissipation{};  // energy lost  [J]
  double energy_gain{};  // what the laws gain, if they do, else 0  [J]
  ImpactVerdict verdict{ImpactVerdict::Consistent};
  bool proven{};   // with the verdict NoSolution: there is none. Otherwise none was found
  bool limited{};  // restitution of contacts with Stronge's law was reduced, so that no energy is gained
  int rounds{};    // of a sequence
  bool bounded{};  // the sequence did not end by itself: the last approach was taken away without rebound
};

/// The same contacts in the order of their ranks, and the way back.
[[nodiscard]] ContactSet sort_by_rank(const ContactSet& contacts, std::vector<int>& order);
void restore_order(const std::vector<int>& order, int dimension, ContactSetResult& result);

/// Fills in velocity, energies and verdict from the impulse.
void complete(const ContactSet& contacts, ContactSetResult& result);

}  // namespace carom
