#include <algorithm>
#include <array>
#include <limits>

#include "carom/collision/pairs/mesh_contact.h"

namespace carom {

namespace {

/// The corner of the triangles that is deepest in the box, if one is.
bool find_deepest_vertex(const PlacedShape& box, const PlacedShape& mesh, Vector3& p_W) {
  const Matrix3 R_MB = mesh.motion.R_WS.transpose() * box.motion.R_WS;
  const Vector3 center = mesh.motion.R_WS.transpose() * (box.motion.p_WS - mesh.motion.p_WS);
  const Vector3 reach = R_MB.cwiseAbs() * box.shape.half_size;
  std::array<int, 256> room;
  const TriangleTree& tree = *mesh.shape.triangles;
  const int count = tree.find_in_box(center - reach, center + reach, room);
  double deepest = 0.0;
  for (int i = 0; i < count; ++i) {
    for (int k = 0; k < 3; ++k) {
      const Vector3& vertex = tree.corner(room[static_cast<std::size_t>(i)], k);
      const Vector3 in_box = R_MB.transpose() * (vertex - center);
      const double outside = (in_box.cwiseAbs() - box.shape.half_size).maxCoeff();
      if (outside < deepest) deepest = outside, p_W = mesh.motion.p_WS + mesh.motion.R_WS * vertex;
    }
  }
  return deepest < 0.0;
}

}  // namespace

/// 0 to 7: the corners, numbered as against a plane, each against what of the surface is nearest to it. 8: the corner
/// of the surface that is deepest in the box. Two edges that cross without a corner in the other body do not touch: the
/// triangles should be smaller than the box.
void touch_box_mesh(const PlacedShape& box, const PlacedShape& mesh, std::span<ContactPoint> points) {
  const Matrix3 half_edges = box.motion.R_WS * box.shape.half_size.asDiagonal();
  constexpr double kInfinite = std::numeric_limits<double>::infinity();
  for (int corner = 0; corner < 8; ++corner) {
    const Vector3 signs((corner & 4) != 0 ? -1.0 : 1.0, (corner & 2) != 0 ? -1.0 : 1.0, (corner & 1) != 0 ? -1.0 : 1.0);
    const BallOfShape point(box, box.motion.p_WS + half_edges * signs, 0.0, kInfinite);
    points[static_cast<std::size_t>(corner)] = touch_mesh(point.placed(), mesh);
    points[static_cast<std::size_t>(corner)].feature = corner;
  }
  Vector3 p_W;
  if (find_deepest_vertex(box, mesh, p_W)) {
    const BallOfShape vertex(mesh, p_W, 0.0, kInfinite);
    touch_sphere_box(vertex.placed(), box, points.subspan(8));
    points[8] = mirror(points[8]);
  } else {
    points[8] = make_unused(*std::ranges::min_element(points.first(8), {}, &ContactPoint::gap), box.shape.reach);
  }
  points[8].feature = 8;
}

}  // namespace carom
