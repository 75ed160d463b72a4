#pragma once

#include <functional>
#include <vector>

#include "collision/sample_pairs.h"

namespace carom::testing_support {

/// A part of a surface: points in the shape's axes for u, v from −1 to 1.
using SurfacePatch = std::function<Vector3(double u, double v)>;

/// The whole surface of a box, cylinder, capsule, sphere or tube; the faces of a tube's plate 10 m wide.
std::vector<SurfacePatch> make_patches(const CollisionShape& shape);

/// Whether a point, in the shape's axes, is in the solid.
bool is_inside(const CollisionShape& shape, const Vector3& p);

/// The signed distance from a point to a shape's surface by dense sampling, refined about the best sample: shares
/// nothing with the closed forms.
double search_distance(const SampleShape& sample, const Vector3& p_WC);

}  // namespace carom::testing_support
