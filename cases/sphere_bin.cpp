#include "cases/sphere_bin.h"

#include <algorithm>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "carom/model/joints/joint_view.h"
#include "cases/random_source.h"

namespace carom::cases {
namespace {

constexpr double kMass = 0.1;  // of a ball  [kg]

void add_walls(double width, bool closed, ContactSetup& contacts) {
  contacts.shapes.push_back({.name = "floor", .geometry = shapes::Plane{}, .surface = "bin"});
  if (closed) {
    contacts.shapes.push_back({.name = "lid",
                               .geometry = shapes::Plane{.normal = -Vector3::UnitZ()},
                               .at = width * Vector3::UnitZ(),
                               .surface = "bin"});
  }
  for (int i = 0; i < 4; ++i) {
    // From the middle outwards: +x, −x, +y, −y.
    const Vector3 out = (i % 2 == 0 ? 1.0 : -1.0) * (i < 2 ? Vector3::UnitX() : Vector3::UnitY());
    contacts.shapes.push_back({.name = fmt::format("wall {}", i + 1),
                               .geometry = shapes::Plane{.normal = -out},
                               .at = 0.5 * width * out,
                               .surface = "bin"});
  }
}

}  // namespace

ContactCase make_sphere_bin(const SphereBin& bin) {
  ModelBuilder builder;
  builder.set_gravity({0.0, 0.0, bin.closed ? 0.0 : -9.81});
  ContactSetup contacts;
  RandomSource random(7);
  const double jitter = bin.jitter * bin.spacing;
  const int a_row = static_cast<int>((bin.width - bin.spacing) / bin.spacing);
  const double inertia = 0.4 * kMass * SphereBin::kRadius * SphereBin::kRadius;
  for (int i = 0; i < bin.spheres; ++i) {
    const auto place = [&](int along) {
      return -0.5 * bin.width + bin.spacing * (along + 1) + random.uniform(-jitter, jitter);
    };
    const double x = place(i % a_row), y = place(i / a_row % a_row), z = bin.spacing * (i / (a_row * a_row) + 1);
    BodySpec ball{.name = fmt::format("ball {}", i + 1)};
    ball.mass = {.mass = kMass, .inertia_about_center = inertia * Matrix3::Identity()};
    ball.joint = {.type = JointType::Free, .position = {1.0, 0.0, 0.0, 0.0, x, y, z}};
    if (bin.speed > 0.0) {
      const Vector3 speed = random.vector(bin.speed);
      ball.joint.velocity = {0.0, 0.0, 0.0, speed.x(), speed.y(), speed.z()};
    }
    builder.add_body(ball);
    contacts.shapes.push_back({.body = ball.name, .geometry = shapes::Sphere{SphereBin::kRadius}, .surface = "balls"});
  }
  add_walls(bin.width, bin.closed, contacts);
  for (const char* other : {"balls", "bin"}) {
    ContactRule rule{.surface_a = "balls", .surface_b = other};
    rule.impact = impact::Newton{.restitution = bin.restitution, .friction = bin.friction};
    contacts.rules.push_back(rule);
  }
  return {builder.build(), std::move(contacts)};
}

SimulationOptions make_rigid_bin_options(const ContactCase& scene, double duration, double tolerance) {
  return {.integrator = AdaptiveOptions{.relative_tolerance = tolerance, .absolute_tolerance = 0.01 * tolerance},
          .duration = duration,
          .record_every = duration,
          .contacts = scene.contacts,
          .formulation = FormulationKind::EventDriven};
}

SimulationOptions make_bin_options(const ContactCase& scene, double duration, double tolerance) {
  SimulationOptions options{.duration = duration,
                            .record_every = duration,
                            .contacts = scene.contacts,
                            .formulation = FormulationKind::TimeStepping};
  options.time_stepping.scheme = SteppingScheme::Peiret;
  options.time_stepping.step = 1e-3;
  options.time_stepping.tolerance = tolerance;
  options.time_stepping.normal_stiffness = 1e6;
  options.time_stepping.margin = 2e-4;  // wider than what balls come nearer in a step at rest
  return options;
}

BinState look_at_bin(const Model& model, const State& state, const SphereBin& bin) {
  BinState seen{.lowest = std::numeric_limits<double>::infinity(),
                .highest = -std::numeric_limits<double>::infinity(),
                .farthest_wall = -std::numeric_limits<double>::infinity()};
  for (int i = 1; i < model.num_bodies(); ++i) {
    const JointView ball(model, BodyIndex(i));
    const Vector3 center = ball.place(state);
    seen.fastest = std::max(seen.fastest, ball.velocity(state).norm());
    seen.lowest = std::min(seen.lowest, center.z());
    seen.highest = std::max(seen.highest, center.z());
    const double from_middle = center.head<2>().cwiseAbs().maxCoeff();
    seen.farthest_wall = std::max(seen.farthest_wall, from_middle + SphereBin::kRadius - 0.5 * bin.width);
  }
  return seen;
}

}  // namespace carom::cases
