#pragma once

namespace carom::normal {

/// The factor d of Gonthier et al.: the force k xᵖ (1 + a ẋ) with a = d(e)/(e v) returns the restitution e from an
/// impact at speed v, whatever mass, stiffness and exponent are.                     [gonthier2004, Eqs. (10), (11)]
///
/// d is the root other than 0 of (1 + d/e)/(1 − d) = exp(d (1 + 1/e)). In y = d (1 + 1/e) that equation is
/// d = 1 − y/(eʸ − 1), and with u = y/2 it becomes
///
///   L(u) = coth u − 1/u = (1 − e)/(1 + e),     d = 2 e u/(1 + e):
///
/// L is Langevin's function, which grows from 0 to 1, so there is exactly one root for each 0 < e ≤ 1 (asserted), and
/// it is well conditioned at both ends. Good to a few roundings, relative; d(1) = 0, d → 1 for e → 0.
[[nodiscard]] double calc_damping_factor(double restitution);

}  // namespace carom::normal
