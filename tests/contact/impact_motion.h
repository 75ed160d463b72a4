#pragma once

#include "carom/contact/normal/normal_response.h"

namespace carom::test {

/// What becomes of a mass that meets a contact centrally, without gravity.
struct ImpactResult {
  double restitution{};
  double force_duration{};   // until the force is zero for good  [s]
  double depth_duration{};   // until the depth is zero again  [s]
  double peak_depth{};       // [m]
  double release_depth{};    // where the force becomes zero  [m]
  double peak_force{};       // [N]
  double force_at_depth{};   // at the greatest depth  [N]
  double dissipated{};       // ∫ (force − elastic) dx until the force is zero  [J]
  double lost_at_release{};  // what the spring still stores where the force becomes zero  [J]
};

/// Whether the force acts until it would pull, or until the depth is zero, pulling if it must.
enum class ImpactEnd { ForceZero, DepthZero };

/// Integrates m ẍ = −f(x, ẋ) from touch-down to the end, to a few roundings.
///
/// With x = s² and the time τ of dt = s dτ the motion s' = ẋ/2, ẋ' = −s f/m is smooth at touch-down for every law whose
/// exponents are multiples of one half, and extrapolation [hairer1993, II.9] of order 16 takes long steps on it.
[[nodiscard]] ImpactResult simulate_impact(const NormalResponse& response, double mass, double speed,
                                           ImpactEnd end = ImpactEnd::ForceZero);

}  // namespace carom::test
