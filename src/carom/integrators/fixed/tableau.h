#pragma once

#include <span>

namespace carom {

/// An explicit Runge–Kutta method:  Yᵢ = y₀ + h Σ_{j<i} aᵢⱼ f(t₀ + cⱼ h, Yⱼ),  y₁ = y₀ + h Σ bᵢ f(t₀ + cᵢ h, Yᵢ).
struct Tableau {
  std::span<const double> a;  // the rows of the strict lower triangle one after another: a₂₁, a₃₁, a₃₂, ...
  std::span<const double> b;
  std::span<const double> c;

  [[nodiscard]] constexpr int stages() const { return static_cast<int>(b.size()); }
};

namespace tableaus {

/// Order 3 of the pair of Bogacki and Shampine, without its error estimate: Simulink's ode3.         [bogacki1989]
inline constexpr double kBogackiShampineA[] = {1.0 / 2.0, 0.0, 3.0 / 4.0};
inline constexpr double kBogackiShampineB[] = {2.0 / 9.0, 1.0 / 3.0, 4.0 / 9.0};
inline constexpr double kBogackiShampineC[] = {0.0, 1.0 / 2.0, 3.0 / 4.0};
inline constexpr Tableau kBogackiShampine{kBogackiShampineA, kBogackiShampineB, kBogackiShampineC};

/// The classical method of order 4.                                                  [hairer1993, ch. II.1]
inline constexpr double kRk4A[] = {1.0 / 2.0, 0.0, 1.0 / 2.0, 0.0, 0.0, 1.0};
inline constexpr double kRk4B[] = {1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0};
inline constexpr double kRk4C[] = {0.0, 1.0 / 2.0, 1.0 / 2.0, 1.0};
inline constexpr Tableau kRk4{kRk4A, kRk4B, kRk4C};

}  // namespace tableaus
}  // namespace carom
