#include "cases/rod_linkages.h"

#include <array>
#include <cmath>
#include <string>

#include "carom/math/rotation.h"
#include "carom/model/shapes/inertia_of_shapes.h"

namespace carom::cases {
namespace {

// 1 kg/m, from the body's origin to `end`.
MassProperties make_rod(const Vector3& end) { return make_mass_properties(solids::ThinRod{end}, end.norm(), "rod"); }

// Turns the z-axis into a unit axis.
Quaternion make_axis_rotation(const Vector3& axis) {
  const Eigen::Quaterniond q = Eigen::Quaterniond::FromTwoVectors(Vector3::UnitZ(), axis);
  return {q.w(), q.x(), q.y(), q.z()};
}

}  // namespace

ModelBuilder make_rod_four_bar(const RodFourBar& linkage) {
  // Where coupler and rocker meet: on circles about the crank's tip and the far pivot, on the upper side.
  const Vector3 pivot(linkage.ground, 0.0, 0.0);
  const Vector3 tip = linkage.crank * Vector3(std::cos(linkage.crank_angle), 0.0, std::sin(linkage.crank_angle));
  const Vector3 across = pivot - tip;
  const double distance = across.norm();
  const double along =
      (distance * distance + linkage.coupler * linkage.coupler - linkage.rocker * linkage.rocker) / (2.0 * distance);
  const double height = std::sqrt(linkage.coupler * linkage.coupler - along * along);
  const Vector3 unit = across / distance, up(-unit.z(), 0.0, unit.x());
  const Vector3 meet = tip + along * unit + height * up;
  const auto angle_of = [](const Vector3& d) { return std::atan2(d.z(), d.x()); };
  const double coupler_angle = angle_of(meet - tip), rocker_angle = angle_of(pivot - meet);

  ModelBuilder builder;
  const auto add = [&](const char* name, const char* parent, double at, double length, double angle) {
    builder.add_body({.name = name,
                      .mass = make_rod({length, 0.0, 0.0}),
                      .joint = {.type = JointType::Revolute,
                                .parent = parent,
                                .at = {at, 0.0, 0.0},
                                .axis = -Vector3::UnitY(),
                                .position = {angle}}});
  };
  add("crank", "world", 0.0, linkage.crank, linkage.crank_angle);
  add("coupler", "crank", linkage.crank, linkage.coupler, coupler_angle - linkage.crank_angle);
  add("rocker", "coupler", linkage.coupler, linkage.rocker, rocker_angle - coupler_angle);
  const Quaternion hinge = make_axis_rotation(-Vector3::UnitY());
  builder.add_constraint({.name = "closure",
                          .type = linkage.closure,
                          .body_a = "world",
                          .body_b = "rocker",
                          .at_a = pivot,
                          .at_b = {linkage.rocker, 0.0, 0.0},
                          .rotation_a = hinge,
                          .rotation_b = hinge});
  return builder;
}

RodFourBar make_rod_parallelogram(double crank, double coupler, double angle) {
  return {.ground = coupler, .crank = crank, .coupler = coupler, .rocker = crank, .crank_angle = angle};
}

Model make_rod_bricard() {
  // Corners of the cube in the order of the links, and the hinge at the start of each.
  const std::array<Vector3, 6> corners{Vector3(0, 0, 0), Vector3(1, 0, 0), Vector3(1, 1, 0),
                                       Vector3(1, 1, 1), Vector3(0, 1, 1), Vector3(0, 0, 1)};
  const std::array<Vector3, 6> axes{Vector3::UnitY(), Vector3::UnitZ(), Vector3::UnitX(),
                                    Vector3::UnitY(), Vector3::UnitZ(), Vector3::UnitX()};
  ModelBuilder builder;
  for (std::size_t i = 0; i < 5; ++i) {
    builder.add_body({.name = "link" + std::to_string(i),
                      .mass = make_rod(corners[i + 1] - corners[i]),
                      .joint = {.type = JointType::Revolute,
                                .parent = i == 0 ? "world" : "link" + std::to_string(i - 1),
                                .at = i == 0 ? corners[0] : Vector3(corners[i] - corners[i - 1]),
                                .axis = axes[i]}});
  }
  builder.add_constraint({.name = "closure",
                          .type = ConstraintType::Hinge,
                          .body_a = "world",
                          .body_b = "link4",
                          .at_a = corners[5],
                          .at_b = corners[5] - corners[4],
                          .rotation_a = make_axis_rotation(axes[5]),
                          .rotation_b = make_axis_rotation(axes[5])});
  return builder.build();
}

}  // namespace carom::cases
