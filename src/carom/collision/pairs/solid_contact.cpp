#include "carom/collision/pairs/solid_contact.h"

#include <limits>

#include "carom/collision/convex/contact_rates.h"
#include "carom/collision/pair_table.h"

namespace carom {

SolidContact::SolidContact(const PlacedShape& solid, const PlacedShape& surface)
    : a_(solid),
      b_(surface),
      R_(surface.motion.R_WS.transpose() * solid.motion.R_WS),
      p_(surface.motion.R_WS.transpose() * (solid.motion.p_WS - surface.motion.p_WS)),
      touch_point_(find_pair_kind(ShapeType::Point, solid.shape.type).touch) {
  motion_.R_WS = R_;
  motion_.p_WS = p_;
}

Vector3 SolidContact::farthest_along(const Vector3& direction) const {
  return place(find_support(a_.shape, R_.transpose() * direction)) + margin_of(a_.shape) * direction;
}

SolidContact::Distance SolidContact::look_from(const Vector3& point) const {
  static const CollisionShape kPoint = [] {
    CollisionShape shape;
    shape.curvature = std::numeric_limits<double>::infinity();
    return shape;
  }();
  ShapeMotion at;
  at.p_WS = point;
  ContactPoint contact;
  touch_point_({kPoint, at}, {a_.shape, motion_}, {&contact, 1});
  return {contact.gap, contact.normal};
}

ContactPoint SolidContact::make_contact(double gap, const Vector3& normal, const Vector3& point_a,
                                        const SurfaceAt& surface_b, int feature) const {
  constexpr double kFlat = 1e-9;  // [rad]
  const Matrix3& R_WB = b_.motion.R_WS;
  ConvexContact found;
  found.normal = normal;
  found.surface_a = find_surface(a_.shape, -(R_.transpose() * normal), kFlat, R_.transpose() * (point_a - p_));
  found.surface_a.along = R_ * found.surface_a.along;
  found.surface_a.radii = R_ * found.surface_a.radii * R_.transpose();
  found.surface_b = surface_b;
  ContactPoint contact;
  contact.gap = gap;
  contact.normal = R_WB * normal;
  contact.point_a = b_.motion.p_WS + R_WB * point_a;
  contact.point_b = contact.point_a - gap * contact.normal;
  contact.point = contact.point_a;
  contact.feature = feature;
  const TouchingSurfaces surfaces{a_, b_, found};
  contact.normal_rate = surfaces.calc_normal_rate(contact);
  surfaces.set_curvatures(contact);
  return contact;
}

}  // namespace carom
