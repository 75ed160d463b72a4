#include "cases/pendulums.h"

#include <cmath>
#include <string>

#include "carom/math/elliptic.h"
#include "carom/model/model_builder.h"
#include "cases/tops.h"

namespace carom::cases {
namespace {

// Vertical plane xz: the bob is at (−l sin θ, 0, −l cos θ).
VectorX list_bob(const SimplePendulum& pendulum, double time, bool turns) {
  const auto [angle, rate] = pendulum.calc_angle(time);
  const double sine = std::sin(angle), cosine = std::cos(angle), l = pendulum.length;
  const Matrix3 R_WB = turns ? matrix_from_axis_angle(Vector3::UnitY(), angle) : Matrix3::Identity();
  return list_motion(R_WB, {-l * sine, 0.0, -l * cosine}, turns ? Vector3(0.0, rate, 0.0) : Vector3::Zero(),
                     {-l * cosine * rate, 0.0, l * sine * rate});
}

KnownMotion make_held_pendulum(const SimplePendulum& pendulum, double inertia, bool turns,
                               const ConstraintSpec& holder) {
  ModelBuilder builder;
  builder.set_gravity({0.0, 0.0, -pendulum.gravity});
  const double w = turns ? pendulum.initial_rate : 0.0;
  builder.add_body({.name = "bob",
                    .mass = {.mass = pendulum.mass, .inertia_about_center = inertia * Matrix3::Identity()},
                    .joint = {.type = JointType::Free,
                              .position = {1.0, 0.0, 0.0, 0.0, 0.0, 0.0, -pendulum.length},
                              .velocity = {0.0, w, 0.0, -pendulum.length * pendulum.initial_rate, 0.0, 0.0}}});
  builder.add_constraint(holder);
  KnownMotion motion =
      make_motion("pendulum held by a " + std::string(traits(holder.type).name), builder, 2.0 * pendulum.calc_period());
  motion.expected = [pendulum, turns](double time) { return list_bob(pendulum, time, turns); };
  motion.observed = [](const State&, const Kinematics& kinematics) { return list_motion(kinematics, 1); };
  return motion;
}

}  // namespace

double SimplePendulum::natural_frequency() const {
  return std::sqrt(mass * gravity * length / (inertia + mass * length * length));
}

double SimplePendulum::calc_period() const {
  const double k = 0.5 * initial_rate / natural_frequency();
  return k < 1.0 ? 4.0 * calc_elliptic_first_complete(k * k) / natural_frequency()
                 : 4.0 * calc_elliptic_first_complete(1.0 / (k * k)) / initial_rate;
}

SimplePendulum::Angle SimplePendulum::calc_angle(double time) const {
  const double w0 = natural_frequency();
  const double k = 0.5 * initial_rate / w0;
  if (k < 1.0) {
    const JacobiFunctions f = calc_jacobi_functions(w0 * time, k * k);
    return {2.0 * std::asin(k * f.sn), 2.0 * k * w0 * f.cn};
  }
  const JacobiFunctions f = calc_jacobi_functions(0.5 * initial_rate * time, 1.0 / (k * k));
  return {2.0 * f.am, initial_rate * f.dn};
}

KnownMotion make_simple_pendulum(const SimplePendulum& pendulum) {
  ModelBuilder builder;
  builder.set_gravity({0.0, 0.0, -pendulum.gravity});
  builder.add_body(
      {.name = "bob",
       .mass = {.mass = pendulum.mass,
                .center_of_mass = {0.0, 0.0, -pendulum.length},
                .inertia_about_center = pendulum.inertia * Matrix3::Identity()},
       .joint = {.type = JointType::Revolute, .axis = Vector3::UnitY(), .velocity = {pendulum.initial_rate}}});
  const bool swings = pendulum.initial_rate < 2.0 * pendulum.natural_frequency();
  KnownMotion motion = make_motion(swings ? "simple pendulum, swinging" : "simple pendulum, turning over", builder,
                                   3.0 * pendulum.calc_period());
  motion.expected = [pendulum](double time) -> VectorX {
    const auto [angle, rate] = pendulum.calc_angle(time);
    return Eigen::Vector2d(angle, rate);
  };
  motion.observed = list_coordinates;
  return motion;
}

KnownMotion make_pendulum_held_by_point(const SimplePendulum& pendulum) {
  return make_held_pendulum(
      pendulum, pendulum.inertia, true,
      {.name = "pivot", .type = ConstraintType::Point, .body_b = "bob", .at_b = {0.0, 0.0, pendulum.length}});
}

KnownMotion make_pendulum_held_by_distance(SimplePendulum pendulum) {
  const double inertia = pendulum.inertia;
  pendulum.inertia = 0.0;  // of the swinging, as the bob does not turn
  return make_held_pendulum(
      pendulum, inertia, false,
      {.name = "rod", .type = ConstraintType::Distance, .body_b = "bob", .length = pendulum.length});
}

KnownMotion make_spherical_pendulum(PendulumJoint joint) {
  const bool point = joint == PendulumJoint::Universal;
  const HeavyTop top = HeavyTop::hanging(point ? 0.0 : 0.02);
  if (!point) return make_heavy_top(top);

  // Hanging down from (0, −sin θ, cos θ) = z of B: the first angle is θ, the second moves the bob across.
  const double theta = std::acos(top.initial_cosine);
  ModelBuilder builder;
  builder.set_gravity({0.0, 0.0, -top.gravity});
  builder.add_body({.name = "bob",
                    .mass = {.mass = top.mass, .center_of_mass = {0.0, 0.0, top.center_height}},
                    .joint = {.type = JointType::Universal,
                              .axis = Vector3::UnitX(),
                              .second_axis = Vector3::UnitY(),
                              .position = {theta, 0.0},
                              .velocity = {0.0, std::sin(theta) * top.initial_precession}}});
  KnownMotion motion = make_motion("spherical pendulum on a universal joint", builder, 3.0 * top.calc_period());
  motion.expected = [top](double time) -> VectorX {
    const HeavyTop::Attitude now = top.calc_attitude(time);
    const Vector3 z = now.R_WB.col(2);
    Vector6 list;
    list << z, now.w_WB.cross(z);
    return list;
  };
  motion.observed = [](const State&, const Kinematics& kinematics) -> VectorX {
    const Matrix3 R_WB = as_eigen(kinematics.body(1).R_WB);
    const Vector3 w_WB = as_eigen(kinematics.body(1).w_WB);
    const Vector3 z = R_WB.col(2);
    Vector6 list;
    list << z, w_WB.cross(z);
    return list;
  };
  return motion;
}

}  // namespace carom::cases
