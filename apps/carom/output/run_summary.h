#pragma once

#include <string>
#include <vector>

#include "carom/model/model.h"
#include "carom/scene/scene.h"
#include "carom/simulation/simulation.h"

namespace carom::app {

/// A run that is over.
struct RunResult {
  const Scene& scene;
  const Model& model;
  const SimulationReport& report;
  double wall_seconds{};  // [s]
};

/// For people: what ran, how long it took, where everything ended, and the ledger.
[[nodiscard]] std::string format_summary(const RunResult& run);

/// For programs: docs/summary-format.md describes every field.
[[nodiscard]] std::string make_summary_json(const RunResult& run);

/// For programs: what would run; docs/summary-format.md describes every field. `step_warnings` are what check_step()
/// says.
[[nodiscard]] std::string make_check_json(const Scene& scene, const Model& model, const Simulation& simulation,
                                          const std::vector<std::string>& step_warnings);

/// "carom: warning: ...", a line each.
[[nodiscard]] std::string format_warnings(const std::vector<std::string>& sentences);

/// How long the steps of a scene with fixed steps may be for its contacts; empty where nothing limits them.
[[nodiscard]] std::string describe_step_limit(const Scene& scene, const Model& model);

/// The stiffness of each contact that has it from its materials, before the first step; empty: none has.
[[nodiscard]] std::string format_stiffnesses(const Simulation& simulation);

}  // namespace carom::app
