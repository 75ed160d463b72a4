#include "cases/stacks.h"

#include <algorithm>
#include <string>
#include <utility>

#include <fmt/format.h>

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
  const VectorX start = model.make_initial_state().q;
  double drift = 0.0;
  for (int i = 1; i < model.num_bodies(); ++i) {
    const int first = model.body(i).position_start + 4;
    drift = std::max(drift, (end.q.segment<3>(first) - start.segment<3>(first)).norm());
  }
  return drift;
}

}  // namespace carom::cases
