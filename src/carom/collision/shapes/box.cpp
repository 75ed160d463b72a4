#include "carom/collision/shapes/box.h"

namespace carom {
namespace {

/// Corner 4 i + 2 j + k is on the −x side if i, the −y side if j, the −z side if k is one, as against a plane.
void add_box_corner(double x, double y, double z, ContactFeature& feature) {
  const int id = (std::signbit(x) ? 4 : 0) | (std::signbit(y) ? 2 : 0) | (std::signbit(z) ? 1 : 0);
  feature.add_anchored_corner({x, y, z}, id, kSharp, kSharp);
}

/// The face across an axis, on one side of it.
template <int kAxis>
void find_box_face(const Vector3& half_size, double side, ContactFeature& feature) {
  constexpr int kNext = (kAxis + 1) % 3, kLast = (kAxis + 2) % 3;
  const double u = side * half_size[kNext], v = half_size[kLast];
  const int first_id = side < 0.0 ? 4 >> kAxis | 4 >> kNext : 0, second_id = first_id ^ 4 >> kNext;
  const auto add = [&](double at_u, double at_v, int id) {
    Vector3 corner;
    corner[kAxis] = side * half_size[kAxis];
    corner[kNext] = at_u;
    corner[kLast] = at_v;
    feature.add_anchored_corner(corner, id, kSharp, kSharp);
  };
  feature.normal = side * Vector3::Unit(kAxis);
  add(u, v, first_id);
  add(-u, v, second_id);
  add(-u, -v, second_id ^ 4 >> kLast);
  add(u, -v, first_id ^ 4 >> kLast);
}

void find_box_face(const Vector3& half_size, int axis, double side, ContactFeature& feature) {
  if (axis == 0) return find_box_face<0>(half_size, side, feature);
  if (axis == 1) return find_box_face<1>(half_size, side, feature);
  find_box_face<2>(half_size, side, feature);
}

}  // namespace

void ContactShape<ShapeType::Box>::find_feature(const CollisionShape& box, const Vector3& m, double flat_within,
                                                ContactFeature& feature) {
  // Again, where the compiler sees it: what is added then has fixed places.
  feature.clear();
  const double x = std::abs(m.x()), y = std::abs(m.y()), z = std::abs(m.z());
  const bool flat_x = x <= flat_within, flat_y = y <= flat_within, flat_z = z <= flat_within;
  const int steep = y > x ? (z > y ? 2 : 1) : (z > x ? 2 : 0);
  const bool is_face = (flat_x || steep == 0) && (flat_y || steep == 1) && (flat_z || steep == 2);
  if (is_face) return find_box_face(box.half_size, steep, std::copysign(1.0, m[steep]), feature);
  Vector3 corner(std::copysign(box.half_size.x(), m.x()), std::copysign(box.half_size.y(), m.y()),
                 std::copysign(box.half_size.z(), m.z()));
  const int along = flat_x ? 0 : flat_y ? 1 : flat_z ? 2 : -1;
  if (along >= 0) {
    corner[along] = box.half_size[along];
    add_box_corner(corner.x(), corner.y(), corner.z(), feature);
    corner[along] = -box.half_size[along];
  }
  add_box_corner(corner.x(), corner.y(), corner.z(), feature);
}

}  // namespace carom
