#pragma once

namespace carom {

// Elliptic integrals and functions of the parameter m = k² (k: the modulus), in the notation of [dlmf, §19.2, §22.2].
// They give the motions that are known in closed form: pendulums and tops. The standard library has the integrals too,
// but as functions of k, which loses half of the digits of 1 − m near m = 1 (an error of 2e-10 was measured).
//
// Range: 0 ≤ m < 1 (asserted) and all real arguments. Measured against 40 digits, in units of what one rounding of the
// argument does to the result: the integrals are good to 5e-16, the functions to 3e-16 (1 + |u|).

/// K(m) = ∫₀^{π/2} dθ/√(1 − m sin²θ). The functions sn and cn have the period 4 K.
[[nodiscard]] double calc_elliptic_first_complete(double m);

/// F(φ|m) = ∫₀^φ dθ/√(1 − m sin²θ), for any φ [rad].
[[nodiscard]] double calc_elliptic_first(double phi, double m);

/// Π(n; φ|m) = ∫₀^φ dθ/((1 − n sin²θ) √(1 − m sin²θ)), for any φ [rad] and n < 1, where the integrand has no pole.
/// For n < 0 the error is relative to F, which is larger than Π.
[[nodiscard]] double calc_elliptic_third(double n, double phi, double m);

struct JacobiFunctions {
  double am{};  // amplitude φ, the inverse of u = F(φ|m): grows with u, not wrapped  [rad]
  double sn{};  // sin φ
  double cn{};  // cos φ
  double dn{};  // dφ/du = √(1 − m sin²φ), positive
};

[[nodiscard]] JacobiFunctions calc_jacobi_functions(double u, double m);

}  // namespace carom
