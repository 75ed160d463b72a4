#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "carom/model/joints/joint_view.h"
#include "carom/report/figure/figure.h"
#include "carom/report/run/loaded_run.h"
#include "carom/scene/scene.h"
#include "carom/simulation/simulation.h"

namespace carom::reproductions {

/// A mechanism that has moved: its states and forces, to all digits.
struct Motion {
  std::shared_ptr<const Model> model{};
  std::vector<State> states{};
  std::vector<VectorX> drive_efforts{};  // of driven joints, zero for others  [N·m] or [N]
  std::vector<double> stored{};          // energy  [J]

  /// The first contact; empty where nothing can touch.
  struct Contact {
    bool touching{};
    double dwell{};     // dwell state of its friction
    double slip{};      // [m/s]
    double friction{};  // magnitude  [N]
  };
  std::vector<Contact> contacts{};
  SimulationReport report{};

  /// Coordinates go by the names of joints: scenes are sorted when they are read.
  [[nodiscard]] JointView joint(std::string_view name) const { return {*model, name}; }
};

/// A value of each sample, or of every n-th, against time.
[[nodiscard]] FigureSeries draw_over_time(const Motion& motion, std::string label,
                                          const std::function<double(std::size_t sample)>& value,
                                          std::size_t every = 1);

/// How far a motion may be from the exact one: every step wrong by the tolerance, all in the same direction, and each
/// of these errors grown by a factor until the end.
struct ErrorBudget {
  double total{};
  std::string note{};  // how it was found
};
[[nodiscard]] ErrorBudget make_budget(const Motion& motion, double tolerance, double growth,
                                      const std::string& why_growth);

/// Runs a model. Throws InputError where the run does not reach its end.
[[nodiscard]] Motion simulate(const Model& model, const State& initial, const SimulationOptions& options);

/// A scene of the project that was run, with what a page needs to show it.
struct SceneMotion {
  std::string name{};  // "scenes/basics/pendulum.toml"
  std::string text{};
  Motion motion{};
  LoadedRun run;
};

/// A scene that is part of the program, with values changed as by --set.
[[nodiscard]] Scene read_embedded(const std::string& name, const std::vector<std::string>& overrides);

/// Runs such a scene, with values changed as by --set.
[[nodiscard]] SceneMotion simulate_scene(const std::string& name, const std::vector<std::string>& overrides = {});

/// The same where no page shows it: nothing is recorded.
[[nodiscard]] Motion simulate_scene_unseen(const std::string& name, const std::vector<std::string>& overrides);

}  // namespace carom::reproductions
