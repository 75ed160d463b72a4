#pragma once

#include <memory>
#include <string>
#include <vector>

#include "carom/report/run/pose_table.h"
#include "carom/scene/scene.h"

namespace carom {

/// A point of a body whose path can be drawn.
struct TrailPoint {
  std::string name;
  int body{};  // number in the model
  Vector3 at;  // in the frame of the body  [m]
};

/// What is needed to show a run in space: the scene it was made from, and where everything was.
struct Replay {
  std::unique_ptr<const Scene> scene;
  std::unique_ptr<const Model> model;  // where it is must not change: the poses refer to it
  PoseTable poses;
};

/// Rejected: Eigen's allFinite(), which subtracts infinities and so makes an invalid operation of the question.
[[nodiscard]] bool is_finite(const Vector3& vector);

/// The number in the model of the body of each shape, in the order of the scene.
[[nodiscard]] std::vector<int> find_bodies_of_shapes(const Replay& replay);

/// The free ends of the mechanism first, then the centers of mass of all that moves.
[[nodiscard]] std::vector<TrailPoint> list_trail_points(const Replay& replay);

/// The path of a point, frame by frame; NaN where the pose is not known.
[[nodiscard]] std::vector<Vector3> calc_path(const Replay& replay, const TrailPoint& point);

/// A ball around all that moves, at all times; around everything where nothing moves.
struct ReplayExtent {
  Vector3 center{Vector3::Zero()};  // [m]
  double radius{1.0};               // [m]
};
[[nodiscard]] ReplayExtent find_extent(const Replay& replay);

}  // namespace carom
