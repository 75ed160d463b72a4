#include "cases/oscillators.h"

#include <cmath>
#include <string>

#include "carom/dynamics/applied_forces.h"
#include "carom/model/joints/joint_view.h"
#include "carom/model/model_builder.h"

namespace carom::cases {
namespace {

constexpr double kGravity = ModelBuilder::kStandardGravity;

MassProperties make_ball(double mass, double inertia) {
  return {.mass = mass, .inertia_about_center = inertia * Matrix3::Identity()};
}

VectorX list(std::initializer_list<double> values) {
  return Eigen::Map<const VectorX>(values.begin(), static_cast<int>(values.size()));
}

}  // namespace

Oscillator::Point Oscillator::calc_point(double time) const {
  const double delta = damping / (2.0 * mass);
  const double squared = stiffness / mass - delta * delta;  // ω²
  const double w = std::sqrt(std::abs(squared));
  const double cosine = squared > 0.0 ? std::cos(w * time) : std::cosh(w * time);
  const double sine = (squared > 0.0 ? std::sin(w * time) : std::sinh(w * time)) / w;
  const double decay = std::exp(-delta * time);
  const double slope = velocity + delta * position;
  return {decay * (position * cosine + slope * sine),
          decay * (velocity * cosine - (delta * slope + squared * position) * sine)};
}

KnownMotion make_oscillator(const Oscillator& oscillator) {
  ModelBuilder builder;
  builder.set_gravity(Vector3::Zero());
  builder.add_body({.name = "mass",
                    .mass = {.mass = oscillator.mass},
                    .joint = {.type = JointType::Prismatic,
                              .axis = Vector3::UnitX(),
                              .position = {oscillator.position},
                              .velocity = {oscillator.velocity},
                              .damping = {oscillator.damping},
                              .stiffness = {oscillator.stiffness}}});
  KnownMotion motion = make_motion("oscillator with damping " + std::to_string(oscillator.damping), builder, 5.0);
  motion.expected = [oscillator](double time) {
    const auto [x, v] = oscillator.calc_point(time);
    return list({x, v});
  };
  motion.observed = list_coordinates;
  return motion;
}

Model Stop::make_model() const {
  ModelBuilder builder;
  builder.set_gravity(Vector3::Zero());
  builder.add_body(
      {.name = "mass",
       .mass = {.mass = mass},
       .joint = {.type = JointType::Prismatic,
                 .axis = Vector3::UnitX(),
                 .velocity = {speed},
                 .limits = {{.lower = -0.5, .upper = 0.5, .stiffness = stiffness, .dissipation = dissipation}}}});
  return builder.build();
}

double Stop::calc_rebound_speed() const {
  const auto invariant = [this](double v) { return v - std::log1p(dissipation * v) / dissipation; };
  // Newton from small speeds, where the invariant is c v²/2, an even function.
  double rebound = 0.5 * speed;
  for (int iteration = 0; iteration < 50; ++iteration) {
    const double slope = -dissipation * -rebound / (1.0 - dissipation * rebound);
    rebound -= (invariant(-rebound) - invariant(speed)) / slope;
  }
  return rebound;
}

KnownMotion make_shaken_mass() {
  constexpr double kAmplitude = 0.3, kFrequency = 4.0;
  ModelBuilder builder;
  builder.set_gravity(Vector3::Zero());
  builder.add_body({.name = "mass",
                    .mass = {.mass = 2.0},
                    .joint = {.type = JointType::Prismatic,
                              .axis = Vector3::UnitX(),
                              .drive = {TimeFunction(
                                  time_functions::Sine{.amplitude = kAmplitude, .angular_frequency = kFrequency})}}});
  KnownMotion motion = make_motion("shaken mass", builder, 3.0);
  motion.expected = [](double time) {
    return list({kAmplitude * std::sin(kFrequency * time), kAmplitude * kFrequency * std::cos(kFrequency * time)});
  };
  motion.observed = list_coordinates;
  return motion;
}

KnownMotion make_servo() {
  constexpr double kSpeed = 1.5;
  // With e = target − q the motor gives I ë + kd ė + kp e = 0.
  const Oscillator error{.damping = 0.4, .mass = 0.2, .stiffness = 6.0, .position = 0.5, .velocity = kSpeed};
  ModelBuilder builder;
  builder.add_body({.name = "wheel",
                    .mass = make_ball(1.0, error.mass),
                    .joint = {.type = JointType::Revolute,
                              .motor = {{.target = TimeFunction(time_functions::ConstantSpeed{error.position, kSpeed}),
                                         .position_gain = error.stiffness,
                                         .velocity_gain = error.damping}}}});
  KnownMotion motion = make_motion("servo", builder, 5.0);
  motion.expected = [error](double time) {
    const auto [e, rate] = error.calc_point(time);
    return list({error.position + kSpeed * time - e, kSpeed - rate});
  };
  motion.observed = list_coordinates;
  return motion;
}

KnownMotion make_gear_pair() {
  constexpr double kRatio = -2.5, kOffset = 0.3, kTorque = 0.8, kInertiaA = 0.3, kInertiaB = 0.05;
  ModelBuilder builder;
  builder.add_body(
      {.name = "first",
       .mass = make_ball(1.0, kInertiaA),
       .joint = {.type = JointType::Revolute, .motor = {{.effort = TimeFunction(time_functions::Constant{kTorque})}}}});
  builder.add_body({.name = "second",
                    .mass = make_ball(1.0, kInertiaB),
                    .joint = {.type = JointType::Revolute, .at = {1.0, 0.0, 0.0}, .position = {kOffset}}});
  builder.add_constraint({.name = "teeth",
                          .type = ConstraintType::Coupling,
                          .joint_a = "first",
                          .joint_b = "second",
                          .ratio = kRatio,
                          .offset = kOffset});
  KnownMotion motion = make_motion("gear pair", builder, 2.0);
  motion.expected = [](double time) {
    const double rate = kTorque / (kInertiaA + kRatio * kRatio * kInertiaB) * time;
    const double angle = 0.5 * rate * time;
    return list({angle, kRatio * angle + kOffset, rate, kRatio * rate});
  };
  motion.observed = list_coordinates;
  return motion;
}

KnownMotion make_body_in_thick_air() {
  constexpr double kMass = 0.4, kDrag = 0.5;
  const Vector3 v0(3.0, -1.0, 4.0);
  ModelBuilder builder;
  builder.add_body({.name = "ball",
                    .mass = make_ball(kMass, 0.01),
                    .joint = {.type = JointType::Free, .velocity = {0.0, 0.0, 0.0, v0[0], v0[1], v0[2]}}});
  builder.add_callback_force({.name = "air", .add = [](const CallbackMoment& moment, AppliedForces& forces) {
                                const Vector3 v = as_eigen(moment.bodies.body(1).v_WB);
                                forces.add_force(1, PackedVector3(), -kDrag * v);
                              }});
  KnownMotion motion = make_motion("body in thick air", builder, 2.0);
  motion.expected = [v0](double time) {
    const Vector3 v_end(0.0, 0.0, -kMass * kGravity / kDrag);
    const double tau = kMass / kDrag;
    const Vector3 p = v_end * time - tau * std::expm1(-time / tau) * (v0 - v_end);
    return list_motion(Matrix3::Identity(), p, Vector3::Zero(), v_end + std::exp(-time / tau) * (v0 - v_end));
  };
  motion.observed = [](const State&, const Kinematics& kinematics) { return list_motion(kinematics, 1); };
  return motion;
}

KnownMotion make_screw() {
  constexpr double kMass = 0.8, kInertia = 0.002, kPitch = 0.03, kRate = 20.0;
  ModelBuilder builder;
  builder.add_body({.name = "nut",
                    .mass = make_ball(kMass, kInertia),
                    .joint = {.type = JointType::Helical, .pitch = kPitch, .velocity = {kRate}}});
  KnownMotion motion = make_motion("screw", builder, 1.0);
  motion.expected = [](double time) {
    const double acceleration = -kMass * kGravity * kPitch / (kInertia + kMass * kPitch * kPitch);
    const double angle = kRate * time + 0.5 * acceleration * time * time;
    return list({angle, kRate + acceleration * time, kPitch * angle});
  };
  motion.observed = [nut = JointView(motion.model, "nut")](const State& state, const Kinematics& kinematics) {
    return list({nut.position(state), nut.rate(state), as_eigen(kinematics.body(1).p_WB).z()});
  };
  return motion;
}

KnownMotion make_spinning_projectile() {
  const Vector3 v0(3.0, -1.0, 4.0), w(2.0, 1.0, -3.0);
  ModelBuilder builder;
  builder.add_body({.name = "ball",
                    .mass = make_ball(0.4, 0.01),
                    .joint = {.type = JointType::Free, .velocity = {w[0], w[1], w[2], v0[0], v0[1], v0[2]}}});
  KnownMotion motion = make_motion("spinning projectile", builder, 2.0);
  motion.expected = [v0, w](double time) {
    const Vector3 g(0.0, 0.0, -kGravity);
    return list_motion(matrix_from_axis_angle(w.normalized(), w.norm() * time), time * v0 + 0.5 * time * time * g, w,
                       v0 + time * g);
  };
  motion.observed = [](const State&, const Kinematics& kinematics) { return list_motion(kinematics, 1); };
  return motion;
}

}  // namespace carom::cases
