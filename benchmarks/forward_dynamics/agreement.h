#pragma once

#include <vector>

#include "benchmarks/forward_dynamics/engine.h"

namespace carom::benchmarks {

/// All engines are of double precision and compute the same accelerations by other ways. What round-off leaves depends
/// on the condition of the mass matrix, which for a chain of 100 links is about 1e6: 1e6 · 1e-16 and a wide margin.
inline constexpr double kAgreement = 1e-9;

/// The largest ‖a − b‖ / ‖b‖ of joint accelerations over all states; NaN counts as infinite.
[[nodiscard]] double calc_disagreement(Engine& a, Engine& b, const std::vector<JointState>& states);

}  // namespace carom::benchmarks
