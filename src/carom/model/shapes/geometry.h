#pragma once

#include <cmath>
#include <concepts>
#include <optional>
#include <string_view>

#include "carom/base/units.h"
#include "carom/math/types.h"

namespace carom {

/// A ball around what is seen of a shape.
struct ShapeBall {
  Vector3 center{Vector3::Zero()};  // [m]
  double radius{};                  // [m]
};

/// What the geometry of a shape must have; each is a type in a file of its own and an alternative of ShapeGeometry
/// (docs/add-a-shape.md). It stands in its own frame, centered at the origin, its axis along z, unless a comment says
/// otherwise.
///
/// With plain numbers as keys it has declare(keys); those that read files have a table in scene/tables. One that can be
/// longer than wide has ends(): half of the length of its z-axis within it, or 0 where it is not longer. One that pages
/// do not know has make_triangles(), by which it is drawn.
template <class G>
concept Geometry = std::default_initializable<G> && requires(const G& geometry) {
  { G::kName } -> std::convertible_to<std::string_view>;          // as written in scenes
  { G::kSummary } -> std::convertible_to<std::string_view>;       // what it is
  { geometry.ball() } -> std::same_as<std::optional<ShapeBall>>;  // in its own frame; nothing: it has no end
};

namespace shapes {

/// The keys of what is round about z.
template <class G, class Keys>
void declare_round(Keys& keys, const char* length_help) {
  keys.add("radius", &G::radius, dimensions::kLength, "of the round part").above(0.0).required();
  keys.add("length", &G::length, dimensions::kLength, length_help).above(0.0).required();
}

/// Around a cylinder, whatever is cut from it.
inline std::optional<ShapeBall> find_ball_around(double radius, double length) {
  return ShapeBall{.radius = std::hypot(radius, 0.5 * length)};
}

}  // namespace shapes

}  // namespace carom
