#include "carom/integrators/fixed/method_stability.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <limits>

#include "carom/integrators/fixed/tableau.h"

namespace carom {
namespace {

using Complex = std::complex<double>;

constexpr double kEulerB[] = {1.0};
constexpr Tableau kEuler{{}, kEulerB, {}};

// R(z), stage by stage: kᵢ = 1 + z Σ_{j<i} aᵢⱼ kⱼ,  R = 1 + z Σ bᵢ kᵢ.
Complex calc_stability_function(const Tableau& tableau, Complex z) {
  std::array<Complex, 4> k{};
  Complex sum = 0.0;
  std::size_t row_start = 0;
  for (std::size_t i = 0; i < tableau.b.size(); ++i) {
    Complex stage = 0.0;
    for (std::size_t j = 0; j < i; ++j) stage += tableau.a[row_start + j] * k[j];
    row_start += i;
    k[i] = 1.0 + z * stage;
    sum += tableau.b[i] * k[i];
  }
  return 1.0 + z * sum;
}

struct Eigenvalues {
  Complex first, second;
  [[nodiscard]] double largest() const { return std::max(std::abs(first), std::abs(second)); }
};

Eigenvalues calc_eigenvalues(const Eigen::Matrix2d& A) {
  const double half_trace = 0.5 * A.trace();
  const Complex root = std::sqrt(Complex(half_trace * half_trace - A.determinant()));
  return {half_trace + root, half_trace - root};
}

// v₁ = v₀ + h (A₂₁ x₀ + A₂₂ v₀),  x₁ = x₀ + h (A₁₁ x₀ + A₁₂ v₁).
Eigen::Matrix2d make_semi_implicit_map(const Eigen::Matrix2d& A, double step) {
  Eigen::Matrix2d map;
  map.row(1) << step * A(1, 0), 1.0 + step * A(1, 1);
  map.row(0) = Eigen::RowVector2d(1.0 + step * A(0, 0), 0.0) + step * A(0, 1) * map.row(1);
  return map;
}

}  // namespace

double calc_amplification(FixedMethod method, const LinearMode& mode, double step) {
  if (method == FixedMethod::SemiImplicitEuler && mode.is_position) {
    return calc_eigenvalues(make_semi_implicit_map(mode.A, step)).largest();
  }
  const Tableau& tableau = method == FixedMethod::Rk4               ? tableaus::kRk4
                           : method == FixedMethod::BogackiShampine ? tableaus::kBogackiShampine
                                                                    : kEuler;
  const Eigenvalues eigenvalues = calc_eigenvalues(mode.A);
  return std::max(std::abs(calc_stability_function(tableau, step * eigenvalues.first)),
                  std::abs(calc_stability_function(tableau, step * eigenvalues.second)));
}

double calc_longest_stable_step(FixedMethod method, const LinearMode& mode) {
  const double fastest = calc_eigenvalues(mode.A).largest();
  if (!(fastest > 0.0)) return std::numeric_limits<double>::infinity();
  // In steps of h |λ|: every stability region has ended at 10; a mode that still grows at a thousandth grows always.
  constexpr double kRounding = 1e-13;
  const auto grows = [&](double scaled) {
    return calc_amplification(method, mode, scaled / fastest) > 1.0 + kRounding;
  };
  double stable = 1e-3, unstable = 10.0;
  if (grows(stable)) return 0.0;
  for (int i = 0; i < 60; ++i) {
    const double middle = 0.5 * (stable + unstable);
    (grows(middle) ? unstable : stable) = middle;
  }
  return stable / fastest;
}

}  // namespace carom
