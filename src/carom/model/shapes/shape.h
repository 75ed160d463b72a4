#pragma once

#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "carom/math/rotation.h"
#include "carom/math/types.h"
#include "carom/model/shapes/triangle_mesh.h"

namespace carom {

/// The geometry of shapes, each in its own frame: centered at the origin, axes along z unless a comment says otherwise.
namespace shapes {

struct Point {};
struct Sphere {
  double radius{};  // [m]
};
struct Box {
  Vector3 size{Vector3::Zero()};  // whole lengths of the edges  [m]
};
struct Cylinder {
  double radius{};  // [m]
  double length{};  // [m]
};
struct Capsule {
  double radius{};  // [m]
  double length{};  // between the centers of its ends  [m]
};
struct Ellipsoid {
  Vector3 semi_axes{Vector3::Zero()};  // [m]
};
/// All that lies behind the plane through the origin.
struct Plane {
  Vector3 normal{Vector3::UnitZ()};  // out of the solid, any length but zero
};
/// The inside of a cylinder.
struct Tube {
  double radius{};  // [m]
  double length{};  // [m]
};
/// The apex at +length/2, the base at −length/2.
struct Cone {
  double radius{};  // of the base  [m]
  double length{};  // [m]
};
/// A surface of triangles, not always closed, where its file has it: not centered.
struct Mesh {
  std::string file;                             // from the scene's folder on
  std::shared_ptr<const TriangleMesh> surface;  // never null; shapes from one file share it
  Vector3 scale{Vector3::Ones()};               // from the numbers of the file to those of the surface
};

/// A convex solid of flat faces, where its file has it: not centered.
struct ConvexMesh {
  std::string file;                          // from the scene's folder on
  std::shared_ptr<const TriangleMesh> hull;  // never null; as make_convex_hull() gives it
  Vector3 scale{Vector3::Ones()};            // from the numbers of the file to those of the hull
};
/// Ground with a height at every point of a grid, solid below; centered in x and y, heights along z.
struct HeightField {
  int columns{}, rows{};          // points along x and y, at least 2
  Vector3 size{Vector3::Ones()};  // x, y: whole lengths; z: factor of the heights  [m]
  std::vector<double> heights;    // row by row from −y to +y, each from −x to +x
};

}  // namespace shapes

using ShapeGeometry =
    std::variant<shapes::Point, shapes::Sphere, shapes::Box, shapes::Cylinder, shapes::Capsule, shapes::Ellipsoid,
                 shapes::Plane, shapes::Tube, shapes::Mesh, shapes::Cone, shapes::ConvexMesh, shapes::HeightField>;

/// A shape fixed in a body: what is seen of it and, with a surface, what touches.
struct ShapeSpec {
  std::string name{};
  std::string body{"world"};
  ShapeGeometry geometry{};
  Vector3 at{Vector3::Zero()};                 // p_BS in B  [m]
  Quaternion rotation{identity_quaternion()};  // R_BS
  std::string surface{};                       // by which contacts find it; empty: it is only seen
  std::string color{};                         // "#rrggbb"; empty: chosen by whoever draws it
};

}  // namespace carom
