#include "carom/impact/routh/turning_slip.h"

#include <array>
#include <cmath>
#include <limits>

namespace carom::impact {
namespace {

constexpr int kOrder = 16;
constexpr int kMaxSteps = 200;
/// Truncation error of a step, relative to the speed of slip at its start.
constexpr double kStepTolerance = 1e-15;
/// Of the velocity: how far the rest of the slip may be from straight.
constexpr double kStraightTolerance = 1e-13;

/// Coefficients of a power series in τ from the start of a step.
using Series = std::array<double, kOrder + 2>;

double evaluate(const Series& series, double tau) {
  double sum = series.back();
  for (int k = kOrder; k >= 0; --k) sum = sum * tau + series[static_cast<std::size_t>(k)];
  return sum;
}

double evaluate_slope(const Series& series, double tau) {
  double sum = (kOrder + 1) * series.back();
  for (int k = kOrder; k >= 1; --k) sum = sum * tau + k * series[static_cast<std::size_t>(k)];
  return sum;
}

/// Where a series that is below the target at `low` and not below it at `high` meets it: Newton's method inside a
/// bracket.
double find_root(const Series& series, double target, double low, double high) {
  double tau = high;
  for (int iteration = 0; iteration < 100; ++iteration) {
    const double excess = evaluate(series, tau) - target;
    (excess < 0.0 ? low : high) = tau;
    const double slope = evaluate_slope(series, tau);
    double next = slope != 0.0 ? tau - excess / slope : low;
    if (!(next > low && next < high)) next = 0.5 * (low + high);
    if (std::abs(next - tau) <= 2.0 * std::numeric_limits<double>::epsilon() * std::abs(tau)) return next;
    tau = next;
  }
  return tau;
}

/// Where a series first rises to the target within [start, end]; −1 if it does not.
double find_rise(const Series& series, double target, double start, double end) {
  double high = end;
  if (evaluate(series, end) < target) {
    // It may have passed the target and come back, when friction turns to press the bodies together.
    if (!(evaluate_slope(series, start) > 0.0 && evaluate_slope(series, end) < 0.0)) return -1.0;
    double rising = start;
    for (int halving = 0; halving < 50; ++halving) {
      const double middle = 0.5 * (rising + high);
      (evaluate_slope(series, middle) > 0.0 ? rising : high) = middle;
    }
    if (evaluate(series, high) < target) return -1.0;
  }
  // A normal velocity that starts at zero and falls first is not yet at its end.
  double low = start;
  while (evaluate(series, low) >= target && high - low > 1e-6 * end) low = 0.5 * (low + high);
  return find_root(series, target, low, high);
}

/// One step as power series.
struct SlipSeries {
  Series slip_x{}, slip_y{}, speed{}, normal_velocity{}, normal_work{};

  void calc_slip(const ContactInertia<2>& inertia, double friction, const WalkState<2>& state) {
    const Eigen::Matrix2d a = friction * inertia.tangential;
    const Eigen::Vector2d& b = inertia.coupling;
    slip_x[0] = state.slip.x();
    slip_y[0] = state.slip.y();
    speed[0] = state.slip.norm();
    const double half_inverse = 0.5 / speed[0];
    for (std::size_t k = 0; k < kOrder; ++k) {
      const double inverse = 1.0 / static_cast<double>(k + 1);
      slip_x[k + 1] = (speed[k] * b.x() - a(0, 0) * slip_x[k] - a(0, 1) * slip_y[k]) * inverse;
      slip_y[k + 1] = (speed[k] * b.y() - a(0, 1) * slip_x[k] - a(1, 1) * slip_y[k]) * inverse;
      // |v|² = v·v, term by term.
      double sum = 2.0 * (slip_x[0] * slip_x[k + 1] + slip_y[0] * slip_y[k + 1]);
      for (std::size_t i = 1; i <= k; ++i) {
        sum += slip_x[i] * slip_x[k + 1 - i] + slip_y[i] * slip_y[k + 1 - i] - speed[i] * speed[k + 1 - i];
      }
      speed[k + 1] = sum * half_inverse;
    }
  }

  void calc_normal(const ContactInertia<2>& inertia, double friction, const WalkState<2>& state) {
    const Eigen::Vector2d b = friction * inertia.coupling;
    normal_velocity[0] = state.normal_velocity;
    normal_work[0] = state.normal_work;
    for (std::size_t k = 0; k <= kOrder; ++k) {
      const double inverse = 1.0 / static_cast<double>(k + 1);
      normal_velocity[k + 1] = (inertia.normal * speed[k] - b.x() * slip_x[k] - b.y() * slip_y[k]) * inverse;
      double power = 0.0;
      for (std::size_t i = 0; i <= k; ++i) power += normal_velocity[i] * speed[k - i];
      normal_work[k + 1] = power * inverse;
    }
  }

  /// The step on which the last terms are as small as the tolerance.
  [[nodiscard]] double find_step() const {
    double least = std::numeric_limits<double>::infinity();
    for (const std::size_t k : {std::size_t{kOrder - 1}, std::size_t{kOrder}}) {
      const double size = std::max(std::abs(slip_x[k]), std::abs(slip_y[k]));
      if (size > 0.0) least = std::min(least, std::pow(kStepTolerance * speed[0] / size, 1.0 / static_cast<double>(k)));
    }
    return least;
  }
};

/// ∫ of a series of rates.
double integrate(const Series& rate, double tau) {
  double sum = 0.0;
  for (int k = kOrder; k >= 0; --k) sum = (sum + rate[static_cast<std::size_t>(k)] / (k + 1)) * tau;
  return sum;
}

WalkState<2> calc_state(const SlipSeries& series, const WalkState<2>& start, double friction, double tau) {
  return {.tangential_impulse = start.tangential_impulse - friction * Eigen::Vector2d(integrate(series.slip_x, tau),
                                                                                      integrate(series.slip_y, tau)),
          .normal_impulse = start.normal_impulse + integrate(series.speed, tau),
          .slip = {evaluate(series.slip_x, tau), evaluate(series.slip_y, tau)},
          .normal_velocity = evaluate(series.normal_velocity, tau),
          .normal_work = evaluate(series.normal_work, tau)};
}

/// Where the impact ends between `from` and `step`; −1 if it goes on.
double find_end(const SlipSeries& series, const RestitutionEnd& end, const WalkState<2>& start, double from,
                double step) {
  switch (end.hypothesis) {
    case Hypothesis::Newton:
      return find_rise(series.normal_velocity, end.normal_velocity, from, step);
    case Hypothesis::Stronge:
      return find_rise(series.normal_work, end.normal_work, from, step);
    case Hypothesis::Poisson:
      break;
  }
  Series impulse{};
  impulse[0] = start.normal_impulse;
  for (std::size_t k = 0; k <= kOrder; ++k) impulse[k + 1] = series.speed[k] / static_cast<double>(k + 1);
  return find_rise(impulse, end.normal_impulse, from, step);
}

/// Whether the rest of the slip keeps its direction: because the direction is one that does not turn, or because so
/// little is left of the slip that its turning no longer matters.
bool is_straight(const ContactInertia<2>& inertia, double friction, const Eigen::Vector2d& slip, double velocity) {
  const double speed = slip.norm();
  const Eigen::Vector2d direction = slip / speed;
  const Eigen::Vector2d rate = inertia.coupling - friction * (inertia.tangential * direction);
  const double growth = rate.dot(direction);
  const double turning = std::abs(rate.y() * direction.x() - rate.x() * direction.y());
  const double size = inertia.coupling.norm() + friction * inertia.tangential.norm();
  if (turning <= 8.0 * std::numeric_limits<double>::epsilon() * size) return true;
  return growth < 0.0 && size * speed * turning <= kStraightTolerance * velocity * growth * growth;
}

}  // namespace

bool walk_turning_slip(const ContactInertia<2>& inertia, double friction, ImpulseWalk<2>& walk) {
  const double velocity = std::hypot(walk.state().slip.norm(), walk.state().normal_velocity);
  SlipSeries series;
  for (int count = 0; count < kMaxSteps; ++count) {
    const WalkState<2> start = walk.state();
    if (is_straight(inertia, friction, start.slip, velocity)) return true;
    series.calc_slip(inertia, friction, start);
    series.calc_normal(inertia, friction, start);
    const double step = series.find_step();

    double from = 0.0;
    if (walk.phase() == ImpactPhase::Compression) {
      from = find_rise(series.normal_velocity, 0.0, 0.0, step);
      if (from >= 0.0) {
        walk.move_to(calc_state(series, start, friction, from));
        walk.end_compression(ImpactMotion::Slip);
        if (walk.done()) return true;
      }
    }
    if (walk.phase() == ImpactPhase::Restitution) {
      const double end = find_end(series, walk.end(), start, from, step);
      if (end >= 0.0) {
        walk.move_to(calc_state(series, start, friction, end));
        walk.finish(ImpactMotion::Slip);
        return true;
      }
    }
    walk.move_to(calc_state(series, start, friction, step));
  }
  return false;
}

}  // namespace carom::impact
