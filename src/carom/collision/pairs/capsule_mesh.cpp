#include <algorithm>
#include <array>

#include "carom/collision/pairs/mesh_contact.h"

namespace carom {

namespace {

/// The place along the capsule's axis, from its center, nearest to a triangle's edges.
double find_place(const TriangleTree& mesh, std::span<const int> triangles, const Vector3& center, const Vector3& axis,
                  double half_length) {
  double best = 0.0, least = 1e300;
  for (const int triangle : triangles) {
    for (int k = 0; k < 3; ++k) {
      const Vector3 &from = mesh.corner(triangle, k), edge = mesh.corner(triangle, (k + 1) % 3) - from;
      const Vector3 between = from - center;
      // Nearest places of two lines: s along the axis, t along the edge.
      const double ee = edge.squaredNorm(), ae = axis.dot(edge), denominator = ee - ae * ae;
      double s = denominator > 1e-12 * ee ? std::clamp((between.dot(axis) * ee - between.dot(edge) * ae) / denominator,
                                                       -half_length, half_length)
                                          : std::clamp(between.dot(axis), -half_length, half_length);
      const double t = std::clamp((s * ae - between.dot(edge)) / ee, 0.0, 1.0);
      s = std::clamp(axis.dot(between + t * edge), -half_length, half_length);
      const double there = (between + t * edge - s * axis).squaredNorm();
      if (there < least) least = there, best = s;
    }
  }
  return best;
}

}  // namespace

/// 0 and 1: the balls at its ends. 2: the ball in between that is nearest to an edge of the surface, while the capsule
/// is over one.
void touch_capsule_mesh(const PlacedShape& capsule, const PlacedShape& mesh, std::span<ContactPoint> points) {
  const CollisionShape& shape = capsule.shape;
  const Vector3 axis_W = capsule.motion.R_WS.col(2);
  const auto ball_at = [&](double place) {
    return BallOfShape(capsule, capsule.motion.p_WS + place * axis_W, shape.radius, shape.curvature);
  };
  points[0] = touch_mesh(ball_at(shape.half_length).placed(), mesh);
  points[1] = touch_mesh(ball_at(-shape.half_length).placed(), mesh);
  points[1].feature = 1;

  const Matrix3& R_WB = mesh.motion.R_WS;
  const Vector3 center = R_WB.transpose() * (capsule.motion.p_WS - mesh.motion.p_WS), axis = R_WB.transpose() * axis_W;
  const Vector3 reach = (shape.half_length * axis).cwiseAbs().array() + shape.radius;
  std::array<int, 256> room;
  const int count = mesh.shape.triangles->find_in_box(center - reach, center + reach, room);
  points[2] = make_unused(points[0].gap < points[1].gap ? points[0] : points[1], shape.reach);
  const std::span<const int> triangles(room.data(), static_cast<std::size_t>(count));
  const double place = find_place(*mesh.shape.triangles, triangles, center, axis, shape.half_length);
  // Beyond its ends the balls there know more.
  if (count > 0 && std::abs(place) < shape.half_length) {
    const ContactPoint between = touch_mesh(ball_at(place).placed(), mesh);
    if (between.gap < std::min(points[0].gap, points[1].gap)) points[2] = between;
  }
  points[2].feature = 2;
}

}  // namespace carom
