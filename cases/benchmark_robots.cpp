#include "cases/benchmark_robots.h"

#include <cmath>
#include <string>

namespace carom::cases {
namespace {

MassProperties make_mass(double mass, const Vector3& center, const Vector3& principal) {
  return {.mass = mass, .center_of_mass = center, .inertia_about_center = principal.asDiagonal()};
}

}  // namespace

Model make_chain(int links) {
  ModelBuilder builder;
  for (int i = 0; i < links; ++i) {
    builder.add_body({.name = "link" + std::to_string(i),
                      .mass = make_mass(1.0, {0.0, 0.0, -0.1}, {0.0034, 0.0035, 0.0008}),
                      .joint = {.type = JointType::Revolute,
                                .parent = i == 0 ? "world" : "link" + std::to_string(i - 1),
                                .at = {0.0, 0.0, i == 0 ? 0.0 : -0.2},
                                .axis = i % 2 == 0 ? Vector3::UnitY() : Vector3::UnitX()}});
  }
  return builder.build();
}

Model make_quadruped() {
  ModelBuilder builder;
  builder.add_body({.name = "trunk",
                    .mass = make_mass(10.0, Vector3::Zero(), {0.15, 0.35, 0.45}),
                    .joint = {.type = JointType::Free, .position = {1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0}}});
  for (int leg = 0; leg < 4; ++leg) {
    const double front = leg < 2 ? 1.0 : -1.0;
    const double side = leg % 2 == 1 ? 1.0 : -1.0;
    const std::string name = "leg" + std::to_string(leg);
    builder.add_body({.name = name + "-hip",
                      .mass = make_mass(0.7, {0.0, 0.03 * side, 0.0}, {0.0008, 0.0006, 0.0007}),
                      .joint = {.type = JointType::Revolute,
                                .parent = "trunk",
                                .at = {0.25 * front, 0.1 * side, 0.0},
                                .axis = Vector3::UnitX()}});
    builder.add_body({.name = name + "-thigh",
                      .mass = make_mass(1.0, {0.0, 0.0, -0.1}, {0.0034, 0.0035, 0.0008}),
                      .joint = {.type = JointType::Revolute,
                                .parent = name + "-hip",
                                .at = {0.0, 0.08 * side, 0.0},
                                .axis = Vector3::UnitY()}});
    builder.add_body({.name = name + "-shank",
                      .mass = make_mass(0.3, {0.0, 0.0, -0.1}, {0.0010, 0.0011, 0.0002}),
                      .joint = {.type = JointType::Revolute,
                                .parent = name + "-thigh",
                                .at = {0.0, 0.0, -0.2},
                                .axis = Vector3::UnitY()}});
  }
  return builder.build();
}

void set_benchmark_state(const Model& model, State& state) {
  int joint = 0;
  for (const Body& body : model.bodies()) {
    if (body.degrees != 1) continue;
    state.q[body.position_start] = 0.3 * std::sin(joint + 1.0);
    state.v[body.velocity_start] = 0.2 * std::cos(joint + 1.0);
    ++joint;
  }
}

}  // namespace carom::cases
