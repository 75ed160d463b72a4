#pragma once

#include <concepts>
#include <type_traits>
#include <utility>

#include "carom/collision/shapes/box.h"
#include "carom/collision/shapes/capsule.h"
#include "carom/collision/shapes/cone.h"
#include "carom/collision/shapes/convex_mesh.h"
#include "carom/collision/shapes/cylinder.h"
#include "carom/collision/shapes/ellipsoid.h"
#include "carom/collision/shapes/height_field.h"
#include "carom/collision/shapes/mesh.h"
#include "carom/collision/shapes/plane.h"
#include "carom/collision/shapes/point.h"
#include "carom/collision/shapes/sphere.h"
#include "carom/collision/shapes/tube.h"

namespace carom {

/// The geometry of a type.
template <ShapeType type>
using GeometryOf = std::variant_alternative_t<static_cast<std::size_t>(type), ShapeGeometry>;

/// What contact needs of every shape: how its sizes are checked and compiled.
template <class S, class G>
concept ContactShapeFor = std::derived_from<S, ContactShapeBase> && Geometry<G> &&
    requires(const G& geometry, const ShapeSpec& spec, CollisionShape& shape) {
  { S::compile(geometry, spec, shape) } -> std::same_as<void>;
};

/// And of a convex one the feature by which it touches. support() and surface() are those of a point unless it says
/// otherwise.
template <class S>
concept ConvexShape = requires(const CollisionShape& shape, const Vector3& m, ContactFeature& feature) {
  { S::find_feature(shape, m, feature) } -> std::same_as<void>;
};

/// Calls visitor(ContactShape<…>{}) for a type that is known at run time only: a switch over all types.
template <int first = 0, class Visitor>
constexpr __attribute__((always_inline)) auto visit_shape(ShapeType type, Visitor visitor) {
  constexpr auto kHere = static_cast<ShapeType>(first);
  static_assert(ContactShapeFor<ContactShape<kHere>, GeometryOf<kHere>>);
  static_assert(!ContactShape<kHere>::kIsConvex || ConvexShape<ContactShape<kHere>>);
  if constexpr (first + 1 < kNumShapeTypes) {
    if (type != kHere) return visit_shape<first + 1>(type, visitor);
  }
  return visitor(ContactShape<kHere>{});
}

/// One bit for each type of which something holds: `holds` takes a ContactShape.
template <class Holds>
constexpr unsigned find_types(Holds holds) {
  return [&]<int... types>(std::integer_sequence<int, types...>) {
    return ((holds(ContactShape<static_cast<ShapeType>(types)>{}) ? 1U << types : 0U) | ...);
  }
  (std::make_integer_sequence<int, kNumShapeTypes>{});
}
[[nodiscard]] constexpr bool is_among(ShapeType type, unsigned types) {
  return (types >> static_cast<unsigned>(type) & 1U) != 0;
}

/// Points and spheres look alike from all sides.
[[nodiscard]] constexpr bool is_ball(ShapeType type) {
  constexpr unsigned kBalls = find_types([](auto shape) { return shape.kIsBall; });
  return is_among(type, kBalls);
}

}  // namespace carom
