#pragma once

#include <algorithm>

#include "carom/impact/impact_result.h"

namespace carom::impact {

/// Velocities stay as they are.
template <class Vector>
[[nodiscard]] ImpactResultOf<Vector::RowsAtCompileTime> make_no_impact(const Vector& velocity, ImpactVerdict verdict) {
  ImpactResultOf<Vector::RowsAtCompileTime> result;
  result.velocity = velocity;
  result.verdict = verdict;
  result.points[0].velocity = velocity;
  result.point_count = 1;
  return result;
}

/// Fills in what follows from the last point of the path: velocity, impulse, energies and verdict. `friction` bounds
/// the cone that the impulse has to stay in.
template <int kSize>
void complete(ImpactResultOf<kSize>& result, const Eigen::Matrix<double, kSize, 1>& before, double friction,
              double normal_dissipation) {
  const ImpactPoint<kSize>& last = result.path().back();
  result.velocity = last.velocity;
  result.impulse = last.impulse;
  result.dissipation = -0.5 * (before + last.velocity).dot(last.impulse);
  result.normal_dissipation = normal_dissipation;

  // What is below these is error of the integration in space, not of the law.
  constexpr double kTolerance = 1e-11;
  const double speed = before.norm() + last.velocity.norm();
  const double energy = speed * last.impulse.norm();
  const double tangential = last.impulse.template head<kSize - 1>().norm();
  result.energy_gain = result.dissipation < -kTolerance * energy ? -result.dissipation : 0.0;
  if (tangential > friction * last.impulse(kSize - 1) + kTolerance * last.impulse.norm()) {
    result.verdict = ImpactVerdict::OutsideCone;
  } else if (result.energy_gain > 0.0) {
    result.verdict = ImpactVerdict::GainsEnergy;
  } else if (last.velocity(kSize - 1) < -kTolerance * speed) {
    result.verdict = ImpactVerdict::StillApproaching;
  } else {
    result.verdict = ImpactVerdict::Consistent;
  }
}

/// A law that knows only the jump: a path of one leg.
template <int kSize>
[[nodiscard]] ImpactResultOf<kSize> make_jump(const Eigen::Matrix<double, kSize, 1>& before,
                                              const Eigen::Matrix<double, kSize, 1>& after,
                                              const Eigen::Matrix<double, kSize, 1>& impulse, ImpactCase kind,
                                              ImpactMotion motion, double friction) {
  ImpactResultOf<kSize> result;
  const double normal_work = 0.5 * (before(kSize - 1) + after(kSize - 1)) * impulse(kSize - 1);
  result.points[0].velocity = before;
  result.points[1] = {.impulse = impulse,
                      .velocity = after,
                      .normal_work = normal_work,
                      .motion = motion,
                      .phase = ImpactPhase::Restitution};
  result.point_count = 2;
  result.kind = kind;
  complete(result, before, friction, -normal_work);
  return result;
}

}  // namespace carom::impact
