#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "carom/collision/pairs/mesh_contact.h"
#include "carom/collision/pairs/own_points.h"

namespace carom {

namespace {

/// In the axes of the mesh.
class SolidOnMesh : public SolidContact {
 public:
  SolidOnMesh(const PlacedShape& solid, const PlacedShape& mesh)
      : SolidContact(solid, mesh), a_(solid), b_(mesh), mesh_(*mesh.shape.triangles) {
    // Towards the surface as the center sees it, until triangles nearby tell more.
    const NearestOnMesh below = mesh_.find_nearest(center());
    up_ = below.normal;
    find_triangles(std::max(0.0, find_distance(farthest_along(-up_)).distance));
    find_face();
  }

  /// A point of the solid, or the ball of a margin about one of its core, against what of the surface is nearest.
  [[nodiscard]] ContactPoint touch_at(const Vector3& p, double margin, int feature) const {
    const NearestOnMesh nearest = mesh_.find_nearest(p);
    if (margin > 0.0) {
      const BallOfShape ball(a_, b_.motion.p_WS + b_.motion.R_WS * p, margin, solid().curvature);
      ContactPoint contact = touch_mesh(ball.placed(), b_, nearest);
      contact.feature = feature;
      return contact;
    }
    const NearestSurface surface = find_surface_from(nearest, p);
    return make_contact(surface.distance, surface.normal, p, find_surface_at(nearest), feature);
  }

  /// Three points of a rim: the lowest, and those 120° before and behind.
  void touch_rim(double z, int first, std::span<ContactPoint> points) const {
    const Vector3 outward = R() * find_outward(-(R().transpose() * up_)), around = R().col(2).cross(outward);
    for (int k = 0; k < 3; ++k) {
      const double angle = k * 2.0 * std::numbers::pi / 3.0;
      const Vector3 p = place({0.0, 0.0, z}) + solid().radius * (std::cos(angle) * outward + std::sin(angle) * around);
      points[static_cast<std::size_t>(first + k)] = touch_at(p, 0.0, first + k);
    }
  }

  /// Its lowest point.
  std::size_t touch_ellipsoid(std::span<ContactPoint> points) const {
    points[0] = touch_at(farthest_along(-up_), 0.0, 0);
    return 1;
  }

  /// Of the corners that share an anchor the lowest.
  void touch_vertices(std::span<ContactPoint> points) const {
    const Polyhedron& polyhedron = *solid().polyhedron;
    const Vector3 up = R().transpose() * up_;
    std::array<int, kMaxAnchors> lowest;
    lowest.fill(-1);
    int deepest = 0;
    const auto is_lower = [&](int i, int j) { return up.dot(polyhedron.vertex(i)) < up.dot(polyhedron.vertex(j)); };
    for (int i = 0; i < static_cast<int>(polyhedron.vertices().size()); ++i) {
      int& own = lowest[static_cast<std::size_t>(polyhedron.slot(i))];
      if (own < 0 || is_lower(i, own)) own = i;
      if (is_lower(i, deepest)) deepest = i;
    }
    for (int k = 0; k < kMaxAnchors; ++k) {
      const int vertex = lowest[static_cast<std::size_t>(k)];
      ContactPoint& point = points[static_cast<std::size_t>(k)];
      point = touch_at(place(polyhedron.vertex(vertex < 0 ? deepest : vertex)), 0.0, k);
      // A slot without corners stays apart.
      if (vertex < 0) point = make_unused(point, solid().reach);
    }
  }

  /// The place of the surface's ridges and peaks that is nearest to the solid, or deepest in it; false: none is near.
  bool touch_ridges(ContactPoint& contact, int feature) const {
    Ridge best{.gap = 1e300};
    for (int i = 0; i < count_; ++i) {
      for (int k = 0; k < 3; ++k) try_edge(triangles_[static_cast<std::size_t>(i)], k, best);
    }
    if (best.gap == 1e300) return false;
    contact = make_contact(best.gap, best.normal, best.point + best.gap * best.normal, best.surface, feature);
    return true;
  }

  [[nodiscard]] NearestSurface find_distance(const Vector3& p) const {
    return find_surface_from(mesh_.find_nearest(p), p);
  }

 private:
  struct Ridge {
    double gap{};                     // [m]
    Vector3 normal{Vector3::Zero()};  // from the surface to the solid
    Vector3 point{Vector3::Zero()};   // on the surface  [m]
    SurfaceAt surface{};
  };

  [[nodiscard]] static NearestSurface find_surface_from(const NearestOnMesh& nearest, const Vector3& p) {
    static const ShapeMotion kAtRest;
    RelativePoint point(kAtRest, kAtRest);
    point.position = p;
    return make_nearest_surface(nearest, point);
  }
  [[nodiscard]] static SurfaceAt find_surface_at(const NearestOnMesh& nearest) {
    SurfaceAt surface{.point = nearest.point, .flat = nearest.corner_count - 1};
    if (surface.flat == 2) surface.along = nearest.normal;
    if (surface.flat == 1) surface.along = nearest.along.normalized();
    return surface;
  }

  /// All whose boxes meet the solid's, made larger on all sides.
  void find_triangles(double wider) {
    Vector3 low, high;
    for (int axis = 0; axis < 3; ++axis) {
      low[axis] = farthest_along(-Vector3::Unit(axis))[axis] - wider;
      high[axis] = farthest_along(Vector3::Unit(axis))[axis] + wider;
    }
    count_ = mesh_.find_in_box(low, high, triangles_);
  }

  /// Of the triangles that the solid's lowest point is over, the one that it is nearest to.
  void find_face() {
    double least = 1e300;
    for (int i = 0; i < count_; ++i) {
      const int t = triangles_[static_cast<std::size_t>(i)];
      const Vector3& normal = mesh_.normal(t);
      const Vector3 lowest = farthest_along(-normal), &corner = mesh_.corner(t, 0);
      const double gap = normal.dot(lowest - corner);
      if (!(gap < least) || gap < -2.0 * solid().reach) continue;
      if (mesh_.find_nearest_on(t, lowest - gap * normal).corner_count == 3) least = gap, up_ = normal;
    }
  }

  // Only edges that are higher than the faces beside them; at the border of the surface all are.
  void try_edge(int t, int k, Ridge& best) const {
    const auto& corners = mesh_.triangle(t);
    const Vector3 &from = mesh_.corner(t, k), edge = mesh_.corner(t, (k + 1) % 3) - from;
    const Vector3 &face = mesh_.normal(t), &sum = mesh_.edge_normal(t, k), outwards = edge.cross(face);
    const bool is_border = sum == face;
    // Each edge once, from the triangle on its one side.
    if (!is_border && corners[static_cast<std::size_t>(k)] > corners[static_cast<std::size_t>((k + 1) % 3)]) return;
    const Vector3 beside = is_border ? Vector3(outwards.normalized()) : Vector3(sum - face);
    const Vector3 mean = (face + beside).normalized();
    const double length = edge.norm();
    if (!(mean.dot(outwards) > 1e-9 * length)) return;
    // A distance changes by no more than the point that it is measured from moves.
    if (look_from(from + 0.5 * edge).gap - 0.5 * length > best.gap) return;
    const double place = find_least_along(from, edge);
    const Distance there = look_from(from + place * edge);
    if (!(there.gap < best.gap)) return;
    // Between their ends only normals between those of the faces.
    const Vector3 normal = -there.normal;
    const bool is_end = place == 0.0 || place == 1.0;
    if (!is_end && normal.dot(mean) < face.dot(mean)) {
      if (there.gap < 0.0) try_buried_edge({from + place * edge, edge / length, face, beside}, best);
      return;
    }
    best = {there.gap, normal, from + place * edge, {}};
    if (!is_end) best.surface.flat = 1, best.surface.along = edge / length;
  }

  /// An edge of the surface at its place deepest in the solid, with the normals of the faces on its sides.
  struct BuriedEdge {
    Vector3 place, along, face, beside;
  };

  // Within the solid the way out may be through a side of it that no face looks to. Then the one counts that is
  // shortest of those between the normals of the faces: how far the solid is below the edge is least there.
  void try_buried_edge(const BuriedEdge& edge, Ridge& best) const {
    const auto find_normal = [&](double part) -> Vector3 {
      return ((1.0 - part) * edge.face + part * edge.beside).normalized();
    };
    const auto find_gap = [&](double part) {
      const Vector3 normal = find_normal(part);
      return normal.dot(farthest_along(-normal) - edge.place);
    };
    double low = 0.0, high = 1.0;
    for (int i = 0; i < 80; ++i) {
      const double first = low + (high - low) / 3.0, second = high - (high - low) / 3.0;
      if (find_gap(first) < find_gap(second)) {
        low = first;
      } else {
        high = second;
      }
    }
    const double part = 0.5 * (low + high), gap = find_gap(part);
    if (!(gap < best.gap)) return;
    best = {gap, find_normal(part), edge.place, {}};
    best.surface.flat = 1, best.surface.along = edge.along;
  }

  // The distance from a convex solid is a convex function along an edge: least where its slope is zero.
  [[nodiscard]] double find_least_along(const Vector3& from, const Vector3& edge) const {
    const auto slope_at = [&](double s) { return look_from(from + s * edge).normal.dot(edge); };
    double low = 0.0, high = 1.0, slope_low = slope_at(low), slope_high = slope_at(high);
    if (slope_low >= 0.0) return low;
    if (slope_high <= 0.0) return high;
    double s = 0.5;
    for (int i = 0; i < 110 && high - low > 1e-15; ++i) {
      s = i % 2 == 1 ? 0.5 * (low + high) : (low * slope_high - high * slope_low) / (slope_high - slope_low);
      const double slope = slope_at(s);
      if (slope == 0.0) break;
      if (slope > 0.0) {
        high = s, slope_high = slope;
      } else {
        low = s, slope_low = slope;
      }
    }
    return s;
  }

  const PlacedShape &a_, &b_;
  const TriangleTree& mesh_;
  Vector3 up_{Vector3::Zero()};  // out of the surface where the solid comes nearest to one of its faces
  std::array<int, 256> triangles_;
  int count_{};
};

}  // namespace

/// The points of the solid, as against a plane that lies on the face of the surface that it comes nearest to, each
/// against what is nearest to it; the last where a ridge or a peak of the surface comes nearest to the solid.
void touch_solid_mesh(const PlacedShape& solid, const PlacedShape& mesh, std::span<ContactPoint> points) {
  const SolidOnMesh pair(solid, mesh);
  const std::size_t own = touch_own_points(pair, points);
  if (pair.touch_ridges(points[own], static_cast<int>(own))) return;
  points[own] = make_unused(*std::ranges::min_element(points.first(own), {}, &ContactPoint::gap), solid.shape.reach);
  points[own].feature = static_cast<int>(own);
}

}  // namespace carom
