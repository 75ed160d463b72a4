#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "carom/collision/convex/circle_search.h"
#include "carom/collision/pairs/mesh_contact.h"
#include "carom/collision/pairs/own_points.h"
#include "carom/collision/pairs/round_surface.h"

namespace carom {

namespace {

/// Of what a search compares.
constexpr double kEqual = 1e-12;

/// In the axes of the tube.
class SolidInTube : public SolidContact {
 public:
  SolidInTube(const PlacedShape& solid, const PlacedShape& tube) : SolidContact(solid, tube), b_(tube) {}

  /// How far a point in the tube's axes is from its surface.
  [[nodiscard]] NearestSurface look(const Vector3& p) const {
    RelativePoint point(b_.motion, b_.motion);
    point.position = p;
    point.velocity.setZero();
    return find_nearest_round(point, b_.shape, SolidSide::Outside);
  }

  /// A point of A, or of its core with the margin r around it.
  [[nodiscard]] ContactPoint touch_at(const Vector3& core_point, double margin, int feature) const {
    const NearestSurface nearest = look(core_point);
    return touch_along(nearest.distance - margin, nearest.normal, core_point - margin * nearest.normal, feature);
  }

  /// Three points of a rim of A: the nearest to the tube's surface and those 120° before and behind.
  void touch_rim(double z, int first, std::span<ContactPoint> points) const {
    const Circle rim{place({0.0, 0.0, z}), R().col(0), R().col(1), solid().radius};
    const auto look_at = [&](double turn) {
      const NearestSurface nearest = look(rim.at(turn));
      return CircleSample{nearest.distance, nearest.normal.dot(rim.along(turn))};
    };
    const double angle = CircleSearch(look_at, kEqual * b_.shape.radius, rim.radius).find();
    for (int k = 0; k < 3; ++k) {
      const double turn = angle + k * 2.0 * std::numbers::pi / 3.0;
      points[static_cast<std::size_t>(first + k)] = touch_at(rim.at(turn), 0.0, first + k);
    }
  }

  /// The rim of the tube at z against A: its place nearest to A, or deepest in it, and those 120° before and behind.
  void touch_rim_of_tube(double z, int first, std::span<ContactPoint> points) const {
    const Circle rim{{0.0, 0.0, z}, Vector3::UnitX(), Vector3::UnitY(), b_.shape.radius};
    const auto look_at = [&](double turn) {
      const Distance at = look_from(rim.at(turn));
      return CircleSample{at.gap, at.normal.dot(rim.along(turn))};
    };
    const double angle = CircleSearch(look_at, kEqual * b_.shape.radius, rim.radius).find();
    for (int k = 0; k < 3; ++k) {
      const Vector3 on_rim = rim.at(angle + k * 2.0 * std::numbers::pi / 3.0);
      const Distance at = look_from(on_rim);
      ContactPoint& point = points[static_cast<std::size_t>(first + k)];
      point = touch_along(at.gap, -at.normal, on_rim - at.gap * at.normal, first + k);
      // From there a solid outside sees the wall or the plate first.
      const bool is_seen = at.normal.dot(on_rim - Vector3(0.0, 0.0, z)) >= 0.0 && at.normal.z() * z <= 0.0;
      if (at.gap > 0.0 && !is_seen) point = make_unused(point, solid().reach);
    }
  }

  /// Where an ellipsoid comes farthest from the axis (0), and the other place from where it comes nearer both ways (1):
  /// a distance from an axis has no third such place on it; without a second the point across stands in. Beyond the
  /// ends of the tube there is no wall, but the plate beside it.
  std::size_t touch_ellipsoid(std::span<ContactPoint> points) const {
    const auto look_at = [&](double turn) {
      const Vector3 e = outward(turn), x = farthest_along(e);
      return CircleSample{-e.dot(x), -x.dot(Vector3::UnitZ().cross(e))};
    };
    CircleSearch search(look_at, kEqual * b_.shape.radius, center().norm() + solid().reach);
    const double first = search.find();
    const Vector3 e = outward(first), x = farthest_along(e);
    const Vector3 across = outward(search.find_other(first + std::numbers::pi)), opposite = farthest_along(across);
    if (std::abs(x.z()) <= b_.shape.half_length) {
      points[0] = touch_along(b_.shape.radius - e.dot(x), -e, x, 0);
    } else {
      const Vector3 up = std::copysign(1.0, x.z()) * Vector3::UnitZ(), lowest = farthest_along(-up);
      // Through the wall without its rim: some point is in the plate.
      Vector3 deepest = lowest;
      for (const Vector3& p : {x, center()}) {
        if (look(p).distance < look(deepest).distance) deepest = p;
      }
      if (lowest.head<2>().norm() >= b_.shape.radius) {
        points[0] = touch_along(up.dot(lowest) - b_.shape.half_length, up, lowest, 0);
      } else {
        points[0] = touch_at(deepest, 0.0, 0);
        if (points[0].gap > 0.0) points[0] = make_unused(points[0], solid().reach);
      }
    }
    if (std::abs(opposite.z()) <= b_.shape.half_length) {
      points[1] = touch_along(b_.shape.radius - across.dot(opposite), -across, opposite, 1);
    } else {
      points[1] = make_unused(points[0], solid().reach);
      points[1].feature = 1;
    }
    return 2;
  }

  /// Of the corners that share an anchor the nearest to the surface.
  void touch_vertices(std::span<ContactPoint> points) const {
    const Polyhedron& polyhedron = *solid().polyhedron;
    std::array<int, kMaxAnchors> nearest;
    std::array<double, kMaxAnchors> distances;
    nearest.fill(-1);
    distances.fill(1e300);
    const auto count = static_cast<int>(polyhedron.vertices().size());
    for (int i = 0; i < count; ++i) {
      const auto slot = static_cast<std::size_t>(polyhedron.slot(i));
      const double distance = look(place(polyhedron.vertex(i))).distance;
      if (distance < distances[slot]) distances[slot] = distance, nearest[slot] = i;
    }
    for (int k = 0; k < kMaxAnchors; ++k) {
      const int vertex = nearest[static_cast<std::size_t>(k)];
      ContactPoint& point = points[static_cast<std::size_t>(k)];
      point = touch_at(place(polyhedron.vertex(std::max(vertex, 0))), 0.0, k);
      // A slot without corners stays apart.
      if (vertex < 0) point = make_unused(point, solid().reach);
    }
  }

 private:
  static constexpr double kFlat = 1e-9;  // [rad]

  [[nodiscard]] static Vector3 outward(double turn) { return {std::cos(turn), std::sin(turn), 0.0}; }
  [[nodiscard]] ContactPoint touch_along(double gap, const Vector3& normal, const Vector3& point_a, int feature) const {
    return make_contact(gap, normal, point_a, find_surface_of_tube(normal, point_a - gap * normal), feature);
  }

  /// The wall is a line along the axis that bends towards it, the rim a circle that does, the plate is flat.
  [[nodiscard]] SurfaceAt find_surface_of_tube(const Vector3& normal, const Vector3& point) const {
    SurfaceAt surface{.point = point};
    const double rho = normal.head<2>().norm();
    if (rho <= kFlat) {
      surface.flat = 2;
      surface.along = std::copysign(1.0, normal.z()) * Vector3::UnitZ();
      return surface;
    }
    const Vector3 around(-normal.y() / rho, normal.x() / rho, 0.0);
    surface.radii = (-b_.shape.radius / rho) * around * around.transpose();
    if (std::abs(normal.z()) <= kFlat) surface.flat = 1, surface.along = Vector3::UnitZ();
    return surface;
  }

  const PlacedShape& b_;
};

}  // namespace

/// First the points of the solid: corners, ends, rims as against a plane; of an ellipsoid the place farthest from the
/// axis and the one on the other side. Then three each of the tube's rims at +z and −z, the first where it is nearest
/// to the solid. While apart, the least gap is the distance: a solid comes nearest to the wall and to the plate with
/// its own points, which are farthest from the axis or lowest, and to a rim where the rim comes nearest to it.
void touch_convex_tube(const PlacedShape& solid, const PlacedShape& tube, std::span<ContactPoint> points) {
  const SolidInTube pair(solid, tube);
  const std::size_t own = touch_own_points(pair, points);
  const ContactPoint nearest = *std::ranges::min_element(points.first(own), {}, &ContactPoint::gap);
  for (int rim = 0; rim < 2; ++rim) {
    const double z = rim == 0 ? tube.shape.half_length : -tube.shape.half_length;
    const int first = static_cast<int>(own) + 3 * rim;
    if (std::abs(pair.center().z() - z) < solid.shape.reach + std::abs(nearest.gap)) {
      pair.touch_rim_of_tube(z, first, points);
      continue;
    }
    for (int k = first; k < first + 3; ++k) {
      points[static_cast<std::size_t>(k)] = make_unused(nearest, solid.shape.reach);
      points[static_cast<std::size_t>(k)].feature = k;
    }
  }
}

}  // namespace carom
