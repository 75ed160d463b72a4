#include "cases/stacks.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "carom/model/joints/joint_view.h"
#include "carom/model/shapes/convex_hull.h"
#include "carom/model/shapes/mesh_inertia.h"

namespace carom::cases {
namespace {

ContactRule make_rule(std::string a, std::string b, double friction) {
  ContactRule rule{.surface_a = std::move(a), .surface_b = std::move(b)};
  rule.impact = impact::Newton{.restitution = 0.0, .friction = friction};
  return rule;
}

ModelBuilder make_builder() {
  ModelBuilder builder;
  builder.set_gravity({0.0, 0.0, -9.81});
  return builder;
}

}  // namespace

ContactCase make_box_stacks(int stacks, int boxes, double friction) {
  const Vector3 size(0.2, 0.2, 0.1);  // [m]
  ModelBuilder builder = make_builder();
  ContactSetup contacts;
  for (int s = 0; s < stacks; ++s) {
    for (int i = 0; i < boxes; ++i) {
      BodySpec box{.name = fmt::format("box {}.{}", s + 1, i + 1)};
      box.mass = {.mass = 1.0, .inertia_about_center = Vector3(0.05 / 12.0, 0.05 / 12.0, 0.08 / 12.0).asDiagonal()};
      box.joint = {.type = JointType::Free,
                   .position = {1.0, 0.0, 0.0, 0.0, static_cast<double>(s), 0.0, (i + 0.5) * size.z()}};
      builder.add_body(box);
      // A surface each: only neighbors may touch.
      contacts.shapes.push_back({.body = box.name, .geometry = shapes::Box{size}, .surface = box.name});
      contacts.rules.push_back(make_rule(box.name, i == 0 ? "floor" : fmt::format("box {}.{}", s + 1, i), friction));
    }
  }
  contacts.shapes.push_back({.geometry = shapes::Plane{}, .surface = "floor"});
  return {builder.build(), std::move(contacts)};
}

namespace {

// Between two joints at angles from the floor.
std::vector<Vector3> find_wedge_corners(double from, double to, double thickness) {
  std::vector<Vector3> corners;
  for (const double angle : {from, to}) {
    for (const double radius : {1.0 - 0.5 * thickness, 1.0 + 0.5 * thickness}) {
      for (const double y : {-0.25, 0.25}) {
        corners.emplace_back(radius * std::cos(angle), y, radius * std::sin(angle));
      }
    }
  }
  return corners;
}

}  // namespace

ContactCase make_arch(int wedges, double thickness, double friction) {
  ModelBuilder builder = make_builder();
  ContactSetup contacts;
  contacts.shapes.push_back({.geometry = shapes::Plane{}, .surface = "floor"});
  for (int i = 0; i < wedges; ++i) {
    const std::string name = fmt::format("wedge {}", i + 1);
    std::vector<Vector3> corners =
        find_wedge_corners(std::numbers::pi * i / wedges, std::numbers::pi * (i + 1) / wedges, thickness);
    const Vector3 center =
        make_mass_properties_of_mesh_density(make_convex_hull(corners, name), 2000.0, name).center_of_mass;
    for (Vector3& corner : corners) corner -= center;
    auto hull = std::make_shared<const TriangleMesh>(make_convex_hull(corners, name));
    BodySpec wedge{.name = name, .mass = make_mass_properties_of_mesh_density(*hull, 2000.0, name)};
    wedge.joint = {.type = JointType::Free, .position = {1.0, 0.0, 0.0, 0.0, center.x(), center.y(), center.z()}};
    builder.add_body(wedge);
    contacts.shapes.push_back(
        {.body = name, .geometry = shapes::ConvexMesh{.file = {}, .hull = std::move(hull)}, .surface = name});
    contacts.rules.push_back(make_rule(name, i == 0 ? "floor" : fmt::format("wedge {}", i), friction));
  }
  contacts.rules.push_back(make_rule(fmt::format("wedge {}", wedges), "floor", friction));
  return {builder.build(), std::move(contacts)};
}

SimulationOptions make_stack_options(const ContactCase& scene, double duration) {
  SimulationOptions options{.duration = duration,
                            .record_every = duration,
                            .contacts = scene.contacts,
                            .formulation = FormulationKind::TimeStepping};
  options.time_stepping.scheme = SteppingScheme::MoreauJean;
  options.time_stepping.step = 1e-3;
  options.time_stepping.tolerance = 1e-8;
  return options;
}

double find_drift(const Model& model, const State& end) {
  const State start = model.make_initial_state();
  double drift = 0.0;
  for (int i = 1; i < model.num_bodies(); ++i) {
    const JointView block(model, BodyIndex(i));
    drift = std::max(drift, (block.place(end) - block.place(start)).norm());
  }
  return drift;
}

}  // namespace carom::cases
