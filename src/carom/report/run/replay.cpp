#include "carom/report/run/replay.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string_view>
#include <unordered_map>

#include "carom/report/run/shape_size.h"

namespace carom {
namespace {

constexpr double kMoves = 1e-6;  // how much of a coordinate's size is movement rather than rounding

// Whether any of the body's coordinates in space changes.
bool moves(const PoseTable& poses, int body) {
  for (std::size_t column = 0; column < PoseTable::kColumns; ++column) {
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (const float number : poses.column(body - 1, column)) {
      if (std::isnan(number)) continue;
      low = std::min(low, static_cast<double>(number));
      high = std::max(high, static_cast<double>(number));
    }
    if (high - low > kMoves * std::max({1.0, std::abs(low), std::abs(high)})) return true;
  }
  return false;
}

std::vector<bool> find_moving(const Replay& replay) {
  std::vector<bool> moving(static_cast<std::size_t>(replay.model->num_bodies()));
  for (int i = 1; i < replay.model->num_bodies(); ++i) moving[static_cast<std::size_t>(i)] = moves(replay.poses, i);
  return moving;
}

// Whether other bodies hang on it, for each body.
std::vector<bool> find_parents(const Model& model) {
  std::vector<bool> parents(static_cast<std::size_t>(model.num_bodies()));
  for (int i = 1; i < model.num_bodies(); ++i) parents[static_cast<std::size_t>(model.body(i).parent)] = true;
  return parents;
}

using ShapeList = std::vector<const ShapeSpec*>;

// The shapes of each body.
std::vector<ShapeList> group_shapes(const Replay& replay) {
  std::vector<ShapeList> groups(static_cast<std::size_t>(replay.model->num_bodies()));
  const std::vector<int> bodies = find_bodies_of_shapes(replay);
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    groups[static_cast<std::size_t>(bodies[i])].push_back(&replay.scene->shapes[i]);
  }
  return groups;
}

// The end of a body's shapes that is farthest from its joint.
std::optional<Vector3> find_tip(const ShapeList& shapes) {
  std::optional<Vector3> tip;
  for (const ShapeSpec* shape : shapes) {
    for (const Vector3& end : list_ends(*shape)) {
      if (!tip || end.norm() > tip->norm()) tip = end;
    }
  }
  return tip;
}

// A box that grows.
struct Bounds {
  Vector3 low{Vector3::Constant(std::numeric_limits<double>::infinity())};
  Vector3 high{Vector3::Constant(-std::numeric_limits<double>::infinity())};

  void include(const Vector3& point, double radius) {
    if (!is_finite(point)) return;
    low = low.cwiseMin(point - Vector3::Constant(radius));
    high = high.cwiseMax(point + Vector3::Constant(radius));
  }
};

void include_body(const Replay& replay, int body, const ShapeList& shapes, Bounds& bounds) {
  const BodySpec& spec = replay.model->spec(BodyIndex(body));
  std::vector<ShapeBall> balls{{Vector3::Zero(), 0.0}, {spec.mass.center_of_mass, 0.0}};
  for (const ShapeSpec* shape : shapes) {
    if (const std::optional<ShapeBall> ball = find_ball(*shape)) balls.push_back(*ball);
  }
  for (const ShapeBall& ball : balls) {
    for (const Vector3& point : calc_path(replay, {spec.name, body, ball.center})) bounds.include(point, ball.radius);
  }
}

}  // namespace

bool is_finite(const Vector3& vector) {
  return std::isfinite(vector.x()) && std::isfinite(vector.y()) && std::isfinite(vector.z());
}

std::vector<int> find_bodies_of_shapes(const Replay& replay) {
  std::unordered_map<std::string_view, int> numbers;
  for (int i = 0; i < replay.model->num_bodies(); ++i) numbers.emplace(replay.model->spec(BodyIndex(i)).name, i);
  std::vector<int> bodies;
  for (const ShapeSpec& shape : replay.scene->shapes) bodies.push_back(numbers.at(shape.body));
  return bodies;
}

std::vector<TrailPoint> list_trail_points(const Replay& replay) {
  const Model& model = *replay.model;
  const std::vector<bool> moving = find_moving(replay), parents = find_parents(model);
  const std::vector<ShapeList> shapes = group_shapes(replay);
  std::vector<TrailPoint> tips, centers;
  for (int i = 1; i < model.num_bodies(); ++i) {
    const auto number = static_cast<std::size_t>(i);
    if (!moving[number]) continue;
    const BodySpec& spec = model.spec(BodyIndex(i));
    centers.push_back({"center of " + spec.name, i, spec.mass.center_of_mass});
    const std::optional<Vector3> tip = parents[number] ? std::nullopt : find_tip(shapes[number]);
    if (tip && !tip->isApprox(spec.mass.center_of_mass, 1e-9)) tips.push_back({"end of " + spec.name, i, *tip});
  }
  tips.insert(tips.end(), centers.begin(), centers.end());
  return tips;
}

std::vector<Vector3> calc_path(const Replay& replay, const TrailPoint& point) {
  const PoseTable& poses = replay.poses;
  const int body = point.body - 1;
  std::vector<Vector3> path(poses.frames());
  for (std::size_t frame = 0; frame < path.size(); ++frame) {
    const auto number = [&](std::size_t column) { return static_cast<double>(poses.column(body, column)[frame]); };
    const Vector3 p_WB(number(0), number(1), number(2));
    const Quaternion turn(number(3), number(4), number(5), number(6));
    path[frame] = is_finite(p_WB) ? Vector3(p_WB + matrix_from_quaternion(turn) * point.at) : p_WB;
  }
  return path;
}

ReplayExtent find_extent(const Replay& replay) {
  const std::vector<bool> moving = find_moving(replay);
  const std::vector<ShapeList> shapes = group_shapes(replay);
  const bool anything = std::ranges::find(moving, true) != moving.end();
  Bounds bounds;
  for (int i = 1; i < replay.model->num_bodies(); ++i) {
    const auto number = static_cast<std::size_t>(i);
    if (!anything || moving[number]) include_body(replay, i, shapes[number], bounds);
  }
  if (!is_finite(bounds.low) || !is_finite(bounds.high)) return {};
  const double radius = 0.5 * (bounds.high - bounds.low).norm();
  return {0.5 * (bounds.low + bounds.high), radius > 0.0 ? radius : 1.0};
}

}  // namespace carom
