#pragma once

#include <string>
#include <vector>

namespace carom {

/// A file that a scene was made from.
struct SourceFile {
  std::string name;  // from the scene's folder on, as the scene asks for it
  std::string bytes;
  bool operator==(const SourceFile&) const = default;
};

/// Everything that a scene was made from: enough to read it again where none of its files exist any more.
struct SceneSources {
  std::string folder;                  // where the scene was: absolute, since robots find packages by names of folders
  std::vector<SourceFile> files;       // the scene first, then what it includes, robots and meshes
  std::vector<std::string> overrides;  // "body.arm.mass=2 kg", in the order they apply
  bool operator==(const SceneSources&) const = default;
};

}  // namespace carom
