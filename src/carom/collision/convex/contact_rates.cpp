#include "carom/collision/convex/contact_rates.h"

#include <cmath>

#include "carom/math/rotation.h"

namespace carom {
namespace {

SurfaceAt turned(const SurfaceAt& surface, const Matrix3& R) {
  SurfaceAt result{R * surface.point, surface.flat, R * surface.along};
  // Faces, edges and corners of polyhedra have none.
  if (!surface.radii.isZero(0.0)) result.radii = R * surface.radii * R.transpose();
  return result;
}

bool is_edge(const SurfaceAt& surface, const CollisionShape& shape) {
  return surface.flat == 1 && margin_of(shape) == 0.0 && surface.radii.isZero(0.0);
}

bool is_corner(const SurfaceAt& surface, const CollisionShape& shape) {
  return surface.flat == 0 && margin_of(shape) == 0.0 && surface.radii.isZero(0.0);
}

/// A surface's curvature in the tangent plane: finite where it has one, and the directions in which it has an edge.
struct Bending {
  Eigen::Matrix2d finite{Eigen::Matrix2d::Zero()};  // [1/m]
  Eigen::Vector2d sharp[2];
  int num_sharp{};

  /// Hollows have negative radii.
  void add(const Eigen::Vector2d& direction, double radius) {
    if (std::abs(radius) > 1e-12) {
      finite += direction * direction.transpose() / radius;
    } else {
      sharp[num_sharp++] = direction;
    }
  }
};

/// From radii of curvature in the tangent plane (s, t), the margin around the core added.
Bending calc_bending(const SurfaceAt& surface, double margin, const Vector3& s, const Vector3& t) {
  Bending bending;
  if (surface.flat == 2) return bending;
  const Eigen::Vector2d ex(1.0, 0.0), ey(0.0, 1.0);
  // Surfaces bend to one side in all directions.
  const double sign = surface.radii.trace() < 0.0 ? -1.0 : 1.0;
  const double ss = sign * s.dot(surface.radii * s), st = sign * s.dot(surface.radii * t);
  const double tt = sign * t.dot(surface.radii * t);
  if (surface.flat == 1) {
    const Eigen::Vector2d along = Eigen::Vector2d(s.dot(surface.along), t.dot(surface.along)).normalized();
    const Eigen::Vector2d across(-along.y(), along.x());
    const double radius = across.x() * (ss * across.x() + 2.0 * st * across.y()) + tt * across.y() * across.y();
    bending.add(across, sign * radius + margin);
    return bending;
  }
  // Eigenvalues and directions of [ss st; st tt].
  const double half = 0.5 * (ss - tt), deviation = std::sqrt(half * half + st * st);
  const double larger = 0.5 * (ss + tt) + deviation;
  Eigen::Vector2d first = ex;
  if (deviation > 0.0)
    first = half >= 0.0 ? Eigen::Vector2d(half + deviation, st) : Eigen::Vector2d(st, deviation - half);
  first.normalize();
  // The smaller by the determinant: a difference would lose its digits.
  const double smaller = larger > 0.0 ? std::max(0.0, (ss * tt - st * st) / larger) : 0.0;
  const bool is_curve = smaller < 1e-14 * larger;
  bending.add(first, sign * larger + margin);
  bending.add({-first.y(), first.x()}, (is_curve ? 0.0 : sign * smaller) + margin);
  return bending;
}

}  // namespace

// With radii of curvature H the surface points move by H u while the normal turns by u against its body. That they stay
// on one line along n gives (H_A + H_B + gap) ṅ = v_A − v_B + H_A (ω_A × n) + H_B (ω_B × n) across n. A line or a face
// carries the normal along instead, in the directions in which it is flat.
Vector3 TouchingSurfaces::calc_normal_rate(const ContactPoint& contact) const {
  const Vector3& n = contact.normal;
  const Vector3 with_b = b.motion.w_WB.cross(n);
  if (found.surface_b.flat == 2) return with_b;
  const Vector3 with_a = a.motion.w_WB.cross(n);
  if (found.surface_a.flat == 2) return with_a;
  if (found.surface_a.flat == 1 && found.surface_b.flat == 1) {
    const Vector3 e = b.motion.R_WS * found.surface_a.along, f = b.motion.R_WS * found.surface_b.along;
    const double cosine = e.dot(f), sine2 = 1.0 - cosine * cosine;
    if (sine2 > 1e-12) {
      const double along_e = with_a.dot(e), along_f = with_b.dot(f);
      return (e * (along_e - cosine * along_f) + f * (along_f - cosine * along_e)) / sine2;
    }
  }
  const SurfaceAt surface_a = turned(found.surface_a, b.motion.R_WS),
                  surface_b = turned(found.surface_b, b.motion.R_WS);
  const double margin_a = margin_of(a.shape), margin_b = margin_of(b.shape);
  const double gap = contact.gap + margin_a + margin_b;
  const Vector3 core_a = contact.point_a + margin_a * n, core_b = contact.point_b - margin_b * n;
  const Vector3 way =
      a.motion.velocity_at(core_a) - b.motion.velocity_at(core_b) + surface_a.radii * with_a + surface_b.radii * with_b;
  const Matrix3 H = surface_a.radii + surface_b.radii;
  if (surface_a.flat == 1 || surface_b.flat == 1) {
    const Vector3& line = surface_b.flat == 1 ? surface_b.along : surface_a.along;
    const Vector3 t = n.cross(line);
    const double radius = t.dot(H * t) + gap;
    const double along = (surface_b.flat == 1 ? with_b : with_a).dot(line);
    const double across = radius != 0.0 ? (way.dot(t) - along * t.dot(H * line)) / radius : 0.0;
    return along * line + across * t;
  }
  const Vector3 s = find_perpendicular(n), t = n.cross(s);
  const double ss = s.dot(H * s) + gap, st = s.dot(H * t), tt = t.dot(H * t) + gap;
  const double determinant = ss * tt - st * st;
  if (determinant == 0.0) return with_b;
  const double x = way.dot(s), y = way.dot(t);
  return (s * (tt * x - st * y) + t * (ss * y - st * x)) / determinant;
}

void TouchingSurfaces::set_curvatures(ContactPoint& contact) const {
  contact.curvature_1 = contact.curvature_2 = 0.0;
  if (found.surface_a.flat == 2 && found.surface_b.flat == 2) return;
  contact.curvature_1 = contact.curvature_2 = kSharp;
  if (is_corner(found.surface_a, a.shape) || is_corner(found.surface_b, b.shape)) return;
  const bool are_edges = is_edge(found.surface_a, a.shape) && is_edge(found.surface_b, b.shape);
  if (are_edges && found.surface_a.along.cross(found.surface_b.along).squaredNorm() > 1e-12) return;
  const Vector3 s = find_perpendicular(found.normal), t = found.normal.cross(s);
  const Bending bends[2] = {calc_bending(found.surface_a, margin_of(a.shape), s, t),
                            calc_bending(found.surface_b, margin_of(b.shape), s, t)};
  const Eigen::Matrix2d sum = bends[0].finite + bends[1].finite;
  Eigen::Vector2d edge;
  int num_edges = 0;
  for (const Bending& bending : bends) {
    for (int i = 0; i < bending.num_sharp; ++i) {
      // Edges in one direction are one edge.
      const bool is_new =
          num_edges == 0 || std::abs(edge.x() * bending.sharp[i].y() - edge.y() * bending.sharp[i].x()) > 1e-6;
      if (!is_new) continue;
      if (num_edges == 0) edge = bending.sharp[i];
      ++num_edges;
    }
  }
  if (num_edges == 1) {
    const Eigen::Vector2d along(-edge.y(), edge.x());
    contact.curvature_2 = along.dot(sum * along);
  } else if (num_edges == 0) {
    const double mean = 0.5 * sum.trace(), half = 0.5 * (sum(0, 0) - sum(1, 1));
    const double deviation = std::sqrt(half * half + sum(0, 1) * sum(0, 1));
    contact.curvature_1 = mean + deviation;
    contact.curvature_2 = mean - deviation;
  }
}

}  // namespace carom
