#pragma once

#include <span>

#include "carom/simulation/event_driven/contacts/smooth_forces.h"

namespace carom {

/// How long a search goes on.
enum class ModeSearchEffort {
  Brief,    // while contacts that disagree change together
  Thorough  // and then one by one
};

struct [[nodiscard]] ModeSearchReport {
  bool found{};
  int iterations{};
};

/// Which of the touching contacts separate, slide or stick from now on: modes whose forces f and accelerations
/// a = G f + b agree with them,
///   separating  a_n ≥ 0
///   sliding     f_n ≥ 0, and where the slip only begins it goes against its friction
///   sticking    f_n ≥ 0, |f_t| ≤ μ_s f_n
///
/// A pivoting method: starts from the modes in `contacts`, and lets the contact that disagrees most change its mind;
/// those that disagree alike change together, so that what is symmetric stays so. Where that goes in circles, the first
/// one that disagrees changes alone, which ends for every problem with one solution [murty1974].
/// Not found: there are no such modes, or the method did not come to them.
ModeSearchReport find_modes(const ConstMatrixRef& G, const ConstVectorRef& b, std::span<TouchingContact> contacts,
                            VectorRef f, VectorRef a, ModeSearchEffort effort = ModeSearchEffort::Thorough);

/// How much the contact disagrees with its mode, as an acceleration; not above zero: it agrees  [m/s²].
[[nodiscard]] double calc_disagreement(const TouchingContact& contact, const Vector3& force,
                                       const Vector3& acceleration, double inverse_mass);

/// What counts as zero among these accelerations  [m/s²].
[[nodiscard]] double calc_rounding(const ConstVectorRef& b);

}  // namespace carom
