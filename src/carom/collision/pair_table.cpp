#include "carom/collision/pair_table.h"

#include <array>

namespace carom {

namespace {

template <PairFunction Touch>
void touch_mirrored(const PlacedShape& a, const PlacedShape& b, std::span<ContactPoint> points) {
  Touch(b, a, points);
  for (ContactPoint& contact : points) contact = mirror(contact);
}

class PairTable {
 public:
  constexpr PairTable() {
    using enum ShapeType;
    for (const ShapeType ball : {Point, Sphere}) {
      add<touch_sphere_plane>(ball, Plane, 1);
      add<touch_sphere_box>(ball, Box, 1);
      add<touch_sphere_capsule>(ball, Capsule, 1);
      add<touch_sphere_cylinder>(ball, Cylinder, 1);
      add<touch_sphere_tube>(ball, Tube, 1);
    }
    add<touch_sphere_sphere>(Point, Sphere, 1);
    add<touch_sphere_sphere>(Sphere, Sphere, 1);
    add<touch_capsule_plane>(Capsule, Plane, 2);
    add<touch_box_plane>(Box, Plane, 8);
    add<touch_cylinder_plane>(Cylinder, Plane, 6);
    add<touch_ellipsoid_plane>(Ellipsoid, Plane, 1);
  }

  [[nodiscard]] constexpr const PairKind& at(ShapeType a, ShapeType b) const { return kinds_[place(a, b)]; }

 private:
  static constexpr std::size_t place(ShapeType a, ShapeType b) {
    return static_cast<std::size_t>(a) * kNumShapeTypes + static_cast<std::size_t>(b);
  }
  template <PairFunction Touch>
  constexpr void add(ShapeType a, ShapeType b, int num_points) {
    kinds_[place(b, a)] = {touch_mirrored<Touch>, num_points};
    kinds_[place(a, b)] = {Touch, num_points};
  }

  std::array<PairKind, kNumShapeTypes * kNumShapeTypes> kinds_{};
};

const PairTable kTable;  // clang 14 cannot make it at compile time

}  // namespace

const PairKind& find_pair_kind(ShapeType a, ShapeType b) { return kTable.at(a, b); }

int max_points(ShapeType a, ShapeType b) { return find_pair_kind(a, b).num_points; }

}  // namespace carom
