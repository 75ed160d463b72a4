#pragma once

#include <array>
#include <filesystem>
#include <map>
#include <memory>
#include <utility>

#include "carom/math/types.h"
#include "carom/model/shapes/triangle_mesh.h"
#include "carom/scene/source_files.h"

namespace carom {

/// Meshes from files, each read once: whoever asks for the same one shares it.
class MeshCache {
 public:
  explicit MeshCache(SourceFiles& files) : files_(files) {}

  /// With its coordinates multiplied by `scale`, none of which may be zero; a mirror image is turned outside in, so
  /// that outside stays outside. Throws as read_mesh_file() does.
  [[nodiscard]] std::shared_ptr<const TriangleMesh> read(const std::filesystem::path& name, const Vector3& scale);
  /// The convex hull of the same; throws as make_convex_hull() does, too.
  [[nodiscard]] std::shared_ptr<const TriangleMesh> read_hull(const std::filesystem::path& name, const Vector3& scale);

 private:
  using Meshes = std::map<std::pair<std::filesystem::path, std::array<double, 3>>, std::shared_ptr<const TriangleMesh>>;

  SourceFiles& files_;
  Meshes meshes_, hulls_;
};

}  // namespace carom
