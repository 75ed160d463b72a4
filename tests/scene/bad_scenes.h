#pragma once

#include <string>
#include <vector>

#include "carom/base/scene_sources.h"
#include "carom/base/schema/diagnostics.h"

namespace carom {

/// A scene that must be refused, and a part of the message that names the culprit.
struct BadScene {
  std::string name;
  std::string text;
  schema::Failure failure{};
  std::string culprit;
  std::vector<SourceFile> files{};  // beside it
};

[[nodiscard]] const std::vector<BadScene>& all_bad_scenes();
/// A part of them: those that name other files.
[[nodiscard]] std::vector<BadScene> make_bad_scenes_with_files();

}  // namespace carom
