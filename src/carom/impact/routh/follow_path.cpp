#include "carom/impact/routh/follow_path.h"

#include <cmath>

#include "carom/impact/jump_result.h"
#include "carom/impact/routh/impulse_walk.h"
#include "carom/impact/routh/turning_slip.h"

namespace carom::impact {
namespace {

/// Slip along `direction`, which holds as long as the slip lasts.
template <int kTangential>
StraightLeg<kTangential> make_slip_leg(const ContactInertia<kTangential>& inertia, double friction,
                                       const Eigen::Matrix<double, kTangential, 1>& direction, ImpactMotion motion) {
  return {.ratio = -friction * direction,
          .slip_rate = inertia.coupling - friction * (inertia.tangential * direction),
          .normal_rate = inertia.normal - friction * inertia.coupling.dot(direction),
          .motion = motion};
}

/// What follows when the slip is zero: the contact sticks if static friction can hold it, else it slips again in the
/// one direction in which slip grows along itself.
template <int kTangential>
StraightLeg<kTangential> make_leg_from_rest(const ContactInertia<kTangential>& inertia, const RouthParameters& law) {
  const Eigen::Matrix<double, kTangential, 1> ratio = -solve_tangential(inertia, inertia.coupling);
  // At the limit itself both continuations are the same; the margin keeps the name of the case from a rounding error.
  constexpr double kMargin = 1e-12;
  if (ratio.norm() <= law.static_friction * (1.0 + kMargin)) {
    // A contact that friction locks has no normal motion left: what remains of it is rounding.
    const double rate = inertia.normal + inertia.coupling.dot(ratio);
    return {.ratio = ratio,
            .slip_rate = StraightLeg<kTangential>::Vector::Zero(),
            .normal_rate = rate > kLockedPart * inertia.normal ? rate : 0.0,
            .motion = ImpactMotion::Stick};
  }
  return make_slip_leg<kTangential>(inertia, law.friction, find_reslip_direction(inertia, law.friction),
                                    ImpactMotion::Reslip);
}

/// To the end of the impact, or until the slip is zero.
void walk_slip(const ContactInertia<1>& inertia, const RouthParameters& law, ImpulseWalk<1>& walk) {
  const double slip = walk.state().slip(0);
  const Eigen::Matrix<double, 1, 1> direction(std::copysign(1.0, slip));
  StraightLeg<1> leg = make_slip_leg<1>(inertia, law.friction, direction, ImpactMotion::Slip);
  const double growth = leg.slip_rate(0) * direction(0);
  if (growth < 0.0) leg.length = std::abs(slip) / -growth;
  walk.walk(leg);
}

void walk_slip(const ContactInertia<2>& inertia, const RouthParameters& law, ImpulseWalk<2>& walk) {
  if (law.static_friction == 0.0) {
    // No friction: where the slip goes makes no difference.
    walk.walk(make_slip_leg<2>(inertia, 0.0, Eigen::Vector2d::UnitX(), ImpactMotion::Slip));
    return;
  }
  const bool straight = walk_turning_slip(inertia, law.friction, walk);
  if (walk.done() || !straight) return;
  const double speed = walk.state().slip.norm();
  const Eigen::Vector2d direction = walk.state().slip / speed;
  StraightLeg<2> leg = make_slip_leg<2>(inertia, law.friction, direction, ImpactMotion::Slip);
  const double growth = leg.slip_rate.dot(direction);
  if (growth < 0.0) leg.length = speed / -growth;
  walk.walk(leg);
}

/// From where the slip is zero to the end.
template <int kTangential>
void walk_from_rest(const ContactInertia<kTangential>& inertia, const RouthParameters& law, double speed,
                    ImpulseWalk<kTangential>& walk) {
  const StraightLeg<kTangential> leg = make_leg_from_rest(inertia, law);
  // The velocity of a contact that locks is along the motion that it has, so that slip and approach end together.
  constexpr double kRounding = 1e-9;
  if (leg.motion == ImpactMotion::Stick && leg.normal_rate == 0.0) {
    walk.hold(leg, kRounding * speed);
  } else {
    walk.walk(leg);
  }
}

/// Whether there is an impact: the contact closes, or slip presses the bodies together faster than the impulse parts
/// them.
template <int kTangential>
bool begins(const ContactInertia<kTangential>& inertia, double friction,
            const Eigen::Matrix<double, kTangential + 1, 1>& velocity, double slip_speed) {
  const double normal_velocity = velocity(kTangential);
  if (normal_velocity < 0.0) return true;
  if (normal_velocity > 0.0 || slip_speed == 0.0) return false;
  return inertia.normal * slip_speed < friction * inertia.coupling.dot(velocity.template head<kTangential>());
}

ImpactCase classify(bool from_rest, ImpactMotion last, double slip_end, double compression_end) {
  const bool sticks = last == ImpactMotion::Stick;
  if (from_rest) return sticks ? ImpactCase::StickFromRest : ImpactCase::SlipFromRest;
  if (last == ImpactMotion::Slip) return ImpactCase::Slip;
  // Where both end together, a rounding error does not tell which was first.
  constexpr double kTogether = 1e-12;
  if (slip_end <= (1.0 + kTogether) * compression_end) {
    return sticks ? ImpactCase::SlipThenStickInCompression : ImpactCase::SlipThenReslipInCompression;
  }
  return sticks ? ImpactCase::SlipThenStickInRestitution : ImpactCase::SlipThenReslipInRestitution;
}

template <int kTangential>
ImpactResultOf<kTangential + 1> follow(const RouthParameters& law,
                                       const Eigen::Matrix<double, kTangential + 1, kTangential + 1>& inverse_inertia,
                                       const Eigen::Matrix<double, kTangential + 1, 1>& velocity) {
  const ContactInertia<kTangential> inertia(inverse_inertia);
  const double slip_speed = velocity.template head<kTangential>().norm();
  if (!(inertia.normal > 0.0)) return make_no_impact(velocity, ImpactVerdict::SingularInertia);
  if (!begins(inertia, law.friction, velocity, slip_speed)) return make_no_impact(velocity, ImpactVerdict::Consistent);

  ImpactResultOf<kTangential + 1> result;
  ImpulseWalk<kTangential> walk(law.hypothesis, law.restitution, velocity, result);
  // Slower slip than this stops before the impact has really begun.
  constexpr double kNoSlip = 1e-14;
  const bool from_rest = slip_speed <= kNoSlip * -velocity(kTangential);
  if (from_rest) {
    walk.start_from_rest();
  } else {
    walk_slip(inertia, law, walk);
  }
  if (!walk.done() && walk.at_rest()) walk_from_rest(inertia, law, velocity.norm(), walk);
  if (!walk.done()) return make_no_impact(velocity, ImpactVerdict::NoSolution);

  const ImpactPoint<kTangential + 1>& last = result.path().back();
  result.kind = classify(from_rest, last.motion, result.slip_end_impulse, result.compression_impulse);
  complete(result, velocity, law.static_friction, -last.normal_work);
  return result;
}

}  // namespace

PlanarImpactResult follow_path(const RouthParameters& law, const Eigen::Matrix2d& inverse_inertia,
                               const Eigen::Vector2d& velocity) {
  return follow<1>(law, inverse_inertia, velocity);
}

ImpactResult follow_path(const RouthParameters& law, const Matrix3& inverse_inertia, const Vector3& velocity) {
  return follow<2>(law, inverse_inertia, velocity);
}

}  // namespace carom::impact
