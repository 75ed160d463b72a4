#include "collision/sample_pairs.h"

#include <stdexcept>

#include "carom/model/shapes/convex_hull.h"

namespace carom::testing_support {

shapes::ConvexMesh make_random_convex_mesh(cases::RandomSource& random, int num_points) {
  std::vector<Vector3> points;
  for (int i = 0; i < num_points; ++i) points.push_back(random.uniform(0.2, 0.7) * random.direction());
  return {.file = {}, .hull = std::make_shared<const TriangleMesh>(make_convex_hull(points, "sample"))};
}

ShapeGeometry make_random_geometry(ShapeType type, cases::RandomSource& random) {
  const auto size = [&] { return random.uniform(0.2, 1.0); };
  const auto sizes = [&] {
    const double x = size(), y = size(), z = size();
    return Vector3(x, y, z);
  };
  switch (type) {
    case ShapeType::Point:
      return shapes::Point{};
    case ShapeType::Sphere:
      return shapes::Sphere{.radius = size()};
    case ShapeType::Box:
      return shapes::Box{.size = sizes()};
    case ShapeType::Cylinder:
      return shapes::Cylinder{.radius = size(), .length = size()};
    case ShapeType::Capsule:
      return shapes::Capsule{.radius = size(), .length = size()};
    case ShapeType::Ellipsoid:
      return shapes::Ellipsoid{.semi_axes = sizes()};
    case ShapeType::Plane:
      return shapes::Plane{.normal = 3.0 * random.direction()};
    case ShapeType::Tube:
      return shapes::Tube{.radius = size(), .length = size()};
    case ShapeType::Cone:
      return shapes::Cone{.radius = size(), .length = size()};
    case ShapeType::ConvexMesh:
      return make_random_convex_mesh(random);
    case ShapeType::Mesh:
    case ShapeType::HeightField:
      break;
  }
  throw std::logic_error("no sample of this type");
}

SampleShape make_random_sample(ShapeType type, int body, cases::RandomSource& random) {
  SampleShape sample = make_sample(make_random_geometry(type, random), body);
  sample.motion.R_WS = matrix_from_quaternion(random.rotation()) * sample.motion.R_WS;
  sample.motion.p_WS = random.vector(0.8);
  sample.motion.w_WB = random.uniform(0.0, 1.0) * random.direction();
  sample.motion.v_WS = random.uniform(0.0, 1.0) * random.direction();
  return sample;
}

SampleShape moved(const SampleShape& sample, double time) {
  SampleShape later = sample;
  later.motion.R_WS =
      matrix_from_quaternion(quaternion_from_rotation_vector(sample.motion.w_WB * time)) * sample.motion.R_WS;
  later.motion.p_WS += sample.motion.v_WS * time;
  return later;
}

SampleShape carried(const SampleShape& sample, const Matrix3& R, const Vector3& p) {
  SampleShape other = sample;
  other.motion.R_WS = R * sample.motion.R_WS;
  other.motion.p_WS = R * sample.motion.p_WS + p;
  other.motion.w_WB = R * sample.motion.w_WB;
  other.motion.v_WS = R * sample.motion.v_WS;
  return other;
}

std::vector<std::pair<ShapeType, ShapeType>> all_pairs() {
  std::vector<std::pair<ShapeType, ShapeType>> pairs;
  for (int i = 0; i < kNumShapeTypes; ++i) {
    for (int j = 0; j < kNumShapeTypes; ++j) {
      const auto a = static_cast<ShapeType>(i), b = static_cast<ShapeType>(j);
      const auto has_sample = [](ShapeType type) { return type != ShapeType::Mesh && type != ShapeType::HeightField; };
      if (max_points(a, b) > 0 && has_sample(a) && has_sample(b)) pairs.emplace_back(a, b);
    }
  }
  return pairs;
}

bool is_closed_form(ShapeType a, ShapeType b) {
  using enum ShapeType;
  const auto is_simple = [](ShapeType type) { return type == Point || type == Sphere; };
  if (a == Plane || b == Plane) return true;
  return (is_simple(a) && b != ConvexMesh) || (is_simple(b) && a != ConvexMesh);
}

std::string name_of_pair(ShapeType a, ShapeType b) { return std::string(name_of(a)) + " against " + name_of(b); }

std::vector<ContactPoint> touch(const SampleShape& a, const SampleShape& b) {
  const PairKind& kind = find_pair_kind(a.shape.type, b.shape.type);
  std::vector<ContactPoint> points(static_cast<std::size_t>(kind.num_points));
  kind.touch(a.placed(), b.placed(), points);
  return points;
}

}  // namespace carom::testing_support
