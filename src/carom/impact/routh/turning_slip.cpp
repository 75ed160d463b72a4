#include "carom/impact/routh/turning_slip.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "carom/impact/routh/slip_series.h"

namespace carom::impact {
namespace {

constexpr int kMaxSteps = 200;
/// Of the velocity: how far the rest of the slip may be from straight.
constexpr double kStraightTolerance = 1e-13;

/// Where the impact ends between two moments of a step; −1 if it goes on.
double find_end(const SlipSeries& series, const RestitutionEnd& end, const SlipSeries::Mark& from,
                const SlipSeries::Mark& to) {
  switch (end.hypothesis) {
    case Hypothesis::Newton:
      return series.find_rise(Rising::NormalVelocity, end.normal_velocity, from, to);
    case Hypothesis::Stronge:
      return series.find_rise(Rising::NormalWork, end.normal_work, from, to);
    case Hypothesis::Poisson:
      break;
  }
  return series.find_rise(Rising::NormalImpulse, end.normal_impulse, from, to);
}

/// Whether the rest of the slip keeps its direction: because the direction is one that does not turn, or because so
/// little is left of the slip that its turning no longer matters.
bool is_straight(const ContactInertia<2>& inertia, double friction, const Eigen::Vector2d& slip, double velocity) {
  const double speed = slip.norm();
  const Eigen::Vector2d direction = slip / speed;
  const Eigen::Vector2d rate = inertia.coupling - friction * (inertia.tangential * direction);
  const double growth = rate.dot(direction);
  const double turning = std::abs(rate.y() * direction.x() - rate.x() * direction.y());
  // The impact is over after about velocity/c of impulse: what turns the slip less than rounding until then does not
  // count, however it compares with a coupling that vanishes. The coupling of balls is the rounding of larger numbers.
  const double normal = inertia.normal * std::min(1.0, speed / velocity);
  const double size = inertia.coupling.norm() + friction * inertia.tangential.norm() + normal;
  if (turning <= 8.0 * std::numeric_limits<double>::epsilon() * (size + inertia.tangential.norm())) return true;
  return growth < 0.0 && size * speed * turning <= kStraightTolerance * velocity * growth * growth;
}

}  // namespace

bool walk_turning_slip(const ContactInertia<2>& inertia, double friction, ImpulseWalk<2>& walk) {
  const double velocity = std::hypot(walk.state().slip.norm(), walk.state().normal_velocity);
  SlipSeries series(inertia, friction);
  for (int count = 0; count < kMaxSteps; ++count) {
    if (is_straight(inertia, friction, walk.state().slip, velocity)) return true;
    series.expand(walk.state());
    SlipSeries::Mark from{0.0, walk.state()};
    // Series of a slip that hardly changes would reach beyond all numbers; the impact ends long before.
    const double longest = 2.0 * velocity / (inertia.normal * walk.state().slip.norm());
    const SlipSeries::Mark to = series.calc_mark(std::min(series.find_step(), longest));

    if (walk.phase() == ImpactPhase::Compression) {
      const double end = series.find_rise(Rising::NormalVelocity, 0.0, from, to);
      if (end >= 0.0) {
        from = series.calc_mark(end);
        walk.move_to(from.state);
        walk.end_compression(ImpactMotion::Slip);
        if (walk.done()) return true;
      }
    }
    if (walk.phase() == ImpactPhase::Restitution) {
      const double end = find_end(series, walk.end(), from, to);
      if (end >= 0.0) {
        walk.move_to(series.calc_mark(end).state);
        walk.finish(ImpactMotion::Slip);
        return true;
      }
    }
    walk.move_to(to.state);
  }
  return false;
}

}  // namespace carom::impact
