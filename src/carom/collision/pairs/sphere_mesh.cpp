#include <array>
#include <cmath>

#include "carom/collision/pairs/mesh_contact.h"

namespace carom {

namespace {

constexpr double kOtherDirection = 0.866;  // 30°: flatter than that is the same ground

/// Of the triangles that a ball overlaps, the deepest whose direction is that of none of the contacts before.
bool find_other_contact(const PlacedShape& ball, const PlacedShape& mesh, std::span<const int> triangles,
                        std::span<const ContactPoint> before, ContactPoint& other) {
  const RelativePoint c(ball.motion, mesh.motion);
  bool found = false;
  for (const int triangle : triangles) {
    const ContactPoint contact = touch_mesh(ball, mesh, mesh.shape.triangles->find_nearest_on(triangle, c.position));
    bool is_new = contact.gap < 0.0 && (!found || contact.gap < other.gap);
    for (const ContactPoint& known : before) is_new = is_new && contact.normal.dot(known.normal) < kOtherDirection;
    if (is_new) other = contact, found = true;
  }
  return found;
}

}  // namespace

/// 0: what is nearest. A ball in a corner of the surface rests on two or three walls: 1 and 2 are those whose
/// directions differ by more than 30°, the deeper first.
void touch_sphere_mesh(const PlacedShape& sphere, const PlacedShape& mesh, std::span<ContactPoint> points) {
  points[0] = touch_mesh(sphere, mesh);
  if (points.size() == 1) return;
  std::array<int, 256> room;
  int count = 0;
  if (points[0].gap < 0.0) {
    const Vector3 center = RelativePoint(sphere.motion, mesh.motion).position;
    const Vector3 reach = Vector3::Constant(sphere.shape.radius);
    count = mesh.shape.triangles->find_in_box(center - reach, center + reach, room);
  }
  const std::span<const int> triangles(room.data(), static_cast<std::size_t>(count));
  for (std::size_t k = 1; k < points.size(); ++k) {
    if (!find_other_contact(sphere, mesh, triangles, points.first(k), points[k])) {
      points[k] = make_unused(points[0], sphere.shape.radius);
    }
    points[k].feature = static_cast<int>(k);
  }
}

}  // namespace carom
