#include "carom/impact/laws/average_slip.h"

#include <numbers>

namespace carom::impact {
namespace {

/// Adds a direction to the answer if friction against it brings about an average slip along it.
template <int kTangential>
void try_direction(const ContactInertia<kTangential>& inertia, double friction,
                   const Eigen::Matrix<double, kTangential, 1>& slip, double velocity_change,
                   const Eigen::Matrix<double, kTangential, 1>& direction, AverageSlip<kTangential>& answer) {
  const double compliance = inertia.normal - friction * inertia.coupling.dot(direction);
  if (!(compliance > 0.0)) return;
  const double impulse = velocity_change / compliance;
  const Eigen::Matrix<double, kTangential, 1> average =
      slip + 0.5 * impulse * (inertia.coupling - friction * (inertia.tangential * direction));
  // A contact with one degree of freedom that comes back as fast as it came has no average slip: what is left of it is
  // rounding.
  constexpr double kNoSlip = 1e-12;
  const bool locked = calc_held_mobility(inertia) <= kLockedPart * inertia.normal;
  if (!(average.dot(direction) > (locked ? kNoSlip * slip.norm() : 0.0))) return;
  // A polynomial of the second degree has no more than four roots; a fifth could only be one of them again.
  if (answer.count == static_cast<int>(answer.all.size())) return;
  answer.all[static_cast<std::size_t>(answer.count)] = direction;
  if (answer.count++ == 0 || direction.dot(slip) > answer.direction.dot(slip)) {
    answer.direction = direction;
    answer.normal_impulse = impulse;
  }
}

/// k₀ + k₁ cos φ + k₂ sin φ + k₃ cos 2φ + k₄ sin 2φ.
struct CirclePolynomial {
  std::array<double, 5> k{};

  [[nodiscard]] double value(double cos, double sin) const {
    return k[0] + k[1] * cos + k[2] * sin + k[3] * (cos * cos - sin * sin) + 2.0 * k[4] * cos * sin;
  }
  [[nodiscard]] double value(double angle) const { return value(std::cos(angle), std::sin(angle)); }
  [[nodiscard]] CirclePolynomial slope() const { return {{0.0, k[2], -k[1], 2.0 * k[4], -2.0 * k[3]}}; }
};

/// A root between two angles at which the signs differ: Newton's method inside a bracket.
double find_root(const CirclePolynomial& polynomial, double low, double high) {
  const CirclePolynomial slope = polynomial.slope();
  const bool rises = polynomial.value(low) < 0.0;
  double angle = 0.5 * (low + high);
  for (int iteration = 0; iteration < 60; ++iteration) {
    const double value = polynomial.value(angle);
    ((value < 0.0) == rises ? low : high) = angle;
    const double steepness = slope.value(angle);
    double next = steepness != 0.0 ? angle - value / steepness : low;
    if (!(next > low && next < high)) next = 0.5 * (low + high);
    if (std::abs(next - angle) < 1e-15) return next;
    angle = next;
  }
  return angle;
}

constexpr int kGrid = 64;

struct GridPoint {
  double angle, cos, sin;
};

const std::array<GridPoint, kGrid + 1>& get_grid() {
  static const auto kPoints = [] {
    std::array<GridPoint, kGrid + 1> points{};
    for (int i = 0; i <= kGrid; ++i) {
      const double angle = 2.0 * std::numbers::pi * i / kGrid;
      points[static_cast<std::size_t>(i)] = {angle, std::cos(angle), std::sin(angle)};
    }
    return points;
  }();
  return kPoints;
}

/// Calls `visit` with every root. Between neighbours of the grid there is at most one extremum, so that two roots
/// without a change of sign are found by way of it.
template <class Visitor>
void visit_roots(const CirclePolynomial& polynomial, Visitor visit) {
  const CirclePolynomial slope = polynomial.slope();
  const auto& grid = get_grid();
  double value = polynomial.value(grid[0].cos, grid[0].sin), steepness = slope.value(grid[0].cos, grid[0].sin);
  for (std::size_t i = 1; i <= kGrid; ++i) {
    const double low = grid[i - 1].angle, high = grid[i].angle;
    const double next = polynomial.value(grid[i].cos, grid[i].sin);
    const double next_steepness = slope.value(grid[i].cos, grid[i].sin);
    if ((value < 0.0) != (next < 0.0)) {
      visit(find_root(polynomial, low, high));
    } else if ((steepness < 0.0) != (next_steepness < 0.0) && (steepness < 0.0) == (value >= 0.0)) {
      const double extremum = find_root(slope, low, high);
      if ((polynomial.value(extremum) < 0.0) != (value < 0.0)) {
        visit(find_root(polynomial, low, extremum));
        visit(find_root(polynomial, extremum, high));
      }
    }
    value = next;
    steepness = next_steepness;
  }
}

}  // namespace

AverageSlip<1> find_average_slip(const ContactInertia<1>& inertia, double friction,
                                 const Eigen::Matrix<double, 1, 1>& slip, double velocity_change) {
  AverageSlip<1> answer;
  for (const double sign : {1.0, -1.0}) {
    try_direction<1>(inertia, friction, slip, velocity_change, Eigen::Matrix<double, 1, 1>(sign), answer);
  }
  return answer;
}

AverageSlip<2> find_average_slip(const ContactInertia<2>& inertia, double friction, const Eigen::Vector2d& slip,
                                 double velocity_change) {
  // The average slip times c − μ b·u is w + N u; u is along it where u⊥·(w + N u) = 0.
  const Eigen::Vector2d w = inertia.normal * slip + 0.5 * velocity_change * inertia.coupling;
  const Eigen::Matrix2d n =
      -friction * (slip * inertia.coupling.transpose() + 0.5 * velocity_change * inertia.tangential);
  const CirclePolynomial across{
      {0.5 * (n(1, 0) - n(0, 1)), w.y(), -w.x(), 0.5 * (n(1, 0) + n(0, 1)), 0.5 * (n(1, 1) - n(0, 0))}};
  AverageSlip<2> answer;
  visit_roots(across, [&](double angle) {
    try_direction<2>(inertia, friction, slip, velocity_change, Eigen::Vector2d(std::cos(angle), std::sin(angle)),
                     answer);
  });
  return answer;
}

}  // namespace carom::impact
