#pragma once

#include <array>
#include <cmath>

namespace carom::radau {

/// Radau IIA with three stages: collocation at c₁, c₂ and c₃ = 1, the end of the step.        [hairer1996, IV.5, IV.8]
inline const double kRoot6 = std::sqrt(6.0);
inline const std::array<double, 3> kNodes{(4.0 - kRoot6) / 10.0, (4.0 + kRoot6) / 10.0, 1.0};

using Matrix = std::array<std::array<double, 3>, 3>;

/// Zᵢ = h Σ Aᵢⱼ f(Yⱼ), with Z = Y − y₀
inline const Matrix kA{
    {{(88.0 - 7.0 * kRoot6) / 360.0, (296.0 - 169.0 * kRoot6) / 1800.0, (-2.0 + 3.0 * kRoot6) / 225.0},
     {(296.0 + 169.0 * kRoot6) / 1800.0, (88.0 + 7.0 * kRoot6) / 360.0, (-2.0 - 3.0 * kRoot6) / 225.0},
     {(16.0 - kRoot6) / 36.0, (16.0 + kRoot6) / 36.0, 1.0 / 9.0}}};

/// A⁻¹ = T Λ T⁻¹ with Λ = (γ, and α −β; β α): one real system of equations and one complex are left of three coupled.
inline const double kGamma = 3.0 - std::cbrt(3.0) + std::cbrt(9.0);
inline const double kAlpha = 3.0 + 0.5 * (std::cbrt(3.0) - std::cbrt(9.0));
inline const double kBeta = 0.5 * (std::pow(3.0, 5.0 / 6.0) + std::pow(3.0, 7.0 / 6.0));
inline constexpr Matrix kT{{{9.1232394870892942792e-02, -0.14125529502095420843, -3.0029194105147424492e-02},
                            {0.24171793270710701896, 0.20412935229379993199, 0.38294211275726193779},
                            {0.96604818261509293619, 1.0, 0.0}}};
inline constexpr Matrix kTInverse{{{4.3255798900631553510, 0.33919925181580986954, 0.54177053993587487119},
                                   {-4.1787185915519047273, -0.32768282076106238708, 0.47662355450055045196},
                                   {-0.50287263494578687595, 2.5719269498556054292, -0.59603920482822492497}}};

/// The embedded formula of order 3 differs from the method by (γ/h − J)⁻¹ (f(y₀) + Σ eᵢ Zᵢ/h).
inline const std::array<double, 3> kError{-(13.0 + 7.0 * kRoot6) / 3.0, (-13.0 + 7.0 * kRoot6) / 3.0, -1.0 / 3.0};

/// The collocation polynomial is y₀ + Σ ℓᵢ(θ) Zᵢ with these ℓᵢ; beyond θ = 1 it foretells the next step.
[[nodiscard]] inline std::array<double, 3> calc_weights(double theta) {
  const auto& [c1, c2, c3] = kNodes;
  return {theta * (theta - c2) * (theta - c3) / (c1 * (c1 - c2) * (c1 - c3)),
          theta * (theta - c1) * (theta - c3) / (c2 * (c2 - c1) * (c2 - c3)),
          theta * (theta - c1) * (theta - c2) / (c3 * (c3 - c1) * (c3 - c2))};
}

}  // namespace carom::radau
