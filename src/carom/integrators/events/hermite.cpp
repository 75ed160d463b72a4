#include "carom/integrators/events/hermite.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace carom {
namespace {

constexpr std::size_t kTerms = 6;               // polynomials up to degree 5
using Polynomial = std::array<double, kTerms>;  // coefficients of 1, θ, θ², ...

constexpr double evaluate(const Polynomial& p, double theta) {
  double value = 0.0;
  for (std::size_t i = kTerms; i-- > 0;) value = value * theta + p[i];
  return value;
}

// Π (θ − root) over the nodes other than `skipped`
template <std::size_t N>
constexpr Polynomial multiply_out(const std::array<double, N>& nodes, std::size_t skipped) {
  Polynomial product{1.0};
  for (std::size_t j = 0; j < N; ++j) {
    if (j == skipped) continue;
    for (std::size_t i = kTerms; i-- > 0;) product[i] = (i > 0 ? product[i - 1] : 0.0) - nodes[j] * product[i];
  }
  return product;
}

constexpr Polynomial integrate(const Polynomial& p) {
  Polynomial integral{};
  for (std::size_t i = 1; i < kTerms; ++i) integral[i] = p[i - 1] / static_cast<double>(i);
  return integral;
}

constexpr Polynomial add(const Polynomial& p, double factor, const Polynomial& q) {
  Polynomial sum{};
  for (std::size_t i = 0; i < kTerms; ++i) sum[i] = p[i] + factor * q[i];
  return sum;
}

// y' = Σ fⱼ ℓⱼ + κ w with the Lagrange polynomials ℓⱼ of the nodes and w = Π (θ − θⱼ); κ follows from ∫₀¹ y' = y₁ − y₀:
// A = W/W(1) with W = ∫ w, and Bⱼ = Lⱼ − Lⱼ(1) A with Lⱼ = ∫ ℓⱼ.
template <std::size_t N>
struct Basis {
  std::array<double, N> nodes{};
  Polynomial difference{};            // A
  std::array<Polynomial, N> rates{};  // Bⱼ

  constexpr explicit Basis(const std::array<double, N>& given) : nodes(given) {
    const Polynomial w = integrate(multiply_out(nodes, N));
    difference = add({}, 1.0 / evaluate(w, 1.0), w);
    for (std::size_t j = 0; j < N; ++j) {
      const Polynomial others = multiply_out(nodes, j);
      const Polynomial lagrange = integrate(add({}, 1.0 / evaluate(others, nodes[j]), others));
      rates[j] = add(lagrange, -evaluate(lagrange, 1.0), difference);
    }
  }
};

constexpr double kThird = 1.0 / 3.0;
constexpr double kTwoThirds = 2.0 / 3.0;
// The middle of the step would not do as a single inner node: there ∫ w = 0, Simpson's rule being exact for cubics.
constexpr Basis<2> kCubic{std::array{0.0, 1.0}};
constexpr Basis<3> kQuartic{std::array{0.0, kThird, 1.0}};
constexpr Basis<4> kQuintic{std::array{0.0, kThird, kTwoThirds, 1.0}};

template <std::size_t N>
void evaluate(const Basis<N>& basis, const std::array<const double*, N>& rates, const HermiteCurve::End& start,
              const HermiteCurve::End& end, double time, std::span<double> y) {
  const double h = end.time - start.time;
  const double theta = (time - start.time) / h;
  const double difference = evaluate(basis.difference, theta);
  std::array<double, N> weights{};
  for (std::size_t j = 0; j < N; ++j) weights[j] = h * evaluate(basis.rates[j], theta);
  for (std::size_t i = 0; i < y.size(); ++i) {
    double moved = difference * (end.y[i] - start.y[i]);
    for (std::size_t j = 0; j < N; ++j) moved += weights[j] * rates[j][i];
    y[i] = start.y[i] + moved;
  }
}

}  // namespace

HermiteCurve::HermiteCurve(int size) {
  const auto n = static_cast<std::size_t>(size);
  for (std::vector<double>* storage :
       {&start.y, &start.rate, &end.y, &end.rate, &rate_third_, &rate_two_thirds_, &y_scratch_, &rate_scratch_}) {
    storage->assign(n, 0.0);
  }
}

void HermiteCurve::calc_state(double time, std::span<double> y) const {
  // Exactly the ends, without the rounding of the polynomial.
  if (time == end.time || time == start.time) {
    std::ranges::copy(time == end.time ? end.y : start.y, y.begin());
    return;
  }
  const double* f0 = start.rate.data();
  const double* f1 = end.rate.data();
  switch (rates_inside_) {
    case 0:
      return evaluate(kCubic, {f0, f1}, start, end, time, y);
    case 1:
      return evaluate(kQuartic, {f0, rate_third_.data(), f1}, start, end, time, y);
    default:
      return evaluate(kQuintic, {f0, rate_third_.data(), rate_two_thirds_.data(), f1}, start, end, time, y);
  }
}

bool HermiteCurve::raise_order(GuardedSystem& system) {
  const double h = end.time - start.time;
  const double third = start.time + kThird * h;
  const double two_thirds = start.time + kTwoThirds * h;

  // A rate on the cubic gives the quartic; two rates on the quartic give the quintic.
  reset_order();
  calc_state(third, y_scratch_);
  if (system.calc_rate(third, y_scratch_, rate_third_) != RateStatus::Ok) return false;
  rates_inside_ = 1;
  calc_state(third, y_scratch_);
  if (system.calc_rate(third, y_scratch_, rate_scratch_) != RateStatus::Ok) return false;
  calc_state(two_thirds, y_scratch_);
  if (system.calc_rate(two_thirds, y_scratch_, rate_two_thirds_) != RateStatus::Ok) return false;
  rate_third_.swap(rate_scratch_);
  rates_inside_ = 2;
  return true;
}

}  // namespace carom
