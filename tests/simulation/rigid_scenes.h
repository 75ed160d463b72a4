#pragma once

#include <cmath>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include "carom/model/model_builder.h"
#include "carom/simulation/simulation.h"

namespace carom::simulation_tests {

inline constexpr double kBallRadius = 0.05;    // [m]
inline constexpr double kCarriageMass = 1e-3;  // of 1 kg that slides  [kg]

inline SimulationOptions make_rigid_options(double duration, double tolerance = 1e-9) {
  return {.integrator = AdaptiveOptions{.relative_tolerance = tolerance, .absolute_tolerance = 0.01 * tolerance},
          .duration = duration,
          .record_every = 0.01 * duration,
          .contacts = {},
          .formulation = FormulationKind::EventDriven};
}

inline SimulationReport simulate(const Model& model, const SimulationOptions& options) {
  return Simulation(model, model.make_initial_state(), options).run(nullptr);
}

inline double dissipated(const SimulationReport& report, const std::string& name) {
  for (const LedgerRow& row : report.ledger.rows) {
    if (row.kind == LedgerKind::Dissipated && row.name == name) return row.value;
  }
  return std::nan("");
}

inline ContactSetup make_setup(std::vector<ShapeSpec> shapes, const std::string& a, const std::string& b,
                               const ImpactLaw& law) {
  ContactRule rule{.surface_a = a, .surface_b = b};
  rule.impact = law;
  return {std::move(shapes), {rule}};
}

/// A point of a body against the floor.
inline ContactSetup touch_floor(const std::string& body, const ImpactLaw& law, const Vector3& at = Vector3::Zero(),
                                double floor = 0.0) {
  return make_setup({{.body = body, .geometry = shapes::Point{}, .at = at, .surface = "tip"},
                     {.geometry = shapes::Plane{}, .at = Vector3(0, 0, floor), .surface = "floor"}},
                    "tip", "floor", law);
}

inline ContactSetup touch_floor_with_ball(const ImpactLaw& law) {
  return make_setup({{.body = "ball", .geometry = shapes::Sphere{kBallRadius}, .surface = "ball"},
                     {.geometry = shapes::Plane{}, .surface = "floor"}},
                    "ball", "floor", law);
}

inline ContactSetup touch_unit_ball(const ImpactLaw& law) {
  return make_setup({{.body = "point", .geometry = shapes::Point{}, .surface = "point"},
                     {.geometry = shapes::Sphere{1.0}, .surface = "ball"}},
                    "point", "ball", law);
}

inline ModelBuilder make_builder() {
  ModelBuilder builder;
  builder.set_gravity(Vector3(0, 0, -9.81));
  return builder;
}

inline Model make_falling_ball(double height) {
  ModelBuilder builder = make_builder();
  BodySpec ball;
  ball.name = "ball";
  ball.mass.mass = 1.0;
  ball.mass.inertia_about_center = 0.1 * Matrix3::Identity();
  ball.joint.type = JointType::Prismatic;
  ball.joint.axis = Vector3::UnitZ();
  ball.joint.position = {height};
  builder.add_body(ball);
  return builder.build();
}

/// A body that slides in the xz-plane without turning.
inline Model make_sliding_mass(double speed) {
  ModelBuilder builder = make_builder();
  BodySpec carriage;
  carriage.name = "carriage";
  carriage.mass.mass = kCarriageMass;
  carriage.joint.type = JointType::Prismatic;
  carriage.joint.axis = Vector3::UnitX();
  carriage.joint.velocity = {speed};
  builder.add_body(carriage);
  BodySpec mass;
  mass.name = "mass";
  mass.mass.mass = 1.0 - kCarriageMass;
  mass.joint.type = JointType::Prismatic;
  mass.joint.parent = "carriage";
  mass.joint.axis = Vector3::UnitZ();
  builder.add_body(mass);
  return builder.build();
}

inline Model make_free_ball(const Vector3& velocity, const Vector3& spin) {
  ModelBuilder builder = make_builder();
  BodySpec ball;
  ball.name = "ball";
  ball.mass.mass = 0.5;
  ball.mass.inertia_about_center = 0.4 * 0.5 * kBallRadius * kBallRadius * Matrix3::Identity();
  ball.joint.type = JointType::Free;
  ball.joint.position = {1, 0, 0, 0, 0, 0, kBallRadius};
  ball.joint.velocity = {spin.x(), spin.y(), spin.z(), velocity.x(), velocity.y(), velocity.z()};
  builder.add_body(ball);
  return builder.build();
}

inline Model make_falling_point(const Vector3& position) {
  ModelBuilder builder = make_builder();
  BodySpec point;
  point.name = "point";
  point.mass.mass = 1.0;
  point.mass.inertia_about_center = 0.01 * Matrix3::Identity();
  point.joint.type = JointType::Free;
  point.joint.position = {1, 0, 0, 0, position.x(), position.y(), position.z()};
  builder.add_body(point);
  return builder.build();
}

/// Gonthier's, with point masses.
inline Model make_double_pendulum() {
  constexpr double kDegree = std::numbers::pi / 180.0;
  ModelBuilder builder = make_builder();
  const auto add = [&](const char* name, double mass, double length, const char* parent, double above, double angle,
                       double velocity) {
    BodySpec link;
    link.name = name;
    link.mass.mass = mass;
    link.mass.center_of_mass = Vector3(0, 0, -length);
    link.joint.type = JointType::Revolute;
    link.joint.parent = parent;
    link.joint.at = Vector3(0, 0, -above);
    link.joint.axis = Vector3::UnitY();
    link.joint.position = {angle * kDegree};
    link.joint.velocity = {velocity * kDegree};
    builder.add_body(link);
  };
  add("upper", 5.0, 0.5, "world", 0.0, 45.0, -120.0);
  add("lower", 2.0, 0.25, "upper", 0.5, 0.0, 130.0);
  return builder.build();
}

/// Keeps the height of the first body, to be looked up between samples.
struct LiftOffHeight : Observer {
  std::vector<State> states;
  [[nodiscard]] bool observe(const Moment& moment) override {
    states.push_back(moment.state);
    return true;
  }
  /// From the sample before, by its velocity and free fall: exact once the body flies, good to the square of the
  /// interval before.
  [[nodiscard]] double height_at(double time) const {
    const State* after = nullptr;
    for (const State& state : states) {
      if (state.time >= time && after == nullptr) after = &state;
    }
    if (after == nullptr) return std::nan("");
    const double back = time - after->time;
    return after->q[6] + after->v[5] * back - 0.5 * 9.81 * back * back;
  }
};

struct CheckpointKeeper : Observer {
  std::vector<Checkpoint> checkpoints;
  [[nodiscard]] bool observe(const Moment&) override { return true; }
  [[nodiscard]] bool observe_checkpoint(const Checkpoint& checkpoint) override {
    checkpoints.push_back(checkpoint);
    return true;
  }
};

}  // namespace carom::simulation_tests
