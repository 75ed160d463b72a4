#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "carom/base/scene_sources.h"
#include "carom/base/schema/diagnostics.h"
#include "carom/integrators/options.h"
#include "carom/model/model_builder.h"
#include "carom/model/shapes/shape.h"
#include "carom/scene/urdf/robot.h"
#include "carom/simulation/contacts/contact_rule.h"
#include "carom/simulation/event_driven_options.h"
#include "carom/simulation/time_stepping_options.h"

namespace carom {

struct SimulationSetup;

/// How a scene is to be run.
struct SimulationSettings {
  std::string formulation{"compliant"};
  IntegratorOptions integrator{AdaptiveOptions{}};
  double duration{10.0};                                 // [s]
  double allowed_overlap{ContactSetup{}.deepest_start};  // of bodies at the start  [m]
  EventDrivenOptions event_driven{};
  TimeSteppingOptions time_stepping{};
};

/// What is kept of a run. The time always is.
struct RecordSettings {
  double every{0.01};                        // time between samples  [s]
  std::optional<double> checkpoint_every{};  // time between checkpoints; 0: none  [s]
  bool joints{true};                         // positions and velocities
  bool ledger{true};                         // every row, and the residual
  std::optional<bool> forces{};              // of drives and constraints; unless given, kept where there are any
  std::vector<std::string> bodies{};         // motion in the world
  bool all_bodies{};                         // motion of every body instead
  bool maps{};                               // pressure and traction over every contact that is a patch
};

/// A robot file that a scene imports.
struct RobotEntry {
  std::string file{};
  RobotOptions options{};
  std::vector<schema::Value> joints{};  // [[robot.joint]]: understood once the file has told what these joints are
  schema::Place place{};
};

/// Everything that a scene file says.
struct Scene {
  std::string name;
  ModelBuilder model;
  std::vector<ShapeSpec> shapes;
  std::vector<SurfaceMaterial> materials;
  std::vector<ContactRule> contacts;
  std::vector<BodyGroup> groups;
  std::vector<IgnoredContact> ignored;
  std::vector<RobotEntry> robots;  // their parts are in the model and the shapes
  SimulationSettings simulation;
  RecordSettings record;
  SceneSources sources;  // what it was read from
  std::string warnings;  // as to be shown; empty: none

  /// Ready to be moved: `Simulation simulation(read_scene("robot.toml"))`.
  operator SimulationSetup() const;  // NOLINT(google-explicit-constructor): a scene is everything that a run needs
};

/// What may touch in it.
[[nodiscard]] inline ContactSetup make_contact_setup(const Scene& scene) {
  return {.shapes = scene.shapes,
          .rules = scene.contacts,
          .deepest_start = scene.simulation.allowed_overlap,
          .materials = scene.materials,
          .groups = scene.groups,
          .ignored = scene.ignored};
}

/// A scene that cannot be used. what() is everything that is wrong with it, as compilers show it: one or more lines for
/// each mistake, with a line break at the end.
class SceneError : public std::runtime_error {
 public:
  explicit SceneError(const schema::Diagnostics& diagnostics)
      : std::runtime_error(diagnostics.render_all()), failure_(diagnostics.failure()) {}

  [[nodiscard]] schema::Failure failure() const { return failure_; }

 private:
  schema::Failure failure_;
};

}  // namespace carom
