#pragma once

#include "carom/model/shapes/triangle_mesh.h"

namespace carom {

/// How many triangles of a valid mesh pass through another one of it: a surface that does has no inside there.
/// Triangles that share a corner, only touch, or lie in one plane do not count. Takes n log n steps; where thousands
/// lie in one place not all are compared, and some that cross may be missed.
[[nodiscard]] int count_crossing_triangles(const TriangleMesh& mesh);

}  // namespace carom
