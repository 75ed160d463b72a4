#include "carom/collision/convex/manifold.h"

#include <algorithm>
#include <cmath>

#include "carom/collision/convex/contact_rates.h"
#include "carom/collision/convex/overlap_region.h"

namespace carom {
namespace {

bool owned_by_a(const CollisionShape& a, const CollisionShape& b) {
  const int anchors_a = count_anchors(a.type), anchors_b = count_anchors(b.type);
  if (anchors_a != anchors_b) return anchors_a < anchors_b;
  if (a.reach != b.reach) return a.reach < b.reach;
  return a.body < b.body;
}

bool has_flat_faces(const CollisionShape& shape) {
  return shape.type == ShapeType::Box || shape.type == ShapeType::ConvexMesh;
}

class ManifoldMaker {
 public:
  ManifoldMaker(const PlacedShape& a, const PlacedShape& b, const ConvexContact& contact,
                std::span<ContactPoint> points)
      : a_(a),
        b_(b),
        contact_(contact),
        points_(points),
        a_owns_(owned_by_a(a.shape, b.shape)),
        flat_(has_flat_faces(a.shape) && has_flat_faces(b.shape)) {}

  void make() {
    if (points_.size() == 1) return set_deepest(points_[0]);
    find_features();
    const ContactFeature& own = a_owns_ ? feature_a_ : feature_b_;
    const ContactFeature& other = a_owns_ ? feature_b_ : feature_a_;
    for (ContactPoint& point : points_) point.gap = kUnused;
    // A corner keeps its own point; where the other one has a corner or edges cross, neither has.
    if (own.count == 1) {
      set_deepest(points_[static_cast<std::size_t>(own.anchors[0].id)]);
    } else if (other.count == 1 || !place_anchors(own)) {
      set_deepest(points_.back());
    }
    park_unused();
  }

 private:
  static constexpr double kUnused = 1e300;  // [m]

  // Whether a face has the normal of the contact.
  static bool lies_on(const ContactFeature& face, const Vector3& m) {
    return face.count > 2 && (face.normal - m).squaredNorm() < 1e-20;
  }

  void find_features() {
    const Matrix3 R_BA = b_.motion.R_WS.transpose() * a_.motion.R_WS;
    const Vector3 p_BA = b_.motion.R_WS.transpose() * (a_.motion.p_WS - b_.motion.p_WS);
    const Vector3 m_a = -(R_BA.transpose() * contact_.normal);
    find_feature(a_.shape, m_a, feature_a_);
    find_feature(b_.shape, contact_.normal, feature_b_);
    // An edge or a corner on the owner's face belongs to the face beside it. Taken for itself, all of the owner's
    // points would crowd onto it from a certain tilt on.
    if (flat_ && a_owns_ && lies_on(feature_a_, m_a) && feature_b_.count <= 2) {
      find_nearest_face(b_.shape, contact_.normal, feature_b_);
    } else if (flat_ && !a_owns_ && lies_on(feature_b_, contact_.normal) && feature_a_.count <= 2) {
      find_nearest_face(a_.shape, m_a, feature_a_);
    }
    on_faces_ = flat_ && feature_a_.count > 2 && feature_b_.count > 2 &&
                (lies_on(feature_a_, m_a) || lies_on(feature_b_, contact_.normal));
    for (int i = 0; i < feature_a_.count; ++i) feature_a_.corners[i] = R_BA * feature_a_.corners[i] + p_BA;
    for (int i = 0; i < feature_a_.num_anchors; ++i) {
      feature_a_.anchors[i].point = R_BA * feature_a_.anchors[i].point + p_BA;
    }
    feature_a_.normal = R_BA * feature_a_.normal;
  }

  bool place_anchors(const ContactFeature& own) {
    OverlapRegion region(feature_a_, feature_b_, contact_.normal);
    ContactPoint* nearest = nullptr;
    double least_gap = kUnused, least_way = kUnused;
    for (int i = 0; i < own.num_anchors; ++i) {
      const ContactFeature::Anchor& anchor = own.anchors[i];
      if (region.empty()) return false;
      const OverlapRegion::Place place = region.find_nearest(anchor.point, a_owns_);
      if (region.empty()) return false;
      ContactPoint& point = points_[static_cast<std::size_t>(anchor.id)];
      set_common(point);
      set_place(place, point);
      point.curvature_1 = std::max(anchor.curvature_1, anchor.curvature_2);
      point.curvature_2 = std::min(anchor.curvature_1, anchor.curvature_2);
      least_gap = std::min(least_gap, point.gap);
      if (on_faces_) set_on_face(place, place.is_clipped == a_owns_, point);
      const double way = (place.point_b - contact_.point_b).squaredNorm();
      if (way < least_way) least_way = way, nearest = &point;
    }
    if (nearest == nullptr) return false;
    const double rounding = 1e-13 * (a_.shape.reach + b_.shape.reach);
    if (least_gap > contact_.gap + rounding) set_deepest(*nearest);
    return true;
  }

  void set_place(const OverlapRegion::Place& place, ContactPoint& point) const {
    point.gap = place.gap;
    if (!place.aside.isZero(0.0)) return set_beside(place, point);
    point.point_a = to_world(place.point_a);
    point.point_b = to_world(place.point_b);
  }

  // A corner of the one on the face of the other, or an edge of the other on the face of the one: the face has the
  // normal. So the gap changes as fast as the bodies move along the normal, and contacts neither gain nor lose energy.
  void set_on_face(const OverlapRegion::Place& place, bool is_face_of_a, ContactPoint& point) const {
    const ContactFeature& face = is_face_of_a ? feature_a_ : feature_b_;
    const Vector3 normal = is_face_of_a ? Vector3(-face.normal) : face.normal;
    const Vector3& tip = is_face_of_a ? place.point_b : place.point_a;
    const double gap = normal.dot(tip - face.corners[0]) * (is_face_of_a ? -1.0 : 1.0);
    // No point is nearer than the contact itself.
    if (gap <= contact_.gap) return;
    point.gap = gap;
    point.normal = b_.motion.R_WS * normal;
    point.normal_rate = (is_face_of_a ? a_ : b_).motion.w_WB.cross(point.normal);
    point.point_a = to_world(is_face_of_a ? Vector3(tip + point.gap * normal) : tip);
    point.point_b = to_world(is_face_of_a ? tip : Vector3(tip - point.gap * normal));
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
  }

  void set_common(ContactPoint& point) {
    if (!has_common_) {
      has_common_ = true;
      const TouchingSurfaces surfaces(a_, b_, contact_);
      common_.gap = contact_.gap;
      common_.normal = b_.motion.R_WS * contact_.normal;
      common_.point_a = to_world(contact_.point_a);
      common_.point_b = to_world(contact_.point_b);
      common_.normal_rate = surfaces.calc_normal_rate(common_);
      surfaces.set_curvatures(common_);
    }
    point = common_;
  }
  void set_deepest(ContactPoint& point) {
    set_common(point);
    if (points_.size() == 1) finish(point, 0);
  }

  void park_unused() {
    // No overlap is deeper than both shapes together.
    const double apart = contact_.gap + a_.shape.reach + b_.shape.reach;
    for (std::size_t k = 0; k < points_.size(); ++k) {
      ContactPoint& point = points_[k];
      if (point.gap == kUnused) {
        set_common(point);
        point.gap = apart;
        point.point_a = point.point_b + apart * point.normal;
      }
      finish(point, static_cast<int>(k));
    }
  }
  static void finish(ContactPoint& point, int feature) {
    point.point = 0.5 * (point.point_a + point.point_b);
    point.feature = feature;
  }

  [[nodiscard]] Vector3 to_world(const Vector3& p) const { return b_.motion.R_WS * p + b_.motion.p_WS; }

  const PlacedShape &a_, &b_;
  const ConvexContact& contact_;
  std::span<ContactPoint> points_;
  bool a_owns_;
  bool flat_;        // both have flat faces and straight edges
  bool on_faces_{};  // a face of the one on a face of the other, edge or corner of it
  bool has_common_{};
  ContactPoint common_;
  ContactFeature feature_a_, feature_b_;
};

}  // namespace

void make_manifold(const PlacedShape& a, const PlacedShape& b, const ConvexContact& contact,
                   std::span<ContactPoint> points) {
  ManifoldMaker(a, b, contact, points).make();
}

}  // namespace carom
