#pragma once

#include <string_view>

#include "carom/model/shapes/shape.h"

namespace carom {

/// Two triangles for each cell of the grid, with their outside up.
///
/// Throws InputError about `element` for fewer than 2 × 2 points, a number of heights other than columns × rows, and
/// for numbers that are not finite or sizes not above zero.
[[nodiscard]] TriangleMesh make_surface(const shapes::HeightField& field, std::string_view element);

}  // namespace carom
