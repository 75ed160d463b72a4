#pragma once

#include <limits>
#include <span>
#include <string_view>

#include "carom/collision/collision_shape.h"
#include "carom/collision/contact_point.h"

namespace carom {

/// The core of a convex solid where its outward normal is m.
struct SurfaceAt {
  Vector3 point{Vector3::Zero()};  // one that is farthest along m  [m]
  int flat{};                      // dimensions of the set of those that are: a point, a line, a face
  Vector3 along{Vector3::Zero()};  // of a line its direction, of a face its normal: unit
  /// ∇²h of the support function: how far the point moves when m turns. Its eigenvalues are radii of curvature, zero
  /// at edges and corners. For a line only across it.  [m]
  Matrix3 radii{Matrix3::Zero()};
};

/// The part of a shape that can lie on another shape: a corner, an edge (or a line of a round surface), a face. Round
/// faces have twelve corners.
struct ContactFeature {
  static constexpr int kMaxCorners = 24;
  /// Without initial values: most are not used.
  struct Anchor {
    int corner;                       // where it is
    int id;                           // lasts while the shape moves
    double curvature_1, curvature_2;  // principal ones of the shape there  [1/m]
  };

  Vector3 corners[kMaxCorners];     // counterclockwise from outside  [m]
  int count{};                      // 1: corner, 2: edge, more: face
  Vector3 normal{Vector3::Zero()};  // of a face
  Anchor anchors[kMaxAnchors];      // corners of it that carry contacts
  int num_anchors{};

  void clear() { count = num_anchors = 0; }
  void add_corner(const Vector3& p) { corners[count++] = p; }
  void add_anchor(int corner, int id, double curvature_1, double curvature_2) {
    anchors[num_anchors++] = {corner, id, curvature_1, curvature_2};
  }
  void add_anchored_corner(const Vector3& p, int id, double curvature_1, double curvature_2) {
    add_anchor(count, id, curvature_1, curvature_2);
    add_corner(p);
  }
};

/// Faces and edges within this angle of lying flat belong to contacts: beyond it their other ends are apart while the
/// overlap is less than a tenth of their length.
inline constexpr double kFlatWithin = 0.1;  // [rad]

/// What contact needs to know of a type of shapes: one specialization for each, in a file of its own, listed in
/// all_shapes.h. What a convex one must say more than ContactShapeBase is in the concept ConvexShape there. Pairs of
/// shapes with their own way to touch have a file each in collision/pairs.
template <ShapeType type>
struct ContactShape;

/// What holds for shapes that say nothing else. The core of a convex solid is what support() knows; its surface is
/// margin() away from the core.
struct ContactShapeBase {
  static constexpr bool kIsConvex = true;
  static constexpr bool kIsPolyhedron = false;                // flat faces, straight edges and sharp corners only
  static constexpr bool kHasMargin = false;                   // its radius is the distance of its surface from its core
  static constexpr bool kIsBall = false;                      // looks the same from all sides
  static constexpr int kAnchors = 1;                          // how many ids its points have
  static constexpr std::string_view kPointOnPlane = "point";  // what names call its points against a plane

  /// The point of the core farthest along a direction of any length.
  static Vector3 find_support(const CollisionShape& /*shape*/, const Vector3& /*d*/) { return Vector3::Zero(); }
  /// See find_surface().
  static SurfaceAt find_surface(const CollisionShape& /*shape*/, const Vector3& /*m*/, double /*tolerance*/,
                                const Vector3& /*near*/) {
    return {};
  }
  /// How deep another body may be in it before it is nearer to another side; infinite where there is none.  [m]
  static double calc_half_extent(const CollisionShape& /*shape*/) { return std::numeric_limits<double>::infinity(); }
};

/// The feature of a shape that has but points on its surface: that one which is farthest along m.
template <ShapeType type>
void find_point_feature(const CollisionShape& shape, const Vector3& m, ContactFeature& feature) {
  const double margin = ContactShape<type>::kHasMargin ? shape.radius : 0.0;
  feature.add_anchored_corner(ContactShape<type>::find_support(shape, m) + margin * m, 0, shape.curvature,
                              shape.curvature);
}

/// One of the own points of a solid, on its axis or a margin away from there; see touch_own_points().
template <class Pair>
void touch_on_axis(const Pair& pair, double z, double margin, int feature, std::span<ContactPoint> points) {
  points[static_cast<std::size_t>(feature)] = pair.touch_at(pair.place({0.0, 0.0, z}), margin, feature);
}

/// Sizes as a user gives them, checked: they throw InputError unless they are finite and above zero.
void check_length(const ShapeSpec& spec, const char* what, double length);
void check_lengths(const ShapeSpec& spec, const char* what, const Vector3& lengths);
void set_radius(const ShapeSpec& spec, double radius, CollisionShape& shape);
void set_triangles(const ShapeSpec& spec, const TriangleMesh& mesh, CollisionShape& shape);

/// Columns t₁, t₂, z with z the given direction and t₁ × t₂ = z.
[[nodiscard]] Matrix3 make_frame_with_z(const Vector3& direction);

template <class Round>
void set_round(const ShapeSpec& spec, const Round& round, CollisionShape& shape) {
  set_radius(spec, round.radius, shape);
  check_length(spec, "length", round.length);
  shape.half_length = 0.5 * round.length;
}

}  // namespace carom
