#pragma once

#include <memory>
#include <string>

#include "carom/model/shapes/geometry.h"
#include "carom/model/shapes/triangle_mesh.h"

namespace carom::shapes {

/// A surface of triangles, not always closed, where its file has it: not centered.
struct Mesh {
  static constexpr std::string_view kName = "mesh";
  static constexpr std::string_view kSummary =
      "a surface of triangles from a file, with the origin of the file at `at`";

  std::string file;                             // from the scene's folder on
  std::shared_ptr<const TriangleMesh> surface;  // never null; shapes from one file share it
  Vector3 scale{Vector3::Ones()};               // from the numbers of the file to those of the surface

  [[nodiscard]] std::optional<ShapeBall> ball() const { return find_ball_around(*surface); }
};

}  // namespace carom::shapes
