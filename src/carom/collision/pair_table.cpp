#include "carom/collision/pair_table.h"

#include <array>

#include "carom/collision/convex/contact_feature.h"
#include "carom/collision/convex/manifold.h"

namespace carom {

namespace {

template <PairFunction Touch>
void touch_mirrored(const PlacedShape& a, const PlacedShape& b, std::span<ContactPoint> points) {
  Touch(b, a, points);
  for (ContactPoint& contact : points) contact = mirror(contact);
}

/// For two of one type: the body with the lower number is A.
template <PairFunction Touch>
void touch_ordered(const PlacedShape& a, const PlacedShape& b, std::span<ContactPoint> points) {
  if (a.shape.body <= b.shape.body) return Touch(a, b, points);
  touch_mirrored<Touch>(a, b, points);
}

/// Of a solid in a tube: its own, and three of each rim of the tube.
constexpr int count_tube_points(ShapeType solid) {
  return 6 + visit_shape(solid, [](auto shape) {
           if constexpr (requires { shape.kTubePoints; }) return static_cast<int>(shape.kTubePoints);
           return static_cast<int>(shape.kAnchors);
         });
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
    add<touch_cone_plane>(Cone, Plane, 4);
    add<touch_convex_mesh_plane>(ConvexMesh, Plane, kMaxAnchors);
    for (const ShapeType surface : {Mesh, HeightField}) {
      add<touch_sphere_mesh>(Point, surface, 1);
      add<touch_sphere_mesh>(Sphere, surface, 3);
      for (const ShapeType solid : {Capsule, Box, Cylinder, Cone, Ellipsoid, ConvexMesh}) {
        add<touch_solid_mesh>(solid, surface, count_anchors(solid) + 1);
      }
    }
    for (const ShapeType solid : {Capsule, Box, Cylinder, Cone, Ellipsoid, ConvexMesh}) {
      add<touch_convex_tube>(solid, Tube, count_tube_points(solid));
    }
    add_convex_pairs();
  }

  [[nodiscard]] constexpr const PairKind& at(ShapeType a, ShapeType b) const { return kinds_[place(a, b)]; }

 private:
  constexpr void add_convex_pairs() {
    using enum ShapeType;
    for (const ShapeType ball : {Point, Sphere}) {
      add<touch_sphere_ellipsoid>(ball, Ellipsoid, 1);
      add<touch_sphere_cone>(ball, Cone, 1);
      add<touch_convex_convex>(ball, ConvexMesh, 1);
    }
    constexpr ShapeType kSolids[] = {Ellipsoid, Capsule, Cone, Cylinder, Box, ConvexMesh};
    for (const ShapeType& a : kSolids) {
      for (const ShapeType& b : kSolids) {
        if (&b < &a) continue;
        const int num_points = count_manifold_points(count_anchors(a), count_anchors(b));
        if (a == b) {
          kinds_[place(a, a)] = {touch_ordered<touch_convex_convex>, num_points};
        } else {
          add<touch_convex_convex>(a, b, num_points);
        }
      }
    }
    kinds_[place(Capsule, Capsule)].touch = touch_ordered<touch_capsule_capsule>;
    kinds_[place(Box, Box)].touch = touch_ordered<touch_box_box>;
  }

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

const PairKind& find_pair_kind_with_corners(ShapeType a, ShapeType b) {
  static const PairKind kBoxes{touch_ordered<touch_box_box>, kNumBoxCorners};
  return a == ShapeType::Box && b == ShapeType::Box ? kBoxes : find_pair_kind(a, b);
}

int max_points(ShapeType a, ShapeType b) { return find_pair_kind(a, b).num_points; }

}  // namespace carom
