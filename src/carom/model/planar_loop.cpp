#include "carom/model/planar_loop.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include <Eigen/Geometry>

namespace carom {
namespace {

// A body where all joints are at zero: turning about a common normal and sliding across it change neither what is
// parallel to the normal nor distances along it.
struct ZeroPose {
  Matrix3 R{Matrix3::Identity()};
  Vector3 p{Vector3::Zero()};
};

ZeroPose calc_zero_pose(const std::vector<Body>& bodies, int i) {
  ZeroPose pose;
  for (; i > 0; i = bodies[static_cast<std::size_t>(i)].parent) {
    const Body& body = bodies[static_cast<std::size_t>(i)];
    const Matrix3 R_PF = as_eigen(body.R_PF);
    pose.p = as_eigen(body.p_PF) + R_PF * pose.p;
    pose.R = R_PF * pose.R;
  }
  return pose;
}

// The bodies whose joints are between two bodies.
std::vector<int> find_path(const std::vector<Body>& bodies, int a, int b) {
  std::vector<int> path;
  while (a != b) {
    int& later = a > b ? a : b;  // a parent has a lower number
    path.push_back(later);
    later = bodies[static_cast<std::size_t>(later)].parent;
  }
  return path;
}

struct Axis {
  Vector3 direction;  // in the world, with all joints at zero
  bool turns{};       // ought to be along the normal; else across it
};

// Nothing where a joint moves in another way.
std::optional<std::vector<Axis>> find_axes(const std::vector<Body>& bodies, const std::vector<int>& path) {
  std::vector<Axis> axes;
  for (const int i : path) {
    const Body& body = bodies[static_cast<std::size_t>(i)];
    if (body.type == JointType::Weld) continue;
    if (body.type != JointType::Revolute && body.type != JointType::Prismatic) return std::nullopt;
    axes.push_back({calc_zero_pose(bodies, i).R * as_eigen(body.axis).normalized(), body.type == JointType::Revolute});
  }
  return axes;
}

// The mean of all that ought to be parallel; zero: nothing turns.
Vector3 calc_normal(const std::vector<Axis>& axes) {
  Vector3 sum = Vector3::Zero();
  for (const Axis& axis : axes) {
    if (axis.turns) sum += sum.dot(axis.direction) < 0.0 ? Vector3(-axis.direction) : axis.direction;
  }
  return sum.squaredNorm() > 0.0 ? sum.normalized() : sum;
}

double calc_tilt(const std::vector<Axis>& axes, const Vector3& normal) {
  double tilt = 0.0;
  for (const Axis& axis : axes) {
    const double sine = axis.turns ? normal.cross(axis.direction).norm() : std::abs(normal.dot(axis.direction));
    tilt = std::max(tilt, std::asin(std::min(sine, 1.0)));
  }
  return tilt;
}

}  // namespace

std::optional<LoopPlane> find_loop_plane(const std::vector<Body>& bodies, const Constraint& constraint) {
  const std::vector<int> path = find_path(bodies, constraint.body_a, constraint.body_b);
  std::optional<std::vector<Axis>> axes = find_axes(bodies, path);
  if (!axes) return std::nullopt;
  const ZeroPose A = calc_zero_pose(bodies, constraint.body_a), B = calc_zero_pose(bodies, constraint.body_b);
  if (constraint.type != ConstraintType::Point) {
    axes->push_back({A.R * constraint.R_AC.col(2), true});
    axes->push_back({B.R * constraint.R_BD.col(2), true});
  }
  const Vector3 normal = calc_normal(*axes);
  if (normal.isZero()) return std::nullopt;
  const double tilt = calc_tilt(*axes, normal);
  if (tilt > kLargestTilt) return std::nullopt;
  LoopPlane plane{.normal_A = A.R.transpose() * normal, .tilt = tilt};
  plane.across = normal.dot(B.p + B.R * constraint.p_BD - A.p - A.R * constraint.p_AC);
  plane.size = constraint.p_AC.norm() + constraint.p_BD.norm();
  for (const int i : path) plane.size += as_eigen(bodies[static_cast<std::size_t>(i)].p_PF).norm();
  return plane;
}

bool keep_in_plane(const std::vector<Body>& bodies, Constraint& constraint) {
  const bool closes = constraint.type == ConstraintType::Point || constraint.type == ConstraintType::Hinge ||
                      constraint.type == ConstraintType::Cylindrical;
  if (!closes) return false;
  const std::optional<LoopPlane> plane = find_loop_plane(bodies, constraint);
  if (!plane) return false;
  const bool slides = constraint.type == ConstraintType::Cylindrical;  // along the normal as it likes
  const double across = slides ? 0.0 : std::abs(plane->across);
  if (across > kLargestTilt * plane->size) return false;
  if (plane->tilt <= kLeastTilt && across <= kLeastTilt * plane->size) return false;
  constraint.type = ConstraintType::Line;
  constraint.R_AC = Eigen::Quaterniond::FromTwoVectors(Vector3::UnitZ(), plane->normal_A).toRotationMatrix();
  constraint.in_plane = true;
  constraint.tilt = plane->tilt;
  return true;
}

}  // namespace carom
