#pragma once

#include <span>
#include <string_view>

#include "carom/model/shapes/triangle_mesh.h"

namespace carom {

/// The smallest convex solid that holds all points, by Qhull: closed, with only those of the points that are corners.
/// Points within 1e-12 of the size behind a face are not corners of it.
///
/// Throws InputError about `element` for fewer than four points, points that are not finite, and points in one plane.
[[nodiscard]] TriangleMesh make_convex_hull(std::span<const Vector3> points, std::string_view element);

}  // namespace carom
