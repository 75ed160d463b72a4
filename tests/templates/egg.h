#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>

#include "carom/model/shapes/geometry.h"
#include "carom/model/shapes/triangle_mesh.h"

namespace carom::shapes {

/// Two halves of ellipsoids of one radius, base to base in the xy-plane.
struct Egg {
  static constexpr std::string_view kName = "egg";
  static constexpr std::string_view kSummary = "round about z, with a flat and a pointed end";

  double radius{};  // at its widest  [m]
  double top{};     // from there to the end on +z  [m]
  double bottom{};  // and to the end on -z  [m]

  template <class Keys>
  static void declare(Keys& keys) {
    keys.add("radius", &Egg::radius, dimensions::kLength, "at its widest").above(0.0).required();
    keys.add("top", &Egg::top, dimensions::kLength, "from the widest place up").above(0.0).required();
    keys.add("bottom", &Egg::bottom, dimensions::kLength, "from the widest place down").above(0.0).required();
  }
  [[nodiscard]] std::optional<ShapeBall> ball() const { return ShapeBall{.radius = std::max({radius, top, bottom})}; }

  /// How pages draw it: rings from one end to the other.
  [[nodiscard]] TriangleMesh make_triangles() const {
    constexpr int kRings = 24, kSides = 32;
    TriangleMesh mesh;
    for (int ring = 0; ring <= kRings; ++ring) {
      const double latitude = std::numbers::pi * (static_cast<double>(ring) / kRings - 0.5);
      const double z = std::sin(latitude) * (latitude > 0.0 ? top : bottom), rho = radius * std::cos(latitude);
      for (int side = 0; side < kSides; ++side) {
        const double angle = 2.0 * std::numbers::pi * side / kSides;
        mesh.vertices.emplace_back(rho * std::cos(angle), rho * std::sin(angle), z);
      }
    }
    for (int ring = 0; ring < kRings; ++ring) {
      for (int side = 0; side < kSides; ++side) {
        const int a = ring * kSides + side, b = ring * kSides + (side + 1) % kSides;
        mesh.triangles.push_back({a, b, b + kSides});
        mesh.triangles.push_back({a, b + kSides, a + kSides});
      }
    }
    return mesh;
  }
};

}  // namespace carom::shapes
