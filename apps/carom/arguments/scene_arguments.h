#pragma once

#include <string>
#include <vector>

#include "apps/carom/command_line.h"
#include "carom/scene/scene.h"

namespace carom::app {

/// What every command that takes a scene has in common: the file, and values changed on the command line.
struct SceneArguments {
  std::string path;
  std::vector<std::string> overrides;

  void declare(CommandLine& line, CommandLine::Presence presence = CommandLine::Presence::Required);
  /// Shows the scene's warnings on standard error. Throws SceneError and std::system_error.
  [[nodiscard]] Scene read() const;
};

}  // namespace carom::app
