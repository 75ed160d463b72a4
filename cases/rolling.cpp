#include "cases/rolling.h"

#include <cmath>
#include <numbers>

#include "carom/model/model_builder.h"

namespace carom::cases {
namespace {

Model make_model(const RollingDisk& disk, const Matrix3& R_WB, const Vector3& p, const Vector3& w, const Vector3& v) {
  const Quaternion q = quaternion_from_matrix(R_WB);
  ModelBuilder builder;
  builder.set_gravity({0.0, 0.0, -disk.gravity});
  builder.add_body(
      {.name = "disk",
       .mass = {.mass = disk.mass,
                .inertia_about_center =
                    Vector3(disk.inertia_across(), disk.inertia_across(), disk.inertia_about()).asDiagonal()},
       .joint = {.type = JointType::Free,
                 .position = {q[0], q[1], q[2], q[3], p[0], p[1], p[2]},
                 .velocity = {w[0], w[1], w[2], v[0], v[1], v[2]}}});
  builder.add_constraint(
      {.name = "floor", .type = ConstraintType::RollingDisk, .body_b = "disk", .radius = disk.radius});
  return builder.build();
}

}  // namespace

double RollingDisk::calc_spin() const {
  const double sine = std::sin(inclination), cosine = std::cos(inclination);
  const double numerator =
      inertia_across() * precession * precession * sine * cosine - mass * gravity * radius * cosine;
  return numerator / ((inertia_about() + mass * radius * radius) * precession * sine);
}

double RollingDisk::calc_critical_spin() const {
  return std::sqrt(inertia_across() * mass * gravity * radius /
                   (inertia_about() * (inertia_about() + mass * radius * radius)));
}

double RollingDisk::calc_lean_stiffness(double spin) const {
  const double around_contact = mass * radius * radius;
  return (inertia_about() * (inertia_about() + around_contact) * spin * spin / inertia_across() -
          mass * gravity * radius) /
         (inertia_across() + around_contact);
}

Model RollingDisk::make_upright(double spin, double lean_rate) const {
  const Matrix3 R_WB = matrix_from_axis_angle(Vector3::UnitY(), 0.5 * std::numbers::pi);
  const Vector3 w(spin, lean_rate, 0.0);
  return make_model(*this, R_WB, {0.0, 0.0, radius}, w, w.cross(Vector3(0.0, 0.0, radius)));
}

KnownMotion make_rolling_disk(const RollingDisk& disk) {
  const double spin = disk.calc_spin();
  const double theta = disk.inclination, Omega = disk.precession;
  const auto list = [=](double time) {
    const double own = spin - Omega * std::cos(theta);  // of the disk in the frame that goes around
    const Matrix3 R_WB = matrix_from_axis_angle(Vector3::UnitZ(), Omega * time) *
                         matrix_from_axis_angle(Vector3::UnitY(), theta) *
                         matrix_from_axis_angle(Vector3::UnitZ(), own * time);
    const Vector3 outward(std::cos(Omega * time), std::sin(Omega * time), 0.0);
    const double circle = -disk.radius * spin / Omega;
    const Vector3 p = circle * outward + disk.radius * std::sin(theta) * Vector3::UnitZ();
    const Vector3 w = Omega * Vector3::UnitZ() + own * R_WB.col(2);
    return list_motion(R_WB, p, w, Omega * circle * Vector3::UnitZ().cross(outward));
  };
  const VectorX start = list(0.0);
  KnownMotion motion{.name = "rolling disk",
                     .model = make_model(disk, start.head<9>().reshaped(3, 3), start.segment<3>(9),
                                         start.segment<3>(12), start.segment<3>(15)),
                     .initial = {},
                     .duration = 2.0 * std::numbers::pi / Omega};
  motion.initial = motion.model.make_initial_state();
  motion.expected = list;
  motion.observed = [](const State&, const Kinematics& kinematics) { return list_motion(kinematics, 1); };
  return motion;
}

KnownMotion make_skate(const Skate& skate) {
  const double pull = skate.gravity * std::sin(skate.slope);  // g′
  ModelBuilder builder;
  builder.set_gravity({pull, 0.0, -skate.gravity * std::cos(skate.slope)});
  builder.add_body(
      {.name = "skate",
       .mass = {.mass = 2.0, .inertia_about_center = 0.1 * Matrix3::Identity()},
       .joint = {.type = JointType::Planar, .second_axis = Vector3::UnitX(), .velocity = {0.0, 0.0, skate.turning}}});
  // The blade lies along the body's x-axis: no velocity along y.
  builder.add_constraint({.name = "blade",
                          .type = ConstraintType::Skate,
                          .body_a = "skate",
                          .rotation_a = quaternion_from_rotation_vector({0.0, 0.0, 0.5 * std::numbers::pi})});
  KnownMotion motion = make_motion("skate on an incline", builder, 4.0);
  motion.expected = [pull, Omega = skate.turning](double time) -> VectorX {
    const double phi = Omega * time, size = 0.5 * pull / (Omega * Omega);
    const double sine = std::sin(phi);
    Vector6 list;
    list << size * sine * sine, size * (phi - 0.5 * std::sin(2.0 * phi)), phi, size * Omega * std::sin(2.0 * phi),
        2.0 * size * Omega * sine * sine, Omega;
    return list;
  };
  motion.observed = list_coordinates;
  return motion;
}

}  // namespace carom::cases
