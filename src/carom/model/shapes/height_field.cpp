#include "carom/model/shapes/height_field.h"

#include <cmath>

#include <fmt/format.h>

#include "carom/base/input_error.h"

namespace carom {
namespace {

void check(const shapes::HeightField& field, std::string_view element) {
  const auto fail = [&](std::string problem) { throw InputError(std::string(element), std::move(problem)); };
  if (field.columns < 2 || field.rows < 2) {
    fail(fmt::format("a height field needs 2 columns and 2 rows or more, found {} and {}", field.columns, field.rows));
  }
  const std::size_t expected = static_cast<std::size_t>(field.columns) * static_cast<std::size_t>(field.rows);
  if (field.heights.size() != expected) {
    fail(fmt::format("expected {} × {} = {} heights, found {}", field.columns, field.rows, expected,
                     field.heights.size()));
  }
  if (!field.size.allFinite() || !(field.size.minCoeff() > 0.0)) fail("expected sizes above zero");
  for (std::size_t i = 0; i < field.heights.size(); ++i) {
    if (!std::isfinite(field.heights[i])) fail(fmt::format("height {} must be finite, found {}", i, field.heights[i]));
  }
}

}  // namespace

TriangleMesh make_surface(const shapes::HeightField& field, std::string_view element) {
  check(field, element);
  TriangleMesh mesh;
  mesh.vertices.reserve(field.heights.size());
  for (int row = 0; row < field.rows; ++row) {
    for (int column = 0; column < field.columns; ++column) {
      mesh.vertices.emplace_back(field.size.x() * (static_cast<double>(column) / (field.columns - 1) - 0.5),
                                 field.size.y() * (static_cast<double>(row) / (field.rows - 1) - 0.5),
                                 field.size.z() * field.heights[mesh.vertices.size()]);
    }
  }
  mesh.triangles.reserve(2 * static_cast<std::size_t>(field.columns - 1) * static_cast<std::size_t>(field.rows - 1));
  for (int row = 0; row + 1 < field.rows; ++row) {
    for (int column = 0; column + 1 < field.columns; ++column) {
      const int corner = row * field.columns + column, above = corner + field.columns;
      mesh.triangles.push_back({corner, corner + 1, above + 1});
      mesh.triangles.push_back({corner, above + 1, above});
    }
  }
  return mesh;
}

std::optional<ShapeBall> shapes::HeightField::ball() const {
  return find_ball_around(make_surface(*this, "height field"));
}

}  // namespace carom
