#include "carom/report/run/shape_size.h"

#include <variant>

namespace carom {
namespace {

double find_half_length(const ShapeGeometry& geometry) {
  return std::visit(
      [](const auto& shape) {
        if constexpr (requires { shape.ends(); }) return shape.ends();
        return 0.0;
      },
      geometry);
}

}  // namespace

std::optional<ShapeBall> find_ball(const ShapeSpec& shape) {
  std::optional<ShapeBall> ball = std::visit([](const auto& own) { return own.ball(); }, shape.geometry);
  if (ball) ball->center = shape.at + matrix_from_quaternion(shape.rotation) * ball->center;
  return ball;
}

std::vector<Vector3> list_ends(const ShapeSpec& shape) {
  const std::optional<ShapeBall> ball = find_ball(shape);
  if (!ball) return {};
  const double half = find_half_length(shape.geometry);
  if (half == 0.0) return {ball->center};
  const Vector3 z = matrix_from_quaternion(shape.rotation) * Vector3::UnitZ();
  return {shape.at - half * z, shape.at + half * z};
}

}  // namespace carom
