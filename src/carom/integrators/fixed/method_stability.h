#pragma once

#include "carom/integrators/options.h"
#include "carom/math/types.h"

namespace carom {

/// Two numbers that move each other, ẋ = A x: near a state, a contact is such a pair (deflection, velocity).
struct LinearMode {
  Eigen::Matrix2d A{Eigen::Matrix2d::Zero()};
  /// The deflection is a position of the mechanism, which semi-implicit Euler moves with the new velocity; bristles
  /// move with the old one.
  bool is_position{};

  /// Deflection and velocity of a mass on a spring and a damper: k/m [1/s²] and c/m [1/s].
  [[nodiscard]] static LinearMode make_spring(double stiffness, double damping) {
    LinearMode mode;
    mode.A << 0.0, 1.0, -stiffness, -damping;
    mode.is_position = true;
    return mode;
  }
};

/// By how much one step multiplies what is left of the mode, in the long run: the spectral radius of the step's map.
///
/// For Runge–Kutta methods it is |R(h λ)| at the eigenvalues λ of A, with R(z) = 1 + z bᵀ (1 − z a)⁻¹ 1 from the
/// tableau.                                                                              [hairer1996, ch. IV.2]
[[nodiscard]] double calc_amplification(FixedMethod method, const LinearMode& mode, double step);

/// The longest step with which the mode does not grow [s]; zero where it grows with every step, however short;
/// infinite for a mode that does not move.
[[nodiscard]] double calc_longest_stable_step(FixedMethod method, const LinearMode& mode);

}  // namespace carom
