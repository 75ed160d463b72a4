#pragma once

#include <algorithm>
#include <vector>

#include "carom/dynamics/applied_forces.h"
#include "carom/dynamics/kinematics.h"

namespace carom::testing_support {

/// What errors are measured against: the sums that the algorithms form, with every term replaced by its size, so that
/// nothing cancels. Round-off is some ε of these, however small the sums themselves turn out.
struct BodyScale {
  double position{};              // [m]
  double angular_velocity{};      // [rad/s]
  double velocity{};              // [m/s]
  double angular_acceleration{};  // [rad/s²]
  double acceleration{};          // gravity included  [m/s²]
  double torque{};                // on the body and all that hangs on it, at Bo  [N·m]
  double force{};                 // [N]
};

struct TermScales {
  std::vector<BodyScale> bodies;
  VectorX efforts;  // of S·(torque, force) − applied
};

inline TermScales calc_term_scales(const Model& model, const Kinematics& kinematics, const VectorX& v,
                                   const VectorX& v_rate, const AppliedForces& applied) {
  const auto size = [](const PackedVector3& x) { return as_eigen(x).norm(); };
  TermScales scales{std::vector<BodyScale>(static_cast<std::size_t>(model.num_bodies())),
                    VectorX(model.num_velocities())};
  scales.bodies[0].acceleration = model.gravity().norm();
  for (int i = 1; i < model.num_bodies(); ++i) {
    const Body& body = model.body(i);
    const BodyMotion& motion = kinematics.body(i);
    const BodyScale& parent = scales.bodies[static_cast<std::size_t>(body.parent)];
    BodyScale& self = scales.bodies[static_cast<std::size_t>(i)];
    double w_PB = 0.0, v_PB = 0.0, w_PB_rate = 0.0, v_PB_rate = 0.0;
    for (int k = body.velocity_start; k < body.velocity_start + body.degrees; ++k) {
      const double angular = size(kinematics.column(k).angular), linear = size(kinematics.column(k).linear);
      w_PB += angular * std::abs(v[k]);
      v_PB += linear * std::abs(v[k]);
      w_PB_rate += angular * std::abs(v_rate[k]);
      v_PB_rate += linear * std::abs(v_rate[k]);
    }
    const double arm = size(motion.p_PB);
    self.position = parent.position + arm + as_eigen(body.p_PF).norm();
    self.angular_velocity = parent.angular_velocity + w_PB;
    self.velocity = parent.velocity + parent.angular_velocity * arm + v_PB;
    const double W = parent.angular_velocity, w = self.angular_velocity;
    self.angular_acceleration = parent.angular_acceleration + (w * w - W * W) + w_PB_rate;
    self.acceleration =
        parent.acceleration + parent.angular_acceleration * arm + W * W * arm + 2.0 * W * v_PB + v_PB_rate;
    const double inertia = as_eigen(motion.inertia).norm(), moment = size(motion.mass_moment);
    const Wrench& wrench = applied.wrenches[static_cast<std::size_t>(i)];
    self.torque = inertia * (self.angular_acceleration + w * w) + moment * self.acceleration + size(wrench.torque);
    self.force = body.mass * self.acceleration + moment * (self.angular_acceleration + w * w) + size(wrench.force);
  }
  for (int i = model.num_bodies() - 1; i > 0; --i) {
    const Body& body = model.body(i);
    const BodyScale& self = scales.bodies[static_cast<std::size_t>(i)];
    for (int k = body.velocity_start; k < body.velocity_start + body.degrees; ++k) {
      scales.efforts[k] = size(kinematics.column(k).angular) * self.torque +
                          size(kinematics.column(k).linear) * self.force + std::abs(applied.efforts[k]);
    }
    BodyScale& parent = scales.bodies[static_cast<std::size_t>(body.parent)];
    parent.torque += self.torque + size(kinematics.body(i).p_PB) * self.force;
    parent.force += self.force;
  }
  return scales;
}

}  // namespace carom::testing_support
