#pragma once

#include <memory>
#include <string>

#include "carom/model/shapes/geometry.h"
#include "carom/model/shapes/triangle_mesh.h"

namespace carom::shapes {

/// A convex solid of flat faces, where its file has it: not centered.
struct ConvexMesh {
  static constexpr std::string_view kName = "convex-mesh";
  static constexpr std::string_view kSummary =
      "the smallest convex solid that holds all points, or all of a file, with their origin at `at`";

  std::string file;                          // from the scene's folder on
  std::shared_ptr<const TriangleMesh> hull;  // never null; as make_convex_hull() gives it
  Vector3 scale{Vector3::Ones()};            // from the numbers of the file to those of the hull

  [[nodiscard]] std::optional<ShapeBall> ball() const { return find_ball_around(*hull); }
};

}  // namespace carom::shapes
