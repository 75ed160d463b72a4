#include "carom/collision/convex/convex_contact.h"

#include <cmath>
#include <limits>

#include "carom/collision/convex/epa.h"
#include "carom/collision/convex/hull_axis.h"

namespace carom {
namespace {

/// A contact of the cores in a direction, without its points.
using Direction = ConvexContact;

// The gap along a direction n is g(n) = min over A of n·a − max over B of n·b. The gap of two convex shapes is the
// largest of g over all directions: positive apart, negative in overlap. With w = a − b the difference of the support
// points, ∇g = w, and the largest is where w is parallel to n.
class DirectionSearch {
 public:
  DirectionSearch(const CorePair& pair, const Vector3& point_a, const Vector3& point_b)
      : pair_(pair), near_b_(point_b) {
    if (pair.a().type == ShapeType::Cone) near_a_ = pair.R_BA().transpose() * (point_a - pair.p_BA());
  }

  [[nodiscard]] Direction look(const Vector3& n, double tolerance_a, double tolerance_b) const {
    const Matrix3& R = pair_.R_BA();
    Direction at{.normal = n,
                 .surface_a = find_surface(pair_.a(), -(R.transpose() * n), tolerance_a, near_a_),
                 .surface_b = find_surface(pair_.b(), n, tolerance_b, near_b_)};
    at.surface_a.point = R * at.surface_a.point + pair_.p_BA();
    if (at.surface_a.flat > 0) at.surface_a.along = R * at.surface_a.along;
    if (!is_polyhedron(pair_.a())) at.surface_a.radii = R * at.surface_a.radii * R.transpose();
    at.gap = n.dot(at.surface_a.point - at.surface_b.point);
    return at;
  }

  /// Newton's method for the direction. What is flat within the tolerances is made exactly so; if this leads far away
  /// the gap is that of no direction.
  [[nodiscard]] Direction refine(Direction at, double tolerance_a, double tolerance_b) const {
    for (int i = 0; i < 12; ++i) {
      const Vector3 better = step(at);
      if (better == at.normal) break;
      const double change = (better - at.normal).norm();
      if (!(change < 0.5)) {
        at.gap = -std::numeric_limits<double>::infinity();
        return at;
      }
      at = look(better, tolerance_a, tolerance_b);
      if (change < 1e-15) break;
    }
    return at;
  }

 private:
  [[nodiscard]] static Vector3 step(const Direction& at) {
    if (at.surface_b.flat == 2) return at.surface_b.along;
    if (at.surface_a.flat == 2) return -at.surface_a.along;
    if (at.surface_a.flat == 1 && at.surface_b.flat == 1) {
      const Vector3 across = at.surface_a.along.cross(at.surface_b.along);
      const double length = across.norm();
      if (length > 1e-6) return across * (std::copysign(1.0, across.dot(at.normal)) / length);
    }
    if (at.surface_a.flat == 1 || at.surface_b.flat == 1)
      return step_about(at, at.surface_b.flat == 1 ? at.surface_b.along : at.surface_a.along);
    return step_freely(at);
  }

  // (H_A + H_B + gap) dn = w across n.
  [[nodiscard]] static Vector3 step_freely(const Direction& at) {
    const Vector3 s = at.normal.unitOrthogonal(), t = at.normal.cross(s);
    const Vector3 w = at.surface_a.point - at.surface_b.point;
    const Matrix3 H = at.surface_a.radii + at.surface_b.radii;
    Eigen::Matrix2d M;
    M << s.dot(H * s) + at.gap, s.dot(H * t), s.dot(H * t), t.dot(H * t) + at.gap;
    const double determinant = M.determinant();
    // In overlap only a maximum of the gap has a positive matrix.
    if (!(determinant > 0.0) || !(M.trace() > 0.0)) return at.normal;
    const Eigen::Vector2d turn = M.inverse() * Eigen::Vector2d(w.dot(s), w.dot(t));
    return (at.normal + turn.x() * s + turn.y() * t).normalized();
  }

  // A line keeps the direction perpendicular to it.
  [[nodiscard]] static Vector3 step_about(const Direction& at, const Vector3& line) {
    const Vector3 n = (at.normal - line * line.dot(at.normal)).normalized();
    const Vector3 t = n.cross(line);
    const double radius = t.dot((at.surface_a.radii + at.surface_b.radii) * t) + at.gap;
    if (!(radius > 0.0)) return n;
    return (n + t * ((at.surface_a.point - at.surface_b.point).dot(t) / radius)).normalized();
  }

  const CorePair& pair_;
  Vector3 near_a_{Vector3::Zero()}, near_b_;  // in the axes of A, and of B; only cones ask for them
};

constexpr double kExactlyFlat = 1e-12;  // [rad]
constexpr double kNearlyFlat = 1e-4;    // what the search leaves open near touching
constexpr double kAboutFlat = 0.15;     // what it leaves open of the overlap of curved surfaces

bool is_same(const SurfaceAt& s, const SurfaceAt& t) { return s.flat == t.flat && s.along == t.along; }

// The direction with the largest gap, whether what is nearly flat is taken for flat or not.
Direction refine_direction(const DirectionSearch& search, const Vector3& n, double nearly) {
  const Direction raw = search.look(n, kExactlyFlat, kExactlyFlat);
  Direction best = search.refine(raw, kExactlyFlat, kExactlyFlat);
  // A gap within rounding of the best may be 1e-7 rad beside it: only what is worse than at the start is refused.
  if (best.gap < raw.gap - 1e-14 * (raw.surface_a.point.norm() + raw.surface_b.point.norm())) best = raw;
  const auto consider = [&](double tolerance_a, double tolerance_b) {
    const Direction refined = search.refine(search.look(n, tolerance_a, tolerance_b), tolerance_a, tolerance_b);
    // Of equally good ones the flat.
    const bool flatter = refined.surface_a.flat + refined.surface_b.flat > best.surface_a.flat + best.surface_b.flat;
    const double rounding = 1e-14 * (refined.surface_a.point.norm() + refined.surface_b.point.norm());
    if (refined.gap > best.gap + rounding || (flatter && refined.gap >= best.gap - rounding)) best = refined;
  };
  // Close to a face there are its edges and corners as well.
  Direction last = raw;
  for (double tolerance = nearly; tolerance > kExactlyFlat; tolerance *= 1e-2) {
    const Direction loose = search.look(n, tolerance, tolerance);
    if (loose.surface_a.flat == 0 && loose.surface_b.flat == 0) break;
    const bool is_known =
        is_same(loose.surface_a, last.surface_a) && is_same(loose.surface_b, last.surface_b) && tolerance < nearly;
    last = loose;
    if (is_known) continue;
    consider(tolerance, tolerance);
    if (loose.surface_a.flat > 0 && loose.surface_b.flat > 0) {
      consider(tolerance, kExactlyFlat);
      consider(kExactlyFlat, tolerance);
    }
  }
  return best;
}

// A direction in which two polyhedra part is across a face, or an edge of each. Of an exact one it is known which, to
// rounding, and it is made just so.
Direction refine_exact(const CorePair& pair, const DirectionSearch& search, const Vector3& n) {
  constexpr double kAlmostFlat = 1e-8;
  if (is_polyhedron(pair.a()) && is_polyhedron(pair.b())) {
    const DifferencePoint raw = pair.support_against(n);
    const Direction refined = search.refine(search.look(n, kAlmostFlat, kAlmostFlat), kAlmostFlat, kAlmostFlat);
    const double rounding = 1e-14 * (raw.a.norm() + raw.b.norm());
    if (refined.surface_a.flat + refined.surface_b.flat >= 2 && refined.gap >= n.dot(raw.w) - rounding) return refined;
  }
  return refine_direction(search, n, kNearlyFlat);
}

Vector3 project_onto_line(const SurfaceAt& surface, const Vector3& p) {
  return surface.point + surface.along * surface.along.dot(p - surface.point);
}

// Where two lines cross, seen along n, on that of A; for parallel ones where the search has found it.
Vector3 cross_lines(const Direction& at, const Vector3& found_a) {
  const Vector3 &u = at.surface_a.along, &v = at.surface_b.along;
  const double cosine = u.dot(v), sine2 = 1.0 - cosine * cosine;
  if (sine2 < 1e-12) return project_onto_line(at.surface_a, found_a);
  const Vector3 between = at.surface_b.point - at.surface_a.point;
  // The division starts before the products are known.
  const double per_sine2 = 1.0 / sine2;
  return at.surface_a.point + u * ((between.dot(u) - cosine * between.dot(v)) * per_sine2);
}

// A point of A that the contact is at: corners and curved surfaces say where they are, lines where they cross; faces
// ask the search.
Vector3 find_point_of_a(const Direction& at, const Vector3& found_a, const Vector3& found_b) {
  if (at.surface_a.flat == 0) return at.surface_a.point;
  if (at.surface_b.flat == 0) return at.surface_b.point + at.gap * at.normal;
  if (at.surface_a.flat == 1 && at.surface_b.flat == 1) return cross_lines(at, found_a);
  if (at.surface_a.flat == 1) return project_onto_line(at.surface_a, found_a);
  if (at.surface_b.flat == 1) return project_onto_line(at.surface_b, found_b) + at.gap * at.normal;
  return found_a + at.normal * at.normal.dot(at.surface_a.point - found_a);
}

// A cone's curvature at the contact is known once the point is.
void update_cones(const CorePair& pair, ConvexContact& contact) {
  if (pair.a().type != ShapeType::Cone && pair.b().type != ShapeType::Cone) return;
  const DirectionSearch search(pair, contact.point_a, contact.point_b);
  const Direction at = search.look(contact.normal, kExactlyFlat, kExactlyFlat);
  if (at.surface_a.flat == contact.surface_a.flat) contact.surface_a.radii = at.surface_a.radii;
  if (at.surface_b.flat == contact.surface_b.flat) contact.surface_b.radii = at.surface_b.radii;
}

// From a direction of the cores to the contact of the surfaces.
void finish(const CorePair& pair, const Vector3& found_a, const Vector3& found_b, ConvexContact& contact) {
  contact.point_a = find_point_of_a(contact, found_a, found_b);
  contact.point_b = contact.point_a - contact.gap * contact.normal;
  update_cones(pair, contact);
  const double margin_a = margin_of(pair.a()), margin_b = margin_of(pair.b());
  if (margin_a == 0.0 && margin_b == 0.0) return;
  contact.gap -= margin_a + margin_b;
  contact.point_a -= margin_a * contact.normal;
  contact.point_b += margin_b * contact.normal;
}

// From a direction of small depth some steps downhill; false: it is one of least depth. A is moved along the direction
// until it is clear of B; the line of the distance is then a direction with less depth, or the same one. Distances know
// all faces, edges and corners, so that those in contact are known afterwards. With d the depth, c the clearance and R
// the radius of curvature of A − B, a step leaves (d + c)/(R + c) of the error, less than one where the depth is least.
bool descend(const CorePair& pair, CoreOverlap::Candidate& candidate) {
  constexpr int kSteps = 4;
  const double clearance = 1e-2 * (pair.a().reach + pair.b().reach);
  for (int i = 0; i < kSteps; ++i) {
    const Vector3 n = candidate.normal;
    const Vector3 way = (clearance - n.dot(pair.support_against(n).w)) * n;
    const CoreDistance distance = find_core_distance(pair.moved(way), n);
    if (distance.overlap) return false;
    candidate.normal = distance.nearest.normalized();
    candidate.point_a = distance.simplex.mean_a() - way;
    candidate.point_b = distance.simplex.mean_b();
    if ((candidate.normal - n).squaredNorm() < 1e-16) return false;
  }
  return true;
}

// The direction of least depth about a candidate's. Newton's method is fast where faces and edges in contact stay the
// same, descent finds which they are.
Direction settle(const CorePair& pair, CoreOverlap::Candidate& candidate) {
  constexpr int kRounds = 16;
  for (int i = 0;; ++i) {
    const bool moves = descend(pair, candidate);
    const DirectionSearch search(pair, candidate.point_a, candidate.point_b);
    const Direction refined = refine_direction(search, candidate.normal, kAboutFlat);
    if (!moves || i == kRounds) return refined;
    candidate.normal = refined.normal;
  }
}

// The best of all directions about which the least depth can be.
ConvexContact resolve_overlap(const CorePair& pair, const Simplex& simplex) {
  CoreOverlap overlap = find_core_overlap(pair, simplex);
  // Flat differences of cores, as of two segments in one plane, are left along any direction across.
  if (overlap.count == 0) {
    overlap.candidates[overlap.count++] = {Vector3::UnitZ(), 0.0, Vector3::Zero(), Vector3::Zero()};
  }
  const CoreOverlap::Candidate* chosen = nullptr;
  Direction best;
  for (int i = 0; i < overlap.count; ++i) {
    CoreOverlap::Candidate& candidate = overlap.candidates[i];
    if (chosen != nullptr && candidate.least_depth > -best.gap) break;
    const DirectionSearch search(pair, candidate.point_a, candidate.point_b);
    const Direction refined = overlap.exact ? refine_exact(pair, search, candidate.normal) : settle(pair, candidate);
    if (chosen == nullptr || refined.gap > best.gap) best = refined, chosen = &candidate;
  }
  if (!overlap.exact) best.uncertainty = std::max(0.0, -best.gap - overlap.candidates[0].least_depth);
  finish(pair, chosen->point_a, chosen->point_b, best);
  return best;
}

const Vector3& center_of(const CollisionShape& polyhedron) {
  static const Vector3 kOrigin = Vector3::Zero();
  return polyhedron.type == ShapeType::ConvexMesh ? polyhedron.polyhedron->center() : kOrigin;
}

// Hulls that overlap by little, as most that touch do; two boxes have separating axes for it.
bool find_hull_contact(const CorePair& pair, ConvexContact& contact) {
  if (!is_polyhedron(pair.a()) || !is_polyhedron(pair.b())) return false;
  if (pair.a().type == ShapeType::Box && pair.b().type == ShapeType::Box) return false;
  HullAxis axis;
  if (pair.a().type == pair.b().type && find_hull_axis(pair, axis)) {
    contact = axis.is_across_edges ? make_contact_across(pair, axis.normal, axis.edge_a, axis.edge_b)
                                   : make_contact_along(pair, axis.normal);
    return true;
  }
  const CoreOverlap overlap = find_shallow_overlap(pair, center_of(pair.a()), center_of(pair.b()));
  if (!overlap.exact) return false;
  const CoreOverlap::Candidate& best = overlap.candidates[0];
  const DirectionSearch search(pair, best.point_a, best.point_b);
  contact = refine_exact(pair, search, best.normal);
  finish(pair, best.point_a, best.point_b, contact);
  return true;
}

void set_edge(const EdgeLine& edge, SurfaceAt& surface) {
  surface.point = edge.point;
  surface.flat = 1;
  surface.along = edge.along;
}

}  // namespace

ConvexContact find_convex_contact(const CorePair& pair, const Vector3& guess) {
  ConvexContact hulls;
  if (find_hull_contact(pair, hulls)) return hulls;
  const CoreDistance distance = find_core_distance(pair, guess);
  if (distance.overlap) return resolve_overlap(pair, distance.simplex);
  const Vector3 point_a = distance.simplex.mean_a(), point_b = distance.simplex.mean_b();
  const DirectionSearch search(pair, point_a, point_b);
  Direction best = refine_direction(search, distance.nearest.normalized(), kNearlyFlat);
  // Close to touching the line of the distance has few digits, and cores that seem apart may overlap.
  if (best.gap < 0.5 * distance.nearest.norm()) return resolve_overlap(pair, distance.simplex);
  finish(pair, point_a, point_b, best);
  return best;
}

ConvexContact make_contact_along(const CorePair& pair, const Vector3& normal) {
  const DirectionSearch search(pair, Vector3::Zero(), Vector3::Zero());
  ConvexContact contact = search.look(normal, kExactlyFlat, kExactlyFlat);
  finish(pair, contact.surface_a.point, contact.surface_b.point, contact);
  return contact;
}

ConvexContact make_contact_across(const CorePair& pair, const Vector3& normal, const EdgeLine& a, const EdgeLine& b) {
  ConvexContact contact;
  contact.gap = normal.dot(a.point - b.point);
  contact.normal = normal;
  set_edge(a, contact.surface_a);
  set_edge(b, contact.surface_b);
  finish(pair, a.point, b.point, contact);
  return contact;
}

}  // namespace carom
