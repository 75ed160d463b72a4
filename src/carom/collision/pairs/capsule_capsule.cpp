#include <algorithm>
#include <cmath>

#include "carom/collision/convex/gap_gradient.h"
#include "carom/collision/convex/manifold.h"
#include "carom/collision/pairs/pairs.h"

namespace carom {

namespace {

/// Two places on the axes, from the center of B and in its axes.
struct AxisPlaces {
  Vector3 on_a, on_b;  // [m]
  double distance{};   // [m]
};

/// Where two capsules touch, by the depth d₀ of their nearest place and d₁, d₂ of both ends of what they share.
///
/// One point has d₀, the other one d₁ + d₂ − d₀. Springs u in both hold u(d₀) + u(d₁ + d₂ − d₀): for capsules along
/// each other, which are deepest at an end, those of the two ends; for those that cross that of one point, and all
/// between is smooth. The deepest place pushes more than the other point, so that no end pulls. Decision record 22.
class CapsuleContact {
 public:
  CapsuleContact(const PlacedShape& a, const PlacedShape& b)
      : pair_(a, b),
        u_(pair_.R_BA().col(2)),
        p_(pair_.p_BA()),
        half_a_(a.shape.half_length),
        half_b_(b.shape.half_length),
        cosine_(u_.z()),
        sine2_(u_.head<2>().squaredNorm()),
        ends_{find_end(1.0), find_end(-1.0)},
        nearest_(find_nearest()),
        deepest_(make_single_point(pair_, make_contact())) {}

  void write(std::span<ContactPoint> points) const {
    const bool is_at_end = !crosses();
    const int end = is_first_end() ? 0 : 1, first = is_at_end ? end : 2, second = 1 - end;
    const ContactPoint parked = make_parked();
    std::ranges::fill(points, parked);
    points[static_cast<std::size_t>(first)] = deepest_;
    if (is_at_end) set_end_curvature(points[static_cast<std::size_t>(first)]);
    if (shares_length()) points[static_cast<std::size_t>(second)] = make_balance();
    for (std::size_t k = 0; k < points.size(); ++k) points[k].feature = static_cast<int>(k);
  }

 private:
  // The angle about the normal from which on the nearest place has a point of its own. Below, in planar motion, points
  // belong to ends. No more than rounding, so that no motion stays near it: contacts are handed over there.
  static constexpr double kCrossing = 1e-14;  // [rad]
  [[nodiscard]] bool crosses() const {
    return std::abs(u_.cross(Vector3::UnitZ()).dot(find_normal(nearest_))) > kCrossing;
  }

  [[nodiscard]] Vector3 at_a(double place) const { return p_ + place * u_; }
  [[nodiscard]] static Vector3 at_b(double place) { return {0.0, 0.0, place}; }
  [[nodiscard]] double find_on_a(const Vector3& point) const {
    return std::clamp(u_.dot(point - p_), -half_a_, half_a_);
  }
  [[nodiscard]] double find_on_b(const Vector3& point) const { return std::clamp(point.z(), -half_b_, half_b_); }
  [[nodiscard]] static AxisPlaces make_places(const Vector3& on_a, const Vector3& on_b) {
    return {on_a, on_b, (on_a - on_b).norm()};
  }
  /// The end of B towards that of A on a side.
  [[nodiscard]] Vector3 end_of_b(double side) const { return at_b(std::copysign(half_b_, side * cosine_)); }

  /// The nearer one of the ends of A and B on a side has the other capsule beside it. Ends that are flush are equally
  /// near: the one that is not beyond the other's end, whose normal is across the other axis, whatever rounding says.
  [[nodiscard]] AxisPlaces find_end(double side) const {
    const Vector3 end_a = at_a(side * half_a_), end_b = end_of_b(side);
    const AxisPlaces of_a = make_places(end_a, at_b(find_on_b(end_a)));
    const AxisPlaces of_b = make_places(at_a(find_on_a(end_b)), end_b);
    const double farther = of_a.distance - of_b.distance;
    const bool is_flush = std::abs(farther) <= rounding();
    return (is_flush ? std::abs(end_a.z()) <= half_b_ : farther < 0.0) ? of_a : of_b;
  }

  /// On both lines, or at the end of one with the best on the other; where rounding cannot tell, at an end.
  [[nodiscard]] AxisPlaces find_nearest() const {
    const AxisPlaces& end = ends_[1].distance < ends_[0].distance - rounding() ? ends_[1] : ends_[0];
    if (sine2_ == 0.0) return end;
    const double first = std::clamp((cosine_ * p_.z() - p_.dot(u_)) / sine2_, -half_a_, half_a_);
    const double b = find_on_b(at_a(first)), a = find_on_a(at_b(b));
    const AxisPlaces inside = make_places(at_a(a), at_b(b));
    return inside.distance < end.distance - rounding() ? inside : end;
  }
  [[nodiscard]] double rounding() const { return 1e-15 * (pair_.a().reach + pair_.b().reach); }

  /// For axes that meet: across both, or across one of two that are parallel; towards A.
  [[nodiscard]] Vector3 choose_normal() const {
    const Vector3 across = u_.cross(Vector3::UnitZ());
    const Vector3 n = sine2_ < 1e-16 ? Vector3::UnitX() : Vector3(across.normalized());
    return n.dot(p_) < 0.0 ? Vector3(-n) : n;
  }
  [[nodiscard]] Vector3 find_normal(const AxisPlaces& places) const {
    const bool meet = places.distance < 1e-12 * (pair_.a().reach + pair_.b().reach);
    return meet ? choose_normal() : Vector3((places.on_a - places.on_b) / places.distance);
  }
  [[nodiscard]] double calc_gap(const AxisPlaces& places) const {
    return places.distance - (pair_.a().radius + pair_.b().radius);
  }

  [[nodiscard]] ConvexContact make_contact() const {
    ConvexContact contact;
    contact.normal = find_normal(nearest_);
    contact.gap = calc_gap(nearest_);
    contact.point_a = nearest_.on_a - pair_.a().radius * contact.normal;
    contact.point_b = nearest_.on_b + pair_.b().radius * contact.normal;
    // What is nearest within the axes is flat there, whatever rounding says of the normal.
    const bool within_a = std::abs(u_.dot(nearest_.on_a - p_)) < half_a_ - rounding();
    const bool within_b = std::abs(nearest_.on_b.z()) < half_b_ - rounding();
    contact.surface_a = {nearest_.on_a, within_a ? 1 : 0, u_};
    contact.surface_b = {nearest_.on_b, within_b ? 1 : 0, Vector3::UnitZ()};
    return contact;
  }

  /// Whether the deepest place is on the half of the shared part towards +z of A.
  [[nodiscard]] bool is_first_end() const {
    const double middle = 0.5 * u_.dot(ends_[0].on_a + ends_[1].on_a);
    return u_.dot(nearest_.on_a) >= middle;
  }

  // The length that both share along A, from which on two points bear, and how far the second one is withdrawn before
  // it has come to that: capsules that touch end to end have one point. Where they share none it is out of any overlap:
  // which end of B is beside which of A changes at once for axes at right angles, and with that its depth.
  struct Span {
    double low, high;  // along A  [m]
    bool b_ends[2];    // whether the low and the high one are those of B
    [[nodiscard]] double length() const { return high - low; }
  };
  [[nodiscard]] Span find_span() const {
    const double low_b = u_.dot(end_of_b(-1.0) - p_), high_b = u_.dot(end_of_b(1.0) - p_);
    return {.low = std::max(-half_a_, low_b),
            .high = std::min(half_a_, high_b),
            .b_ends = {low_b > -half_a_, high_b < half_a_}};
  }
  [[nodiscard]] double least_length() const { return std::min({half_a_, half_b_, pair_.a().radius, pair_.b().radius}); }
  [[nodiscard]] bool shares_length() const { return least_length() > 0.0; }

  void add_retreat(GapGradient& gradient, double& gap) const {
    const Span span = find_span();
    const double needed = least_length(), lack = 1.0 - span.length() / needed;
    if (lack <= 0.0) return;
    const double depth = pair_.a().radius + pair_.b().radius;
    gap += depth * lack * lack;
    // An end of B moves along A against it as the bodies do there.
    const double per_length = 2.0 * depth * lack / needed;
    if (span.b_ends[0]) gradient.add(-per_length, u_, end_of_b(-1.0));
    if (span.b_ends[1]) gradient.add(per_length, u_, end_of_b(1.0));
  }

  [[nodiscard]] ContactPoint make_balance() const {
    const Vector3 normal = find_normal(nearest_);
    GapGradient gradient(nearest_.on_b);
    double gap = -calc_gap(nearest_);
    Vector3 place = -find_middle(nearest_);
    gradient.add(-1.0, normal, nearest_.on_b);
    for (const AxisPlaces& end : ends_) {
      gap += calc_gap(end);
      place += find_middle(end);
      gradient.add(1.0, find_normal(end), end.on_b);
    }
    ContactPoint point;
    point.normal = gradient.force().norm() > 0.5 ? Vector3(gradient.force().normalized()) : normal;
    add_retreat(gradient, gap);
    point.gap = gap;
    point.point = place;
    gradient.set_slide(point);
    return to_world(point);
  }
  // Between both surfaces.
  [[nodiscard]] Vector3 find_middle(const AxisPlaces& places) const {
    return places.on_b + (pair_.b().radius + 0.5 * calc_gap(places)) * find_normal(places);
  }

  [[nodiscard]] ContactPoint to_world(ContactPoint point) const {
    const ShapeMotion& motion = pair_.placed_b().motion;
    for (Vector3* vector : {&point.normal, &point.slide, &point.slide_turn}) *vector = motion.R_WS * *vector;
    point.point = motion.R_WS * point.point + motion.p_WS;
    set_surface_points(point);
    point.normal_rate = deepest_.normal_rate;
    set_end_curvature(point);
    return point;
  }
  static void set_surface_points(ContactPoint& point) {
    point.point_a = point.point + 0.5 * point.gap * point.normal;
    point.point_b = point.point - 0.5 * point.gap * point.normal;
  }
  // That of the smaller capsule, whose end it may be.
  void set_end_curvature(ContactPoint& point) const {
    const CollisionShape& smaller = pair_.a().reach <= pair_.b().reach ? pair_.a() : pair_.b();
    point.curvature_1 = point.curvature_2 = smaller.curvature;
  }
  // No overlap is deeper than both shapes together.
  [[nodiscard]] ContactPoint make_parked() const {
    ContactPoint parked = deepest_;
    parked.gap += pair_.a().reach + pair_.b().reach;
    parked.point_a = parked.point_b + parked.gap * parked.normal;
    parked.point = 0.5 * (parked.point_a + parked.point_b);
    return parked;
  }

  CorePair pair_;
  Vector3 u_, p_;           // axis and center of A, from the center of B in its axes, whose z is the other axis
  double half_a_, half_b_;  // [m]
  double cosine_, sine2_;   // of the angle between the axes
  AxisPlaces ends_[2];      // of what they share: towards +z of A and −z
  AxisPlaces nearest_;
  ContactPoint deepest_;
};

}  // namespace

void touch_capsule_capsule(const PlacedShape& a, const PlacedShape& b, std::span<ContactPoint> points) {
  CapsuleContact(a, b).write(points);
}

}  // namespace carom
