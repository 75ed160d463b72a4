#include "carom/collision/convex/manifold.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "carom/collision/convex/contact_rates.h"
#include "carom/collision/convex/face_overlap.h"
#include "carom/collision/convex/overlap_region.h"
#include "carom/collision/convex/shared_corners.h"

namespace carom {
namespace {

bool owned_by_a(const CollisionShape& a, const CollisionShape& b) {
  const int anchors_a = count_anchors(a.type), anchors_b = count_anchors(b.type);
  if (anchors_a != anchors_b) return anchors_a < anchors_b;
  if (a.reach != b.reach) return a.reach < b.reach;
  return a.body < b.body;
}

class ManifoldMaker {
 public:
  ManifoldMaker(const CorePair& pair, const ConvexContact& contact, std::span<ContactPoint> points)
      : pair_(pair),
        a_(pair.placed_a()),
        b_(pair.placed_b()),
        contact_(contact),
        points_(points),
        rounding_(2.0 * kEqualDepths * (pair.a().reach + pair.b().reach)),
        a_owns_(owned_by_a(pair.a(), pair.b())),
        flat_(is_polyhedron(pair.a()) && is_polyhedron(pair.b())) {}

  void make() {
    find_deepest();
    if (points_.size() == 1) return set_deepest(0);
    find_features();
    const ContactFeature& own = a_owns_ ? feature_a_ : feature_b_;
    const ContactFeature& other = a_owns_ ? feature_b_ : feature_a_;
    // A corner keeps its own point; where the other one has a corner or edges cross, neither has.
    if (own.count == 1) {
      set_deepest(own.anchors[0].id);
    } else if (other.count == 1 || !place_anchors(own)) {
      used_ = parked_ = 0;
      set_deepest(static_cast<int>(points_.size()) - 1);
    }
    park_unused();
  }

 private:
  // Where a face reaches beyond another one there may be fewer points than corners of what they share. The deepest of
  // these bears as soon as the faces are tilted by more than this against the points beside it.
  static constexpr double kSlack = 0.01;  // [rad]

  // Of a face that another one lies on.
  struct FaceNormal {
    Vector3 in_b, in_world;  // from B to A
    Vector3 rate;            // in world axes  [1/s]
    double level;            // of the face along it, in the axes of B  [m]
  };

  // Of the points of anchors: the least gap, and which is nearest to the deepest place of all.
  struct NearestSlot {
    int id{-1};
    double least_gap{1e300}, least_way{1e300};  // [m], squared [m²]

    void note(int slot, double gap, double way) {
      least_gap = std::min(least_gap, gap);
      if (way < least_way) least_way = way, id = slot;
    }
  };

  void find_deepest() {
    deepest_.gap = contact_.gap;
    deepest_.normal = b_.motion.R_WS * contact_.normal;
    deepest_from_b_ = b_.motion.R_WS * contact_.point_b;
    deepest_.point_a = to_world(contact_.point_a);
    deepest_.point_b = deepest_from_b_ + b_.motion.p_WS;
    deepest_.point = 0.5 * (deepest_.point_a + deepest_.point_b);
  }

  // Where it is asked for: its rate and curvatures take long, and faces on faces may do without.
  const ContactPoint& complete_deepest() {
    if (is_complete_) return deepest_;
    const TouchingSurfaces surfaces{a_, b_, contact_};
    deepest_.normal_rate = surfaces.calc_normal_rate(deepest_);
    surfaces.set_curvatures(deepest_);
    is_complete_ = true;
    return deepest_;
  }

  void find_features() {
    const Matrix3& R_BA = pair_.R_BA();
    const Vector3 n_AB = -contact_.normal, m_a = R_BA.transpose() * n_AB;
    find_feature(a_.shape, m_a, feature_a_);
    find_feature(b_.shape, contact_.normal, feature_b_);
    // An edge or a corner on the owner's face belongs to the face beside it. Taken for itself, all of the owner's
    // points would crowd onto it from a certain tilt on.
    if (flat_ && a_owns_ && feature_a_.count > 2 && feature_b_.count <= 2) {
      find_nearest_face(b_.shape, contact_.normal, feature_b_);
    } else if (flat_ && !a_owns_ && feature_b_.count > 2 && feature_a_.count <= 2) {
      find_nearest_face(a_.shape, m_a, feature_a_);
    }
    for (int i = 0; i < feature_a_.count; ++i) feature_a_.corners[i] = R_BA * feature_a_.corners[i] + pair_.p_BA();
    feature_a_.normal = R_BA * feature_a_.normal;
    on_faces_ = flat_ && feature_a_.count > 2 && feature_b_.count > 2;
    if (!on_faces_) return;
    set_normal(feature_a_, -1.0, a_.motion, face_a_);
    set_normal(feature_b_, 1.0, b_.motion, face_b_);
  }

  void set_normal(const ContactFeature& face, double side, const ShapeMotion& motion, FaceNormal& normal) const {
    normal.in_b = side * face.normal;
    normal.in_world = b_.motion.R_WS * normal.in_b;
    normal.rate = motion.w_WB.cross(normal.in_world);
    normal.level = normal.in_b.dot(face.corners[0]);
  }

  bool place_anchors(const ContactFeature& own) {
    if (!on_faces_) return place_in_region(own, contact_.normal);
    if (std::ssize(points_) == kNumBoxCorners) return place_shared_corners();
    const FaceOverlap::Face a{feature_a_, face_a_.in_b, face_a_.level}, b{feature_b_, face_b_.in_b, face_b_.level};
    const FaceOverlap overlap = a_owns_ ? FaceOverlap(a, b, b_.motion.R_WS) : FaceOverlap(b, a, b_.motion.R_WS);
    // What corners are cut off by one edge after the other may leave nothing of very little.
    return overlap.found() ? place_on_faces(own, overlap) : place_in_region(own, overlap.direction());
  }

  bool place_in_region(const ContactFeature& own, const Vector3& normal) {
    OverlapRegion region(feature_a_, feature_b_, normal);
    NearestSlot nearest;
    for (int i = 0; i < own.num_anchors; ++i) {
      const ContactFeature::Anchor& anchor = own.anchors[i];
      if (region.empty()) return false;
      const OverlapRegion::Place place = region.find_nearest(own.corners[anchor.corner], a_owns_);
      if (region.empty()) return false;
      if (on_faces_) {
        const bool on_b = place.is_clipped == a_owns_;
        const Vector3& tip = on_b ? place.point_b : place.point_a;
        const FaceNormal& face = on_b ? face_a_ : face_b_;
        const FaceOverlap::Point point{
            .tip = b_.motion.R_WS * tip, .is_moved = place.is_clipped, .above = face.in_b.dot(tip) - face.level};
        set_on_faces(anchor, point, nearest, [&](bool of_a) { return of_a ? place.point_a : place.point_b; });
      } else {
        set_place(anchor, place);
        nearest.note(anchor.id, points_[static_cast<std::size_t>(anchor.id)].gap,
                     (place.point_b - contact_.point_b).squaredNorm());
      }
    }
    if (nearest.id < 0) return false;
    if (nearest.least_gap > contact_.gap + rounding_) set_deepest(nearest.id);
    return true;
  }

  bool place_on_faces(const ContactFeature& own, const FaceOverlap& overlap) {
    NearestSlot nearest;
    for (int i = 0; i < own.num_anchors; ++i) {
      const int corner = own.anchors[i].corner;
      set_on_faces(own.anchors[i], overlap.find(corner), nearest,
                   [&](bool of_a) { return overlap.find_on_face(corner, of_a == a_owns_); });
    }
    if (nearest.id < 0) return false;
    if (nearest.least_gap <= contact_.gap + rounding_) return true;
    if (!overlap.has_overhang()) {
      set_deepest(nearest.id);
    } else {
      set_deepest(static_cast<int>(points_.size()) - 1);
      points_.back().slack = std::max(0.0, kSlack * std::sqrt(nearest.least_way) - nearest.least_gap);
    }
    return true;
  }

  bool place_shared_corners() {
    const ContactFeature &own = a_owns_ ? feature_a_ : feature_b_, &other = a_owns_ ? feature_b_ : feature_a_;
    const SharedCorners shared(own, other);
    if (!shared.found()) return place_in_region(own, a_owns_ ? Vector3(-shared.direction()) : shared.direction());
    double least_gap = 1e300;
    for (int i = 0; i < SharedCorners::kNumSlots; ++i) {
      const SharedCorners::Corner& corner = shared.corner(i);
      ContactPoint& point = points_[static_cast<std::size_t>(corner.slot)];
      if (corner.kind == SharedCorners::Kind::Unused) {
        park(to_world(0.5 * (corner.on_own + corner.on_other)), corner.slot);
        continue;
      }
      set_shared_corner(corner, own, other, point);
      point.curvature_1 = point.curvature_2 = kSharp;
      mark(corner.slot);
      least_gap = std::min(least_gap, point.gap);
    }
    // Apart, corners are seen from afar: what they share comes nearest when it touches.
    const double blur = rounding_ + 0.5 * std::abs(contact_.gap);
    if (least_gap > contact_.gap + blur) set_deepest(static_cast<int>(points_.size()) - 1);
    return true;
  }

  // Corners lie on a face, which has the normal. Sides that cross have theirs across both.
  void set_shared_corner(const SharedCorners::Corner& corner, const ContactFeature& own, const ContactFeature& other,
                         ContactPoint& point) {
    if (corner.kind == SharedCorners::Kind::Crossing && set_crossing(corner, own, other, point)) return;
    const bool is_own_corner = corner.kind == SharedCorners::Kind::OwnCorner;
    const FaceNormal& own_face = a_owns_ ? face_a_ : face_b_;
    const Vector3& tip = is_own_corner ? corner.on_own : corner.on_other;
    const FaceOverlap::Point place{
        .tip = b_.motion.R_WS * tip, .is_moved = !is_own_corner, .above = own_face.in_b.dot(tip) - own_face.level};
    if (set_on_face(place, point)) return;
    set_along_contact(a_owns_ ? corner.on_own : corner.on_other, a_owns_ ? corner.on_other : corner.on_own, point);
  }

  // False: the sides are all but parallel, and what is across them need not be across the faces.
  bool set_crossing(const SharedCorners::Corner& corner, const ContactFeature& own, const ContactFeature& other,
                    ContactPoint& point) const {
    constexpr double kAcross = 0.9;  // cosine to the faces' normal
    const auto side = [&](const ContactFeature& face, int from) -> Vector3 {
      return b_.motion.R_WS * (face.corners[(from + 1) % SharedCorners::kSides] - face.corners[from]).normalized();
    };
    const Vector3 along_own = side(own, corner.own), along_other = side(other, corner.other);
    const Vector3 &along_a = a_owns_ ? along_own : along_other, &along_b = a_owns_ ? along_other : along_own;
    Vector3 across = along_a.cross(along_b);
    const double up = across.dot(face_b_.in_world), sine = std::copysign(across.norm(), up);
    if (!(up * up > kAcross * kAcross * sine * sine)) return false;
    const Vector3 normal = across / sine;
    const Vector3 p_a = to_world(a_owns_ ? corner.on_own : corner.on_other);
    const Vector3 p_b = to_world(a_owns_ ? corner.on_other : corner.on_own);
    const double gap = normal.dot(p_a - p_b);
    if (gap < contact_.gap - rounding_) return false;
    point.gap = std::max(gap, contact_.gap);
    point.normal = normal;
    const Vector3 turn = (a_.motion.w_WB.cross(along_a)).cross(along_b) + along_a.cross(b_.motion.w_WB.cross(along_b));
    point.normal_rate = (turn - normal.dot(turn) * normal) / sine;
    point.slide = point.slide_turn = Vector3::Zero();
    point.point = 0.5 * (p_a + p_b);
    point.point_a = point.point + 0.5 * point.gap * normal;
    point.point_b = point.point - 0.5 * point.gap * normal;
    return true;
  }

  // `find_on_face` tells where the place is on the face of A or B, in the axes of B.
  template <class FindOnFace>
  void set_on_faces(const ContactFeature::Anchor& anchor, const FaceOverlap::Point& place, NearestSlot& nearest,
                    const FindOnFace& find_on_face) {
    ContactPoint& point = points_[static_cast<std::size_t>(anchor.id)];
    if (set_on_face(place, point)) [[likely]] {
      finish_anchor(anchor, point);
    } else {
      const Vector3 on_b = find_on_face(false);
      if (place.is_moved && is_where_edges_cross(on_b)) {
        set_deepest(anchor.id);
      } else {
        set_along_contact(find_on_face(true), on_b, point);
        finish_anchor(anchor, point);
      }
    }
    nearest.note(anchor.id, point.gap, (place.tip - deepest_from_b_).squaredNorm());
  }

  void finish_anchor(const ContactFeature::Anchor& anchor, ContactPoint& point) {
    point.curvature_1 = std::max(anchor.curvature_1, anchor.curvature_2);
    point.curvature_2 = std::min(anchor.curvature_1, anchor.curvature_2);
    mark(anchor.id);
  }

  // Along the edges of faces that are tilted against each other, the deepest place is where two of them cross, and
  // apart across both.
  [[nodiscard]] bool is_where_edges_cross(const Vector3& on_b) const {
    return contact_.surface_a.flat == 1 && contact_.surface_b.flat == 1 &&
           (on_b - contact_.point_b).squaredNorm() <= contact_.gap * contact_.gap;
  }

  // Both are in the axes of B.
  void set_along_contact(const Vector3& on_a, const Vector3& on_b, ContactPoint& point) {
    point.gap = contact_.normal.dot(on_a - on_b);
    point.normal = deepest_.normal;
    point.normal_rate = complete_deepest().normal_rate;
    point.slide = point.slide_turn = Vector3::Zero();
    point.point_b = to_world(on_b);
    point.point_a = point.point_b + point.gap * point.normal;
    point.point = 0.5 * (point.point_a + point.point_b);
  }

  void set_place(const ContactFeature::Anchor& anchor, const OverlapRegion::Place& place) {
    ContactPoint& point = points_[static_cast<std::size_t>(anchor.id)];
    set_along_contact(place.point_a, place.point_b, point);
    if (place.is_beside) set_beside(place, point);
    finish_anchor(anchor, point);
  }

  // A corner of the one on the face of the other, or an edge of the other on the face of the one: the face has the
  // normal. So the gap changes as fast as the bodies move along the normal, and contacts neither gain nor lose energy.
  // No point is nearer than the contact itself.
  bool set_on_face(const FaceOverlap::Point& place, ContactPoint& point) const {
    const bool is_face_of_a = place.is_moved == a_owns_;
    const FaceNormal& face = is_face_of_a ? face_a_ : face_b_;
    const double above = place.is_moved ? place.above : face.in_world.dot(place.tip) - face.level;
    const double gap = is_face_of_a ? -above : above;
    if (gap < contact_.gap - rounding_) return false;
    point.gap = std::max(gap, contact_.gap);
    point.normal = face.in_world;
    point.normal_rate = face.rate;
    const Vector3 half_way = (0.5 * above) * face.in_world, middle_W = place.tip - half_way + b_.motion.p_WS;
    (is_face_of_a ? point.point_b : point.point_a) = middle_W + half_way;
    (is_face_of_a ? point.point_a : point.point_b) = middle_W - half_way;
    point.point = middle_W;
    point.slide = place.slide;
    point.slide_turn = place.slide_turn;
    return true;
  }

  // Two edges that are not parallel meet at one place; anywhere else they pass beside each other. Across them they are
  // circles, with centers below their highest points, or sharp. Circles have the gap along the line of their centers.
  // Sharp edges that overlap have sides that slope, on the average, as steeply as 45°: they leave each other as fast as
  // one goes aside.
  void set_beside(const OverlapRegion::Place& place, ContactPoint& point) const {
    const double aside = place.aside.norm();
    const Vector3 across = place.aside / aside;
    const auto radius = [&](const SurfaceAt& surface, const CollisionShape& shape) {
      return across.dot(surface.radii * across) + margin_of(shape);
    };
    const double radius_a = radius(contact_.surface_a, a_.shape), radius_b = radius(contact_.surface_b, b_.shape);
    const double up = place.gap + radius_a + radius_b;
    Vector3 normal = contact_.normal;
    if (up > 0.0) {
      const double apart = std::hypot(up, aside);
      normal = (up * contact_.normal + place.aside) / apart;
      point.gap = apart - radius_a - radius_b;
      point.point_b = to_world(place.point_b + radius_b * (normal - contact_.normal));
    } else {
      point.gap = place.gap + aside;
      point.point_b = to_world(0.5 * (place.point_a + place.point_b - point.gap * normal));
    }
    point.normal = b_.motion.R_WS * normal;
    point.point_a = point.point_b + point.gap * point.normal;
    point.point = 0.5 * (point.point_a + point.point_b);
  }

  // Points that are not in use. No overlap is deeper than both shapes together.
  void park_unused() {
    ContactPoint parked = deepest_;
    parked.gap = contact_.gap + a_.shape.reach + b_.shape.reach;
    parked.point_a = parked.point_b + parked.gap * parked.normal;
    parked.point = 0.5 * (parked.point_a + parked.point_b);
    for (std::size_t k = 0; k < points_.size(); ++k) {
      if (((used_ | parked_) >> k & 1U) != 0) continue;
      parked.feature = static_cast<int>(k);
      points_[k] = parked;
    }
  }

  // Where it would be used.
  void park(const Vector3& place, int k) {
    ContactPoint& parked = points_[static_cast<std::size_t>(k)];
    parked = deepest_;
    parked.gap = contact_.gap + a_.shape.reach + b_.shape.reach;
    parked.point_b = place - 0.5 * parked.gap * parked.normal;
    parked.point_a = place + 0.5 * parked.gap * parked.normal;
    parked.point = place;
    parked.feature = k;
    parked_ |= 1U << k;
  }

  void set_deepest(int k) {
    points_[static_cast<std::size_t>(k)] = complete_deepest();
    mark(k);
  }
  void mark(int k) {
    points_[static_cast<std::size_t>(k)].feature = k;
    used_ |= 1U << k;
  }

  [[nodiscard]] Vector3 to_world(const Vector3& p) const { return b_.motion.R_WS * p + b_.motion.p_WS; }

  const CorePair& pair_;
  const PlacedShape a_, b_;
  const ConvexContact& contact_;
  std::span<ContactPoint> points_;
  double rounding_;             // in which the direction of the contact may have been chosen among equals  [m]
  unsigned used_{}, parked_{};  // a bit for each of the points
  bool a_owns_;
  bool flat_;           // both have flat faces and straight edges
  bool is_complete_{};  // deepest_, with rate and curvatures
  bool on_faces_{};     // a face of the one on a face of the other, edge or corner of it
  FaceNormal face_a_, face_b_;
  ContactPoint deepest_;
  Vector3 deepest_from_b_;  // its point of B, from the origin of B in the axes of the world  [m]
  ContactFeature feature_a_, feature_b_;
};

}  // namespace

void make_manifold(const CorePair& pair, const ConvexContact& contact, std::span<ContactPoint> points) {
  ManifoldMaker(pair, contact, points).make();
}

ContactPoint make_single_point(const CorePair& pair, const ConvexContact& contact) {
  ContactPoint point;
  make_manifold(pair, contact, {&point, 1});
  return point;
}

}  // namespace carom
