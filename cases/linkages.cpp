#include "cases/linkages.h"

#include <cmath>
#include <numbers>
#include <string>

#include "carom/model/joints/joint_view.h"
#include "carom/model/model_builder.h"

namespace carom::cases {
namespace {

// A slender link along x from its hinge.
MassProperties make_link(double mass, double length, double inertia) {
  return {.mass = mass,
          .center_of_mass = {0.5 * length, 0.0, 0.0},
          .inertia_about_center = Vector3(0.1 * inertia, inertia, inertia).asDiagonal()};
}
MassProperties make_link(double mass, double length) { return make_link(mass, length, mass * length * length / 12.0); }

JointSpec make_hinge(const std::string& parent, const Vector3& at, double angle, double rate) {
  return {.type = JointType::Revolute, .parent = parent, .at = at, .position = {angle}, .velocity = {rate}};
}

// q = speed · t, or free with that speed at the start.
void set_crank(JointSpec& joint, double speed, Drive drive) {
  joint.velocity = {speed};
  if (drive == Drive::ConstantSpeed) joint.drive = {TimeFunction(time_functions::ConstantSpeed{0.0, speed})};
}

}  // namespace

FourBar::Angles FourBar::calc_angles(double crank_angle, double crank_rate) const {
  const Eigen::Vector2d P(crank * std::cos(crank_angle), crank * std::sin(crank_angle));
  const Eigen::Vector2d to_P = P - Eigen::Vector2d(ground, 0.0);
  const double s = to_P.norm();
  // The crank is shorter than the ground: γ stays around π.
  const double direction = std::numbers::pi + std::atan2(-to_P.y(), -to_P.x());
  Angles angles;
  angles.rocker = direction - std::acos((rocker * rocker + s * s - coupler * coupler) / (2.0 * rocker * s));
  const Eigen::Vector2d Q(ground + rocker * std::cos(angles.rocker), rocker * std::sin(angles.rocker));
  angles.coupler = std::atan2(Q.y() - P.y(), Q.x() - P.x());
  const double pull = crank * crank_rate / std::sin(angles.coupler - angles.rocker);
  angles.coupler_rate = pull * std::sin(angles.rocker - crank_angle) / coupler;
  angles.rocker_rate = -pull * std::sin(crank_angle - angles.coupler) / rocker;
  return angles;
}

double FourBar::calc_freudenstein_residual(double crank_angle, double rocker_angle) const {
  const double constant =
      (crank * crank - coupler * coupler + rocker * rocker + ground * ground) / (2.0 * crank * rocker);
  return ground / crank * std::cos(rocker_angle) - ground / rocker * std::cos(crank_angle) + constant -
         std::cos(crank_angle - rocker_angle);
}

KnownMotion make_four_bar(const FourBar& linkage, Drive drive) {
  const FourBar::Angles start = linkage.calc_angles(0.0, linkage.speed);
  ModelBuilder builder;
  builder.set_gravity({0.0, -9.81, 0.0});
  BodySpec crank{.name = "crank",
                 .mass = make_link(0.8, linkage.crank),
                 .joint = make_hinge("world", Vector3::Zero(), 0.0, linkage.speed)};
  set_crank(crank.joint, linkage.speed, drive);
  builder.add_body(crank);
  builder.add_body(
      {.name = "coupler",
       .mass = make_link(1.1, linkage.coupler),
       .joint = make_hinge("crank", {linkage.crank, 0.0, 0.0}, start.coupler, start.coupler_rate - linkage.speed)});
  builder.add_body({.name = "rocker",
                    .mass = make_link(0.9, linkage.rocker),
                    .joint = make_hinge("world", {linkage.ground, 0.0, 0.0}, start.rocker, start.rocker_rate)});
  builder.add_constraint({.name = "loop",
                          .type = ConstraintType::Hinge,
                          .body_a = "coupler",
                          .body_b = "rocker",
                          .at_a = {linkage.coupler, 0.0, 0.0},
                          .at_b = {linkage.rocker, 0.0, 0.0}});
  const bool driven = drive == Drive::ConstantSpeed;
  KnownMotion motion = make_motion(driven ? "four-bar linkage, driven" : "four-bar linkage, free", builder, 3.0);
  motion.rank_deficit = 3;
  motion.expected = [linkage, driven](double time) -> VectorX {
    if (!driven) return VectorX::Zero(5);
    const FourBar::Angles angles = linkage.calc_angles(linkage.speed * time, linkage.speed);
    VectorX list(5);
    list << angles.coupler, angles.rocker, angles.coupler_rate, angles.rocker_rate, 0.0;
    return list;
  };
  motion.observed = [linkage, driven, input = JointView(motion.model, "crank"),
                     output = JointView(motion.model, "rocker"),
                     between = JointView(motion.model, "coupler")](const State& state, const Kinematics&) -> VectorX {
    const double angle = input.position(state), rate = input.rate(state);
    VectorX list(5);
    list << angle + between.position(state), output.position(state), rate + between.rate(state), output.rate(state),
        linkage.calc_freudenstein_residual(angle, output.position(state));
    if (driven) return list;
    const FourBar::Angles angles = linkage.calc_angles(angle, rate);
    list.head<4>() -= Eigen::Vector4d(angles.coupler, angles.rocker, angles.coupler_rate, angles.rocker_rate);
    return list;
  };
  return motion;
}

SliderCrank::Motion SliderCrank::calc_motion(double time) const {
  const double angle = speed * time;
  const double sine = std::sin(angle), cosine = std::cos(angle);
  Motion motion;
  motion.rod_angle = -std::asin(crank * sine / rod);
  const double rod_sine = std::sin(motion.rod_angle), rod_cosine = std::cos(motion.rod_angle);
  const double w = -crank * cosine * speed / (rod * rod_cosine);
  const double alpha = (crank * speed * speed * sine + rod * rod_sine * w * w) / (rod * rod_cosine);
  motion.rod_rate = w;
  motion.position = crank * cosine + rod * rod_cosine;
  motion.velocity = -crank * speed * sine - rod * rod_sine * w;
  motion.acceleration = -crank * speed * speed * cosine - rod * (rod_cosine * w * w + rod_sine * alpha);

  // The rod's centre is half way between pin and slider.
  const Eigen::Vector2d pin_velocity = crank * speed * Eigen::Vector2d(-sine, cosine);
  const Eigen::Vector2d pin_acceleration = -crank * speed * speed * Eigen::Vector2d(cosine, sine);
  const Eigen::Vector2d velocity = 0.5 * (pin_velocity + Eigen::Vector2d(motion.velocity, 0.0));
  const Eigen::Vector2d acceleration = 0.5 * (pin_acceleration + Eigen::Vector2d(motion.acceleration, 0.0));
  const double power = slider_mass * motion.velocity * motion.acceleration + rod_mass * velocity.dot(acceleration) +
                       rod_inertia * w * alpha + rod_mass * gravity * velocity.y() +
                       crank_mass * gravity * 0.5 * pin_velocity.y();
  motion.torque = power / speed;
  motion.energy = 0.5 * (slider_mass * motion.velocity * motion.velocity + rod_mass * velocity.squaredNorm() +
                         rod_inertia * w * w + (rod_mass + crank_mass) * gravity * crank * sine);
  return motion;
}

KnownMotion make_slider_crank(const SliderCrank& linkage) {
  const SliderCrank::Motion start = linkage.calc_motion(0.0);
  ModelBuilder builder;
  builder.set_gravity({0.0, -linkage.gravity, 0.0});
  BodySpec crank{.name = "crank",
                 .mass = make_link(linkage.crank_mass, linkage.crank),
                 .joint = make_hinge("world", Vector3::Zero(), 0.0, linkage.speed)};
  set_crank(crank.joint, linkage.speed, Drive::ConstantSpeed);
  builder.add_body(crank);
  builder.add_body(
      {.name = "rod",
       .mass = make_link(linkage.rod_mass, linkage.rod, linkage.rod_inertia),
       .joint = make_hinge("crank", {linkage.crank, 0.0, 0.0}, start.rod_angle, start.rod_rate - linkage.speed)});
  builder.add_body({.name = "slider",
                    .mass = {.mass = linkage.slider_mass},
                    .joint = {.type = JointType::Prismatic,
                              .axis = Vector3::UnitX(),
                              .position = {start.position},
                              .velocity = {start.velocity}}});
  builder.add_constraint({.name = "pin",
                          .type = ConstraintType::Hinge,
                          .body_a = "rod",
                          .body_b = "slider",
                          .at_a = {linkage.rod, 0.0, 0.0}});
  KnownMotion motion = make_motion("slider-crank", builder, 2.0);
  motion.rank_deficit = 3;
  motion.expected = [linkage](double time) -> VectorX {
    const SliderCrank::Motion now = linkage.calc_motion(time);
    return Eigen::Vector4d(now.position, now.velocity, now.rod_angle, now.rod_rate);
  };
  motion.observed = [input = JointView(motion.model, "crank"), pushed = JointView(motion.model, "rod"),
                     slider = JointView(motion.model, "slider")](const State& state, const Kinematics&) -> VectorX {
    return Eigen::Vector4d(slider.position(state), slider.rate(state), input.position(state) + pushed.position(state),
                           input.rate(state) + pushed.rate(state));
  };
  return motion;
}

Bricard::Angles Bricard::calc_angles(double slope, double slope_rate) {
  const double sine = std::sin(slope), cosine = std::cos(slope);
  // tan β₂ = −1/(2 tan β₁), followed around the circle
  const double size = std::hypot(cosine, 2.0 * sine);
  const double even_sine = -cosine / size;
  const double even_sine_rate = (sine / size + 3.0 * cosine * cosine * sine / (size * size * size)) * slope_rate;
  const double root = std::sqrt(3.0);
  return {.odd = 2.0 * std::atan(root * sine),
          .even = 2.0 * std::atan(root * even_sine),
          .odd_rate = 2.0 * root * cosine * slope_rate / (1.0 + 3.0 * sine * sine),
          .even_rate = 2.0 * root * even_sine_rate / (1.0 + 3.0 * even_sine * even_sine)};
}

double Bricard::calc_slope(double odd, double even) {
  // cos β₁ has the sign of −sin β₂; at right angles to it sin β₁ decides.
  const double sine = std::tan(0.5 * odd) / std::sqrt(3.0);
  const double even_sine = std::tan(0.5 * even) / std::sqrt(3.0);
  return std::atan2(sine, -even_sine * std::sqrt(1.0 + 3.0 * sine * sine));
}

KnownMotion make_bricard(const Bricard& linkage) {
  const Bricard::Angles start = Bricard::calc_angles(linkage.initial_slope, linkage.slope_rate);
  const auto twist = [](int link) {
    const double angle = 0.5 * std::numbers::pi * (link % 2 == 1 ? 1.0 : -1.0);
    return quaternion_from_rotation_vector({angle, 0.0, 0.0});
  };
  ModelBuilder builder;
  for (int link = 1; link <= 5; ++link) {
    const bool odd = link % 2 == 1;
    JointSpec hinge = make_hinge(link == 1 ? "world" : "link" + std::to_string(link - 1), {linkage.length, 0.0, 0.0},
                                 odd ? start.odd : start.even, odd ? start.odd_rate : start.even_rate);
    hinge.rotation = twist(link - 1);
    builder.add_body(
        {.name = "link" + std::to_string(link), .mass = make_link(linkage.mass, linkage.length), .joint = hinge});
  }
  // The fixed link is the sixth: its hinge stands at the world's origin along z, its other end at (l, 0, 0).
  builder.add_constraint({.name = "ring",
                          .type = ConstraintType::Hinge,
                          .body_b = "link5",
                          .at_b = {linkage.length, 0.0, 0.0},
                          .rotation_b = twist(5)});
  KnownMotion motion = make_motion("Bricard linkage", builder, 2.0);
  motion.rank_deficit = 1;
  motion.expected = [](double) -> VectorX { return VectorX::Zero(10); };
  // All angles from β₁, and β̇₁ from the rate of whichever angle moves more.
  std::vector<JointView> hinges;
  for (int link = 1; link <= 5; ++link) hinges.emplace_back(motion.model, "link" + std::to_string(link));
  motion.observed = [hinges](const State& state, const Kinematics&) -> VectorX {
    const JointView &odd = hinges[0], &even = hinges[1];
    const double slope = Bricard::calc_slope(odd.position(state), even.position(state));
    const Bricard::Angles unit = Bricard::calc_angles(slope, 1.0);
    const bool odd_moves = std::abs(unit.odd_rate) > std::abs(unit.even_rate);
    const double slope_rate = odd_moves ? odd.rate(state) / unit.odd_rate : even.rate(state) / unit.even_rate;
    const Bricard::Angles now = Bricard::calc_angles(slope, slope_rate);
    VectorX list(10);
    for (int i = 0; i < 5; ++i) {
      const JointView& hinge = hinges[static_cast<std::size_t>(i)];
      list[i] = hinge.position(state) - (i % 2 == 0 ? now.odd : now.even);
      list[5 + i] = hinge.rate(state) - (i % 2 == 0 ? now.odd_rate : now.even_rate);
    }
    return list;
  };
  return motion;
}

}  // namespace carom::cases
