#pragma once

#include <memory>
#include <string>

#include "carom/collision/convex/polyhedron.h"
#include "carom/dynamics/kinematics.h"
#include "carom/model/shapes/shape.h"

namespace carom {

/// In the order of ShapeGeometry's alternatives. What contact needs to know of each is in a file of its own in shapes/.
enum class ShapeType {
  Point,
  Sphere,
  Box,
  Cylinder,
  Capsule,
  Ellipsoid,
  Plane,
  Tube,
  Mesh,
  Cone,
  ConvexMesh,
  HeightField
};
inline constexpr int kNumShapeTypes = std::variant_size_v<ShapeGeometry>;

[[nodiscard]] ShapeType type_of(const ShapeGeometry& geometry);
/// As scenes call it.
[[nodiscard]] const char* name_of(ShapeType type);
/// For messages: "box 'crate' of body 'cart'".
[[nodiscard]] std::string describe(const ShapeSpec& spec);

class TriangleTree;

/// A shape S fixed in a body B, with everything constant worked out once. A plane's normal is the z axis of S.
struct CollisionShape {
  ShapeType type{ShapeType::Point};
  int body{};                          // number of B
  double radius{};                     // of a sphere, capsule, cylinder, tube or a cone's base; zero for a point  [m]
  double curvature{};                  // 1/radius, infinite for a point  [1/m]
  double half_length{};                // of a capsule (without its ends), cylinder, cone or tube  [m]
  double reach{};                      // no point is farther from So; infinite for a plane and a tube  [m]
  Vector3 half_size{Vector3::Zero()};  // of a box; semi-axes of an ellipsoid  [m]
  std::shared_ptr<const Polyhedron> polyhedron;   // of a convex mesh
  std::shared_ptr<const TriangleTree> triangles;  // of a mesh or height field
  Vector3 p_BS{Vector3::Zero()};                  // in B  [m]
  Matrix3 R_BS{Matrix3::Identity()};
};

/// Throws InputError for sizes that are not finite and above zero, and for a pose that is none.
[[nodiscard]] CollisionShape make_collision_shape(const ShapeSpec& spec, BodyIndex body);

/// Where a shape is and how it moves, in world axes. Points and spheres look alike from all sides: their rotation is
/// not kept up to date.
struct ShapeMotion {
  Matrix3 R_WS{Matrix3::Identity()};
  Vector3 p_WS{Vector3::Zero()};  // of So  [m]
  Vector3 w_WB{Vector3::Zero()};  // [rad/s]
  Vector3 v_WS{Vector3::Zero()};  // of So  [m/s]

  /// Of the material point of B that is now at Q.  [m/s]
  [[nodiscard]] Vector3 velocity_at(const Vector3& p_WQ) const { return v_WS + w_WB.cross(p_WQ - p_WS); }
};

void calc_shape_motion(const CollisionShape& shape, const BodyMotion& body, ShapeMotion& motion);

/// What the pair functions see of a shape.
struct PlacedShape {
  const CollisionShape& shape;
  const ShapeMotion& motion;
};

}  // namespace carom
