#pragma once

#include <string>
#include <variant>

#include "carom/math/rotation.h"
#include "carom/math/types.h"
#include "carom/model/shapes/box.h"
#include "carom/model/shapes/capsule.h"
#include "carom/model/shapes/cone.h"
#include "carom/model/shapes/convex_mesh.h"
#include "carom/model/shapes/cylinder.h"
#include "carom/model/shapes/ellipsoid.h"
#include "carom/model/shapes/height_field.h"
#include "carom/model/shapes/mesh.h"
#include "carom/model/shapes/plane.h"
#include "carom/model/shapes/point.h"
#include "carom/model/shapes/sphere.h"
#include "carom/model/shapes/tube.h"

namespace carom {

/// The list of all shapes; new ones come last.
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
