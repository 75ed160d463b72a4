#pragma once

#include "carom/collision/convex/convex_surface.h"

namespace carom {

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

/// How many ids the anchors of a type of shapes have.
[[nodiscard]] constexpr int count_anchors(ShapeType type) {
  switch (type) {
    case ShapeType::Box:
    case ShapeType::ConvexMesh:
      return kMaxAnchors;
    case ShapeType::Cylinder:
      return 6;  // three on each rim, the outermost first
    case ShapeType::Cone:
      return 4;  // three on the rim, and the apex
    case ShapeType::Capsule:
      return 2;  // its ends
    default:
      return 1;
  }
}

/// The feature of a shape, its margin included, where the outward normal is about m; in the shape's axes.
void find_feature(const CollisionShape& shape, const Vector3& m, ContactFeature& feature);

/// The face of a box or a convex mesh that looks most along m, whatever the angle.
void find_nearest_face(const CollisionShape& shape, const Vector3& m, ContactFeature& feature);

}  // namespace carom
