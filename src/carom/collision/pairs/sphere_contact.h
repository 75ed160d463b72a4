#pragma once

#include <algorithm>

#include "carom/collision/pairs/pairs.h"

namespace carom {

/// What a shape's surface is to a point C near it, in the shape's axes.
struct NearestSurface {
  double distance{};                     // of C, negative inside the solid  [m]
  Vector3 normal{Vector3::Zero()};       // gradient of the distance: unit, out of the solid
  Vector3 normal_rate{Vector3::Zero()};  // as seen from the shape, while C moves  [1/s]
  double curvature_1{}, curvature_2{};   // principal ones of the surface where it is nearest  [1/m]
};

/// C against the shape: where it is and how it moves, both as seen from the shape, in its axes.
struct RelativePoint {
  Vector3 position;  // [m]
  Vector3 velocity;  // [m/s]

  RelativePoint(const ShapeMotion& center, const ShapeMotion& shape)
      : position(shape.R_WS.transpose() * (center.p_WS - shape.p_WS)),
        velocity(shape.R_WS.transpose() * (center.v_WS - shape.velocity_at(center.p_WS))) {}
};

/// How fast the direction of d turns while its end moves: what of ḋ is across d, over its length.
[[nodiscard]] inline Vector3 calc_direction_rate(const Vector3& direction, double length, const Vector3& rate) {
  return (rate - direction * direction.dot(rate)) / length;
}

/// Where the force of a sphere against another shape acts: at the sphere's deepest point, or halfway between both
/// surfaces.
enum class ActsAt { SphereSurface, Midpoint };

/// A sphere A whose center sees the surface of B like this. The sphere is curved alike in every direction, so its
/// curvature adds to both principal ones.
[[nodiscard]] inline ContactPoint touch_surface(const PlacedShape& sphere, const PlacedShape& b,
                                                const NearestSurface& surface, ActsAt acts_at) {
  const Vector3& center = sphere.motion.p_WS;
  const double radius = sphere.shape.radius;
  ContactPoint contact;
  contact.gap = surface.distance - radius;
  contact.normal = b.motion.R_WS * surface.normal;
  contact.point_a = center - radius * contact.normal;
  contact.point_b = center - surface.distance * contact.normal;
  contact.point = acts_at == ActsAt::Midpoint ? Vector3(0.5 * (contact.point_a + contact.point_b)) : contact.point_a;
  contact.normal_rate = b.motion.w_WB.cross(contact.normal) + b.motion.R_WS * surface.normal_rate;
  contact.curvature_1 = sphere.shape.curvature + std::max(surface.curvature_1, surface.curvature_2);
  contact.curvature_2 = sphere.shape.curvature + std::min(surface.curvature_1, surface.curvature_2);
  return contact;
}

}  // namespace carom
