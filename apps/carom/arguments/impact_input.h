#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "apps/carom/arguments/moment_arguments.h"
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
  bool resists_turning{};                   // of a scene's contact: rolling or spinning

  /// Along the normal, by more than rounding.
  [[nodiscard]] bool separates() const;
  [[nodiscard]] bool closes() const;
  [[nodiscard]] ImpactLaw make_law(const std::string& name) const;
};

/// The names of all impact laws.
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

/// Contacts of a scene at one moment that take part in an impact, with their coefficients.
struct ImpactContacts {
  RigidConfiguration configuration{};
  std::vector<ImpactInput> inputs{};  // one a contact, as if it were alone

  [[nodiscard]] int count() const { return static_cast<int>(inputs.size()); }
};

/// Those that touch, or the nearest and those as near where none does; of the names that are asked for, if any. Throws
/// InputError where none of them closes or one has no coefficients.
[[nodiscard]] ImpactContacts read_impact_contacts(const SceneMoment& moment, const MomentArguments& arguments,
                                                  const ImpactCoefficients& coefficients);

/// The one that is asked for, or the only one that touches. Throws InputError with the names of all where there are
/// several.
[[nodiscard]] ImpactInput read_impact_contact(const SceneMoment& moment, const MomentArguments& arguments,
                                              const ImpactCoefficients& coefficients);

/// The contacts that touch; of the names that are asked for, if any. InputError where there is none.
[[nodiscard]] RigidConfiguration read_configuration(const SceneMoment& moment, std::span<const std::string> names);

/// Said of a contact that resists turning, by what has no moments.
[[nodiscard]] std::string describe_left_out_moments(const std::string& contact);

/// "tip/floor, heel/floor, …"
[[nodiscard]] std::string list_names(const RigidConfiguration& configuration);

}  // namespace carom::app
