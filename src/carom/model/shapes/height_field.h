#pragma once

#include <string_view>
#include <vector>

#include "carom/model/shapes/geometry.h"
#include "carom/model/shapes/triangle_mesh.h"

namespace carom {

namespace shapes {

/// Ground with a height at every point of a grid, solid below; centered in x and y, heights along z.
struct HeightField {
  static constexpr std::string_view kName = "height-field";
  static constexpr std::string_view kSummary =
      "ground that is solid below heights over an even grid, centered in x and y";

  int columns{}, rows{};          // points along x and y, at least 2
  Vector3 size{Vector3::Ones()};  // x, y: whole lengths; z: factor of the heights  [m]
  std::vector<double> heights;    // row by row from −y to +y, each from −x to +x

  [[nodiscard]] std::optional<ShapeBall> ball() const;
};

}  // namespace shapes

/// Two triangles for each cell of the grid, with their outside up.
///
/// Throws InputError about `element` for fewer than 2 × 2 points, a number of heights other than columns × rows, and
/// for numbers that are not finite or sizes not above zero.
[[nodiscard]] TriangleMesh make_surface(const shapes::HeightField& field, std::string_view element);

}  // namespace carom
