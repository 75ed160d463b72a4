#pragma once

#include <optional>
#include <string>
#include <vector>

#include "apps/carom/scene_arguments.h"
#include "carom/analysis/impact_configuration.h"
#include "carom/analysis/impact_sweep.h"

namespace carom::app {

/// One contact that closes, with the coefficients of its laws: from the numbers of a file, or from a scene.
struct ImpactInput {
  ImpactData data{};
  double restitution{};                     // [-]
  double friction{};                        // [-]
  std::optional<double> static_friction{};  // [-]
  double tangential_restitution{};          // [-]
  std::vector<std::string> laws{};          // names
  std::string contact{};                    // of a scene
  double gap{};                             // of a scene's contact  [m]

  [[nodiscard]] ImpactLaw make_law(const std::string& name) const;
};

/// The names of all laws of impact.
[[nodiscard]] std::vector<std::string> list_impact_law_names();

/// Reads [impact] from a file, with values changed by `impact.friction=0.3`. Throws SceneError with all mistakes at
/// once, std::system_error where the file cannot be read.
[[nodiscard]] ImpactInput read_impact_file(const std::string& path, const std::vector<std::string>& overrides);

/// Coefficients given on the command line instead of those of the scene.
struct ImpactCoefficients {
  std::string friction{};
  std::string restitution{};

  void declare(CommandLine& line);
  [[nodiscard]] std::optional<double> find_friction() const;
  [[nodiscard]] std::optional<double> find_restitution() const;
};

/// The nearest contact of a scene at its start. Throws InputError where it does not close or has no coefficients.
[[nodiscard]] ImpactInput read_impact_scene(const SceneArguments& scene, const ImpactCoefficients& coefficients);

/// The scene's contacts at its start.
[[nodiscard]] RigidConfiguration read_configuration(const Scene& scene, ContactChoice choice);

}  // namespace carom::app
