#pragma once

#include <string>
#include <vector>

#include "apps/carom/arguments/scene_arguments.h"
#include "carom/model/model.h"
#include "carom/model/state.h"

namespace carom::app {

/// A scene with one state of it.
struct SceneMoment {
  Scene scene;
  Model model;
  State state;
  std::string origin;  // for people, where the state is not that of the scene's start: what it is; else empty
};

/// Where on its way a mechanism is looked at, `--at TIME`, and which of its contacts are meant, `--contact NAME`. Of a
/// scene it is the start, or where a run of it is at that time; of a recording the nearest sample, as samples are all
/// that it holds of every moment.
struct MomentArguments {
  std::string at;                     // [s]; empty: the start of a scene
  std::vector<std::string> contacts;  // names; empty: all

  void declare(CommandLine& line);
  /// `arguments` names a scene or a recording. Throws UsageError, InputError where the time is out of range or
  /// coordinates were not recorded, RunFailure where the run does not get there, and what reading throws.
  [[nodiscard]] SceneMoment read(const SceneArguments& arguments) const;
  /// The same of a scene that has been read.
  [[nodiscard]] SceneMoment read(Scene scene) const;
};

/// Whether a file is a recording; false too where there is none.
[[nodiscard]] bool is_recording(const std::string& path);

}  // namespace carom::app
