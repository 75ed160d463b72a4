#include "carom/collision/convex/epa.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <span>
#include <utility>

#include "carom/math/rotation.h"

namespace carom {
namespace {

constexpr int kMaxPoints = 64;
constexpr int kMaxFaces = 2 * kMaxPoints;

/// Without initial values: there are many, and few are used.
struct PolytopeFace {
  std::array<int, 3> corners;
  Vector3 normal;   // outwards
  double distance;  // of its plane from the origin  [m]
};

class Polytope {
 public:
  explicit Polytope(const CorePair& pair) : pair_(pair) {}

  /// A tetrahedron from the simplex around the origin, with as many points more as it needs; false if A − B is flat.
  bool start(const Simplex& simplex);
  /// A tetrahedron from a point inside of A − B and three corners beyond the origin; false if the origin is not in it.
  bool start_beyond(const DifferencePoint& inside);
  [[nodiscard]] const PolytopeFace& find_nearest_face() const;
  [[nodiscard]] DifferencePoint support(const Vector3& normal) const { return pair_.support_against(-normal); }
  /// Replaces all faces that see the point; false: there is no room, or the point sees none or all of them.
  bool add(const DifferencePoint& point);

  [[nodiscard]] std::span<PolytopeFace> faces() { return {faces_.data(), static_cast<std::size_t>(num_faces_)}; }
  [[nodiscard]] const DifferencePoint& point(int i) const { return points_[static_cast<std::size_t>(i)]; }

 private:
  [[nodiscard]] Vector3 calc_area(int i, int j, int k) const {
    return (point(j).w - point(i).w).cross(point(k).w - point(i).w);
  }
  bool add_face(int i, int j, int k);
  bool try_point(const Vector3& direction);
  bool add_first_faces();
  [[nodiscard]] bool widens(const DifferencePoint& point) const;
  void flip_edge_in(int from, int to);

  struct Edge {
    int from, to;
  };

  const CorePair& pair_;
  std::array<DifferencePoint, kMaxPoints> points_;
  std::array<PolytopeFace, kMaxFaces> faces_;
  std::array<Edge, kMaxFaces> horizon_;
  int num_points_{}, num_faces_{}, num_horizon_{};
  double size_{};  // [m]
};

// Whether the point makes a line, a triangle or a tetrahedron with those that are there, and not a thinner one.
bool Polytope::widens(const DifferencePoint& added) const {
  constexpr double kThin = 1e-10;
  const auto w = [&](int i) -> const Vector3& { return point(i).w; };
  if (num_points_ == 0) return true;
  const Vector3 to = added.w - w(0);
  if (num_points_ == 1) return to.norm() > kThin * size_;
  const Vector3 along = (w(1) - w(0)).normalized();
  if (num_points_ == 2) return along.cross(to).norm() > kThin * size_;
  const Vector3 normal = (w(1) - w(0)).cross(w(2) - w(0)).normalized();
  return std::abs(normal.dot(to)) > kThin * size_;
}

bool Polytope::try_point(const Vector3& direction) {
  const DifferencePoint added = support(direction);
  size_ = std::max(size_, added.w.norm());
  if (!widens(added)) return false;
  points_[static_cast<std::size_t>(num_points_++)] = added;
  return true;
}

bool Polytope::start(const Simplex& simplex) {
  for (int i = 0; i < simplex.count; ++i) size_ = std::max(size_, simplex.points[i].w.norm());
  for (int i = 0; i < simplex.count; ++i) {
    if (widens(simplex.points[i])) points_[static_cast<std::size_t>(num_points_++)] = simplex.points[i];
  }
  for (int k = 0; k < 6 && num_points_ < 2; ++k) try_point(Vector3::Unit(k / 2) * (k % 2 == 0 ? 1.0 : -1.0));
  if (num_points_ < 2) return false;
  // Across the line, all around it.
  const Vector3 along = (point(1).w - point(0).w).normalized();
  const Vector3 across = along.unitOrthogonal(), third = along.cross(across);
  for (const Vector3& direction : {across, third, Vector3(-across), Vector3(-third)}) {
    if (num_points_ < 3) try_point(direction);
  }
  if (num_points_ < 3) return false;
  const Vector3 normal = (point(1).w - point(0).w).cross(point(2).w - point(0).w).normalized();
  // On the side of the origin, if it is on one.
  const double side = normal.dot(point(0).w) > 0.0 ? -1.0 : 1.0;
  if (num_points_ < 4 && !try_point(side * normal)) try_point(-side * normal);
  if (num_points_ < 4) return false;

  return add_first_faces();
}

bool Polytope::add_first_faces() {
  const bool outwards = (point(1).w - point(0).w).cross(point(2).w - point(0).w).dot(point(3).w - point(0).w) < 0.0;
  if (!outwards) std::swap(points_[1], points_[2]);
  return add_face(0, 1, 2) && add_face(0, 3, 1) && add_face(1, 3, 2) && add_face(2, 3, 0);
}

// The corners are those along three directions about the way from the point inside to the origin.
bool Polytope::start_beyond(const DifferencePoint& inside) {
  constexpr double kTilt = 0.7, kLean = 0.5 * std::numbers::sqrt3 * kTilt;
  const double far = inside.w.norm();
  if (!(far > 0.0)) return false;
  const Vector3 beyond = -inside.w / far, across = find_perpendicular(beyond), third = beyond.cross(across);
  const Vector3 directions[3] = {beyond + kTilt * across, beyond - 0.5 * kTilt * across + kLean * third,
                                 beyond - 0.5 * kTilt * across - kLean * third};
  size_ = far;
  points_[0] = inside;
  num_points_ = 1;
  for (const Vector3& direction : directions) {
    const DifferencePoint corner = support(direction);
    if (!(direction.dot(corner.w) > 0.0)) return false;
    points_[static_cast<std::size_t>(num_points_++)] = corner;
  }
  if (!add_first_faces()) return false;
  return std::ranges::all_of(faces(), [&](const PolytopeFace& face) { return face.distance > 1e-9 * size_; });
}

bool Polytope::add_face(int i, int j, int k) {
  const Vector3 area = calc_area(i, j, k);
  const double length = area.norm();
  if (num_faces_ == kMaxFaces || !(length > 0.0)) return false;
  const Vector3 normal = area / length;
  faces_[static_cast<std::size_t>(num_faces_++)] = {{i, j, k}, normal, normal.dot(point(i).w)};
  return true;
}

const PolytopeFace& Polytope::find_nearest_face() const {
  int nearest = 0;
  for (int i = 1; i < num_faces_; ++i) {
    if (faces_[static_cast<std::size_t>(i)].distance < faces_[static_cast<std::size_t>(nearest)].distance) nearest = i;
  }
  return faces_[static_cast<std::size_t>(nearest)];
}

// An edge between two faces that see the point is met twice, once in each direction.
void Polytope::flip_edge_in(int from, int to) {
  for (int i = 0; i < num_horizon_; ++i) {
    Edge& edge = horizon_[static_cast<std::size_t>(i)];
    if (edge.from == to && edge.to == from) {
      edge = horizon_[static_cast<std::size_t>(--num_horizon_)];
      return;
    }
  }
  horizon_[static_cast<std::size_t>(num_horizon_++)] = {from, to};
}

bool Polytope::add(const DifferencePoint& added) {
  if (num_points_ == kMaxPoints) return false;
  num_horizon_ = 0;
  int kept = 0;
  for (int i = 0; i < num_faces_; ++i) {
    PolytopeFace& face = faces_[static_cast<std::size_t>(i)];
    const bool sees = face.normal.dot(added.w) - face.distance > 1e-14 * size_;
    if (!sees) {
      std::swap(face, faces_[static_cast<std::size_t>(kept++)]);
      continue;
    }
    if (num_horizon_ + 3 > kMaxFaces) return false;
    for (std::size_t k = 0; k < 3; ++k) flip_edge_in(face.corners[k], face.corners[(k + 1) % 3]);
  }
  if (kept == num_faces_ || num_horizon_ < 3 || kept + num_horizon_ > kMaxFaces) return false;
  // A corner that is there already, to rounding, leaves all faces as they are.
  points_[static_cast<std::size_t>(num_points_)] = added;
  for (int i = 0; i < num_horizon_; ++i) {
    const Edge& edge = horizon_[static_cast<std::size_t>(i)];
    if (!(calc_area(edge.from, edge.to, num_points_).norm() > 0.0)) return false;
  }
  num_faces_ = kept;
  ++num_points_;
  for (int i = 0; i < num_horizon_; ++i) {
    const Edge& edge = horizon_[static_cast<std::size_t>(i)];
    if (!add_face(edge.from, edge.to, num_points_ - 1)) return false;
  }
  return true;
}

// Where the normal of a face through the origin meets it, as points of A and B.
CoreOverlap::Candidate make_candidate(const Polytope& polytope, const PolytopeFace& face) {
  Simplex simplex;
  simplex.count = 3;
  const Vector3 foot = face.distance * face.normal;
  for (int k = 0; k < 3; ++k) {
    simplex.points[k] = polytope.point(face.corners[static_cast<std::size_t>(k)]);
    simplex.points[k].w -= foot;
  }
  (void)simplex.reduce_to_nearest();
  return {-face.normal, face.distance, simplex.mean_a(), simplex.mean_b()};
}

// Faces in the order of their distances, one for all that look in about the same direction.
void collect_candidates(Polytope& polytope, double least_known_depth, CoreOverlap& overlap) {
  constexpr double kSameDirection = 0.98;  // within 0.2 rad
  const std::span<PolytopeFace> faces = polytope.faces();
  std::ranges::sort(faces, [](const PolytopeFace& f, const PolytopeFace& g) { return f.distance < g.distance; });
  for (const PolytopeFace& face : faces) {
    // The nearest is one in any case: faces that are split again and again are no longer where they were, to rounding.
    const bool too_deep = overlap.count > 0 && face.distance > least_known_depth;
    if (overlap.count == CoreOverlap::kMaxCandidates || too_deep) return;
    const bool is_new = std::none_of(overlap.candidates, overlap.candidates + overlap.count, [&](const auto& known) {
      return -known.normal.dot(face.normal) > kSameDirection;
    });
    if (is_new) overlap.candidates[overlap.count++] = make_candidate(polytope, face);
  }
}

/// From a polytope that holds the origin.
void expand(Polytope& polytope, CoreOverlap& overlap) {
  constexpr double kExact = 1e-13, kConverged = 1e-6;
  double least_known_depth = 1e300;
  while (true) {
    const PolytopeFace nearest = polytope.find_nearest_face();
    const DifferencePoint next = polytope.support(nearest.normal);
    const double reach = nearest.normal.dot(next.w);
    least_known_depth = std::min(least_known_depth, reach);
    if (reach - nearest.distance <= kExact * next.w.norm()) {
      overlap.exact = true;
      overlap.count = 1;
      overlap.candidates[0] = make_candidate(polytope, nearest);
      return;
    }
    // Smaller faces than these have no directions.
    if (reach - nearest.distance <= kConverged * reach || !polytope.add(next)) break;
  }
  collect_candidates(polytope, least_known_depth, overlap);
}

}  // namespace

CoreOverlap find_core_overlap(const CorePair& pair, const Simplex& around_origin) {
  CoreOverlap overlap;
  Polytope polytope(pair);
  if (polytope.start(around_origin)) expand(polytope, overlap);
  return overlap;
}

CoreOverlap find_shallow_overlap(const CorePair& pair, const Vector3& center_a, const Vector3& center_b) {
  CoreOverlap overlap;
  Polytope polytope(pair);
  const Vector3 a = pair.R_BA() * center_a + pair.p_BA();
  if (polytope.start_beyond({a - center_b, a, center_b})) expand(polytope, overlap);
  return overlap;
}

}  // namespace carom
