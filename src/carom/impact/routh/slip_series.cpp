#include "carom/impact/routh/slip_series.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace carom::impact {
namespace {

/// Truncation error of a step, relative to the speed of slip at its start.
constexpr double kStepTolerance = 1e-14;

// 1/(k + 1): divisions would cost as much as everything else.
constexpr Series make_inverses() {
  Series inverses{};
  for (std::size_t k = 0; k < inverses.size(); ++k) inverses[k] = 1.0 / static_cast<double>(k + 1);
  return inverses;
}
constexpr Series kInverse = make_inverses();

struct ValueAndSlope {
  double value{};
  double slope{};
};

ValueAndSlope evaluate(const Series& series, double tau) {
  ValueAndSlope sum{series.back(), 0.0};
  for (std::size_t k = kSlipOrder + 1; k-- > 0;) {
    sum.slope = sum.slope * tau + sum.value;
    sum.value = sum.value * tau + series[k];
  }
  return sum;
}

// Where a series that is below the target at `low` and not below it at `high` meets it: Newton's method in a bracket.
double find_root(const Series& series, double target, double low, double high) {
  // A step of Newton's this short, measured from where the series began to rise, leaves less than a rounding error.
  constexpr double kLastStep = 1e-9;
  const double start = low;
  const double below = evaluate(series, low).value - target;
  const double above = evaluate(series, high).value - target;
  double tau = below < 0.0 && above > 0.0 ? low - below * (high - low) / (above - below) : high;
  for (int iteration = 0; iteration < 100; ++iteration) {
    const ValueAndSlope at = evaluate(series, tau);
    const double excess = at.value - target;
    (excess < 0.0 ? low : high) = tau;
    double next = at.slope != 0.0 ? tau - excess / at.slope : low;
    const bool newton = next > low && next < high;
    if (newton && std::abs(next - tau) <= kLastStep * (next - start)) return next;
    if (!newton) next = 0.5 * (low + high);
    if (std::abs(next - tau) <= 2.0 * std::numeric_limits<double>::epsilon() * std::abs(tau)) return next;
    tau = next;
  }
  return tau;
}

double get(Rising what, const WalkState<2>& state) {
  switch (what) {
    case Rising::NormalVelocity:
      return state.normal_velocity;
    case Rising::NormalImpulse:
      return state.normal_impulse;
    case Rising::NormalWork:
      break;
  }
  return state.normal_work;
}

}  // namespace

// From the coefficients up to n − 1 to the n-th. With n known to the compiler the sums have no loops left: they are
// half of all the work.
template <std::size_t n>
void SlipSeries::add_term(const Eigen::Matrix2d& a, double half_inverse) {
  constexpr std::size_t k = n - 1;
  const Eigen::Vector2d& b = inertia_.coupling;
  slip_x_[n] = (speed_[k] * b.x() - a(0, 0) * slip_x_[k] - a(0, 1) * slip_y_[k]) * kInverse[k];
  slip_y_[n] = (speed_[k] * b.y() - a(0, 1) * slip_x_[k] - a(1, 1) * slip_y_[k]) * kInverse[k];
  // |v|² = v·v, term by term: Σ aᵢ aₙ₋ᵢ over 0 < i < n in pairs of equal products.
  double x = slip_x_[0] * slip_x_[n], y = slip_y_[0] * slip_y_[n], speed = 0.0;
  for (std::size_t i = 1; 2 * i < n; ++i) {
    x += slip_x_[i] * slip_x_[n - i];
    y += slip_y_[i] * slip_y_[n - i];
    speed += speed_[i] * speed_[n - i];
  }
  double square = 2.0 * (x + y), inside = 2.0 * speed;
  if constexpr (n % 2 == 0) {
    square += slip_x_[n / 2] * slip_x_[n / 2] + slip_y_[n / 2] * slip_y_[n / 2];
    inside += speed_[n / 2] * speed_[n / 2];
  }
  square_[n] = square;
  speed_[n] = (square - inside) * half_inverse;
}

void SlipSeries::expand(const WalkState<2>& start) {
  start_ = start;
  slip_x_[0] = start.slip.x();
  slip_y_[0] = start.slip.y();
  square_[0] = start.slip.squaredNorm();
  speed_[0] = std::sqrt(square_[0]);
  const Eigen::Matrix2d a = friction_ * inertia_.tangential;
  const double half_inverse = 0.5 / speed_[0];
  [&]<std::size_t... k>(std::index_sequence<k...>) { (add_term<k + 1>(a, half_inverse), ...); }
  (std::make_index_sequence<kSlipOrder>{});
}

double SlipSeries::find_step() const {
  double least = std::numeric_limits<double>::infinity();
  for (const std::size_t k : {kSlipOrder - 1, kSlipOrder}) {
    const double size = std::max(std::abs(slip_x_[k]), std::abs(slip_y_[k]));
    if (size > 0.0) least = std::min(least, std::pow(kStepTolerance * speed_[0] / size, 1.0 / static_cast<double>(k)));
  }
  return least;
}

SlipSeries::Mark SlipSeries::calc_mark(double tau) const {
  double x = 0.0, y = 0.0, length = 0.0, square = 0.0;  // ∫ v_x, ∫ v_y, ∫ |v|, ∫ |v|² dτ
  for (std::size_t k = kSlipOrder + 1; k-- > 0;) {
    x = (x + slip_x_[k] * kInverse[k]) * tau;
    y = (y + slip_y_[k] * kInverse[k]) * tau;
    length = (length + speed_[k] * kInverse[k]) * tau;
    square = (square + square_[k] * kInverse[k]) * tau;
  }
  const Eigen::Vector2d tangential = -friction_ * Eigen::Vector2d(x, y);
  WalkState<2> state = start_;
  state.tangential_impulse += tangential;
  state.normal_impulse += length;
  state.slip += inertia_.tangential * tangential + length * inertia_.coupling;
  state.normal_velocity += inertia_.coupling.dot(tangential) + inertia_.normal * length;
  const double all_work =
      0.5 * (tangential.dot(start_.slip + state.slip) + length * (start_.normal_velocity + state.normal_velocity));
  state.normal_work += all_work + friction_ * square;
  return {tau, state};
}

double SlipSeries::calc_rate(Rising what, const WalkState<2>& state) const {
  const double speed = state.slip.norm();
  switch (what) {
    case Rising::NormalVelocity:
      return inertia_.normal * speed - friction_ * inertia_.coupling.dot(state.slip);
    case Rising::NormalImpulse:
      return speed;
    case Rising::NormalWork:
      break;
  }
  return state.normal_velocity * speed;
}

Series SlipSeries::make_normal_velocity() const {
  const Eigen::Vector2d b = friction_ * inertia_.coupling;
  Series velocity{start_.normal_velocity};
  for (std::size_t k = 0; k <= kSlipOrder; ++k) {
    velocity[k + 1] = (inertia_.normal * speed_[k] - b.x() * slip_x_[k] - b.y() * slip_y_[k]) * kInverse[k];
  }
  return velocity;
}

Series SlipSeries::make_series(Rising what) const {
  if (what == Rising::NormalVelocity) return make_normal_velocity();
  if (what == Rising::NormalImpulse) {
    Series impulse{start_.normal_impulse};
    for (std::size_t k = 0; k <= kSlipOrder; ++k) impulse[k + 1] = speed_[k] * kInverse[k];
    return impulse;
  }
  const Series velocity = make_normal_velocity();
  Series work{start_.normal_work};
  for (std::size_t k = 0; k <= kSlipOrder; ++k) {
    double power = 0.0;
    for (std::size_t i = 0; i <= k; ++i) power += velocity[i] * speed_[k - i];
    work[k + 1] = power * kInverse[k];
  }
  return work;
}

double SlipSeries::find_rise(Rising what, double target, const Mark& from, const Mark& to) const {
  const bool reached = get(what, to.state) >= target;
  // It may have passed the target and come back, when friction turns to press the bodies together. What begins within
  // a step begins at the end of compression, and rises there.
  const bool rises = from.tau > 0.0 || calc_rate(what, from.state) > 0.0;
  if (!reached && !(rises && calc_rate(what, to.state) < 0.0)) return -1.0;

  const Series series = make_series(what);
  double high = to.tau;
  if (!reached) {
    double rising = from.tau;
    for (int halving = 0; halving < 50; ++halving) {
      const double middle = 0.5 * (rising + high);
      (evaluate(series, middle).slope > 0.0 ? rising : high) = middle;
    }
    if (evaluate(series, high).value < target) return -1.0;
  }
  // A normal velocity that starts at zero and falls first is not yet at its end.
  double low = from.tau;
  while (evaluate(series, low).value >= target && high - low > 1e-6 * to.tau) low = 0.5 * (low + high);
  return find_root(series, target, low, high);
}

}  // namespace carom::impact
