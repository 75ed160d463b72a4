#pragma once

#include <string>
#include <utility>
#include <vector>

#include "carom/collision/pair_table.h"
#include "cases/random_source.h"

namespace carom::testing_support {

/// A shape that stands by itself, with the frame of its body in its center.
struct SampleShape {
  CollisionShape shape;
  ShapeMotion motion;

  [[nodiscard]] PlacedShape placed() const { return {shape, motion}; }
};

inline SampleShape make_sample(const ShapeGeometry& geometry, int body, const Vector3& at = Vector3::Zero()) {
  const ShapeSpec spec{.name = "sample", .body = {}, .geometry = geometry};
  SampleShape sample{make_collision_shape(spec, BodyIndex(body)), {}};
  sample.motion.R_WS = sample.shape.R_BS;
  sample.motion.p_WS = at;
  return sample;
}

/// The hull of random points 0.2 m to 0.7 m from the origin.
shapes::ConvexMesh make_random_convex_mesh(cases::RandomSource& random, int num_points = 16);
/// Sizes between 0.2 m and 1 m.
ShapeGeometry make_random_geometry(ShapeType type, cases::RandomSource& random);
/// Within 1.5 m of the world's origin, turned anyhow and moving at up to 1 m/s and 1 rad/s.
SampleShape make_random_sample(ShapeType type, int body, cases::RandomSource& random);

/// After `time` at constant velocities, exactly.
SampleShape moved(const SampleShape& sample, double time);
/// The shape carried along by a rigid motion of the whole world.
SampleShape carried(const SampleShape& sample, const Matrix3& R, const Vector3& p);

/// All pairs of types that have contacts, the other order included, but not those with surfaces of triangles.
std::vector<std::pair<ShapeType, ShapeType>> all_pairs();
/// Whether contacts follow from formulas alone; all others are found by search, exact to some 1e-12.
bool is_closed_form(ShapeType a, ShapeType b);
std::string name_of_pair(ShapeType a, ShapeType b);

std::vector<ContactPoint> touch(const SampleShape& a, const SampleShape& b);

}  // namespace carom::testing_support
