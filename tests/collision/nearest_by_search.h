#pragma once

#include <cmath>
#include <functional>
#include <vector>

#include "collision/sample_pairs.h"

namespace carom::testing_support {

/// A part of a surface: points in the shape's axes for u, v from −1 to 1.
using SurfacePatch = std::function<Vector3(double u, double v)>;

/// The whole surface of a solid or of a tube; the faces of a tube's plate are 10 m wide.
std::vector<SurfacePatch> make_patches(const CollisionShape& shape);

/// The least value that a function of points has on a patch, by dense sampling, refined about the best sample. Of a
/// distance, or any function that changes by no more than its point moves, only what is less than a value known is of
/// interest: patches that cannot have it are not refined.
double search_least(const SurfacePatch& patch, const std::function<double(const Vector3&)>& function,
                    double known = INFINITY);

/// Whether a point, in the shape's axes, is in the solid; not for ellipsoids, cones and convex meshes.
bool is_inside(const CollisionShape& shape, const Vector3& p);

/// The signed distance from a point to a shape's surface by dense sampling, refined about the best sample: shares
/// nothing with the closed forms.
double search_distance(const SampleShape& sample, const Vector3& p_WC);

}  // namespace carom::testing_support
