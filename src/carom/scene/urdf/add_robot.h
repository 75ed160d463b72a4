#pragma once

#include <string>
#include <unordered_map>

#include "carom/base/schema/diagnostics.h"
#include "carom/base/schema/names.h"
#include "carom/scene/scene.h"
#include "carom/scene/source_files.h"

namespace carom {

/// Reads the robots of a scene and adds them to its model and shapes. Their files are looked for from the scene's
/// folder on. Remembers where each element of them stands, for problems that only the whole mechanism shows.
class RobotImport {
 public:
  RobotImport(SourceFiles& files, schema::Names& names, schema::Diagnostics& diagnostics)
      : files_(files), names_(names), diagnostics_(diagnostics) {}

  void add_robots(Scene& scene);
  /// Whether errors were reported while they were added.
  [[nodiscard]] bool has_failed() const { return has_failed_; }
  /// Whether the problem was about an element of a robot, and is reported.
  [[nodiscard]] bool report(const InputError& problem);

 private:
  void add_robot(const RobotEntry& entry, Scene& scene);
  void add_parts(Robot robot, Scene& scene);

  SourceFiles& files_;
  schema::Names& names_;
  schema::Diagnostics& diagnostics_;
  std::unordered_map<std::string, schema::Place> places_;  // by "body 'arm'"
  bool has_failed_{};
};

}  // namespace carom
