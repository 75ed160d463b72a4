#include "benchmarks/collision_pairs/pair_engine.h"

#include <cmath>

#include "carom/math/rotation.h"

namespace carom::benchmarks {

const char* name_of(PairWorkload workload) {
  switch (workload) {
    case PairWorkload::SphereSphere:
      return "sphere-sphere";
    case PairWorkload::BoxBox:
      return "box-box";
    case PairWorkload::ConvexConvex:
      return "convex-convex";
  }
  return "";
}

std::vector<Vector3> make_hull_points() {
  std::vector<Vector3> points;
  for (int i = 0; i < 32; ++i) {
    const double z = 1.0 - (2.0 * i + 1.0) / 32.0, turn = 2.4 * i, rho = std::sqrt(1.0 - z * z);
    points.emplace_back(kRadius * rho * std::cos(turn), kRadius * rho * std::sin(turn), kRadius * z);
  }
  return points;
}

std::vector<PairPose> make_poses(PairWorkload workload) {
  constexpr int kPoses = 1000;
  // A cube on its face is lower than a ball, and hulls are inside of theirs.
  const double height = workload == PairWorkload::ConvexConvex ? 0.92 : 0.98;
  std::vector<PairPose> poses(kPoses);
  for (int i = 0; i < kPoses; ++i) {
    const double angle = 1e-3 * i;
    const Vector3 turn = workload == PairWorkload::BoxBox ? Vector3(0.0, 0.01 * std::sin(7.0 * angle), angle)
                                                          : Vector3(0.3 * angle, 0.2 * angle, angle);
    poses[static_cast<std::size_t>(i)] = {Vector3(0.05 * std::cos(angle), 0.05 * std::sin(angle), height),
                                          matrix_from_quaternion(quaternion_from_rotation_vector(turn))};
  }
  return poses;
}

}  // namespace carom::benchmarks
