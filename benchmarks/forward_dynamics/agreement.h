#pragma once

#include <vector>

#include "benchmarks/forward_dynamics/engine.h"

namespace carom::benchmarks {

/// All engines are of double precision, so that only round-off may tell them apart. Articulated-body algorithms agree
/// to 1e-11 or better; MuJoCo factors the mass matrix, whose condition grows with the chain: 5e-10 at 96 links.
inline constexpr double kAgreement = 1e-9;

/// The largest ‖a − b‖ / ‖b‖ of joint accelerations over all states; NaN counts as infinite.
[[nodiscard]] double calc_disagreement(Engine& a, Engine& b, const std::vector<JointState>& states);

}  // namespace carom::benchmarks
