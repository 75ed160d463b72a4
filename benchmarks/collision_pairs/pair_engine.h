#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "carom/math/types.h"

namespace carom::benchmarks {

/// Which shapes are compared.
enum class PairWorkload { SphereSphere, BoxBox, ConvexConvex };
inline constexpr PairWorkload kPairWorkloads[] = {PairWorkload::SphereSphere, PairWorkload::BoxBox,
                                                  PairWorkload::ConvexConvex};
[[nodiscard]] const char* name_of(PairWorkload workload);

/// A sphere of radius 0.5 m, a cube of 1 m, or the hull of 32 points on a sphere of 0.5 m.
inline constexpr double kRadius = 0.5;  // [m]
inline constexpr double kSide = 1.0;    // [m]
[[nodiscard]] std::vector<Vector3> make_hull_points();

/// Where A is; B stands in the origin.
struct PairPose {
  Vector3 p_WA{Vector3::Zero()};  // [m]
  Matrix3 R_WA{Matrix3::Identity()};
};
/// A path on which A turns slowly and stays in B by a few hundredths of its size: the motion is coherent.
[[nodiscard]] std::vector<PairPose> make_poses(PairWorkload workload);

/// Two shapes of one library.
class PairEngine {
 public:
  virtual ~PairEngine() = default;
  /// All contact points at a pose; returns the largest depth.  [m]
  virtual double touch(const PairPose& pose) = 0;
};

/// A library, or what stands for one that is not installed: without `make`.
struct PairPeer {
  std::string name;
  std::unique_ptr<PairEngine> (*make)(PairWorkload workload){};
};
[[nodiscard]] PairPeer make_carom_pairs();
[[nodiscard]] PairPeer make_fcl_pairs();
[[nodiscard]] PairPeer make_bullet_pairs();
[[nodiscard]] PairPeer make_ode_pairs();

}  // namespace carom::benchmarks
