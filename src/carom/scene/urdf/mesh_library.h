#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "carom/scene/mesh_cache.h"
#include "carom/scene/urdf/robot.h"

namespace carom::urdf {

/// The mesh files of a robot, each read once.
class MeshLibrary {
 public:
  /// `folder` is that of the robot file, from the scene's folder on.
  MeshLibrary(std::filesystem::path folder, const RobotOptions& options, SourceFiles& files)
      : folder_(std::move(folder)), options_(options), files_(files), meshes_(files) {}

  /// The file for a name as robot files write it: package://name/path, model://name/path, file:///path or a path from
  /// the robot's folder. Where there is none, any file of the same name in the robot's folder, the given folders, or a
  /// `meshes` within them will do: robots are often copied without their packages.
  [[nodiscard]] std::optional<std::filesystem::path> find(const std::string& name) const;

  /// See MeshCache.
  [[nodiscard]] std::shared_ptr<const TriangleMesh> read(const std::filesystem::path& path, const Vector3& scale) {
    return meshes_.read(path, scale);
  }

 private:
  [[nodiscard]] std::vector<std::filesystem::path> list_candidates(const std::string& name) const;
  /// The folders from the robot's own up to the root that have this name.
  [[nodiscard]] std::vector<std::filesystem::path> list_folders_above(const std::string& package) const;

  std::filesystem::path folder_;
  const RobotOptions& options_;
  SourceFiles& files_;
  MeshCache meshes_;
};

}  // namespace carom::urdf
