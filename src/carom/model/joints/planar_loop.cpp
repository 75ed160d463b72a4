#include "carom/model/joints/planar_loop.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include <Eigen/Geometry>

#include "carom/model/body_compiler.h"

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

Axis find_axis(const std::vector<Body>& bodies, int i) {
  const Body& body = bodies[static_cast<std::size_t>(i)];
  return {calc_zero_pose(bodies, i).R * as_eigen(body.axis), traits(body.type).turns};
}

// Nothing where a joint moves in another way.
std::optional<std::vector<Axis>> find_axes(const std::vector<Body>& bodies, const std::vector<int>& path) {
  std::vector<Axis> axes;
  for (const int i : path) {
    const JointTraits& type = traits(bodies[static_cast<std::size_t>(i)].type);
    if (type.velocities == 0) continue;
    // About an axis or along one.
    if (type.velocities > 1 || type.turns == type.slides) return std::nullopt;
    axes.push_back(find_axis(bodies, i));
  }
  return axes;
}

double calc_tilt(const Axis& axis, const Vector3& normal) {
  const double sine = axis.turns ? normal.cross(axis.direction).norm() : std::abs(normal.dot(axis.direction));
  return std::asin(std::min(sine, 1.0));
}

// Of the axes that turn, that which all are nearest to; zero: nothing turns.
Vector3 find_normal(const std::vector<Axis>& axes) {
  Vector3 nearest = Vector3::Zero();
  double least = std::numeric_limits<double>::infinity();
  for (const Axis& candidate : axes) {
    if (!candidate.turns) continue;
    double sum = 0.0;
    for (const Axis& axis : axes) sum += calc_tilt(axis, candidate.direction);
    if (sum < least) nearest = candidate.direction;
    least = std::min(sum, least);
  }
  return nearest;
}

bool closes_loop(const Constraint& constraint) {
  return constraint.type == ConstraintType::Point || constraint.type == ConstraintType::Hinge ||
         constraint.type == ConstraintType::Cylindrical;
}

// How far apart the ends are where they should meet. Along the normal some may slide as they like.
double calc_relevant_gap(const LoopPlane& plane, const Constraint& constraint) {
  return constraint.type == ConstraintType::Cylindrical ? 0.0 : std::abs(plane.across);
}

// Along the normal, or across it.
void straighten(const Vector3& normal, std::vector<Body>& bodies, int i) {
  const Axis axis = find_axis(bodies, i);
  const double along = normal.dot(axis.direction);
  const Vector3 straight = axis.turns ? Vector3(std::copysign(1.0, along) * normal) : axis.direction - along * normal;
  set_axis(calc_zero_pose(bodies, i).R.transpose() * straight.normalized(), bodies[static_cast<std::size_t>(i)]);
}

// True: axes were turned.
bool straighten_loop(std::vector<Body>& bodies, Constraint& constraint) {
  const std::optional<LoopPlane> plane = find_loop_plane(bodies, constraint);
  if (!plane || plane->tilt <= kLeastTilt || calc_relevant_gap(*plane, constraint) > kLargestTilt * plane->size) {
    return false;
  }
  const Vector3 normal = calc_zero_pose(bodies, constraint.body_a).R * plane->normal_A;
  for (const int i : find_path(bodies, constraint.body_a, constraint.body_b)) {
    if (bodies[static_cast<std::size_t>(i)].degrees > 0) straighten(normal, bodies, i);
  }
  constraint.tilt = std::max(constraint.tilt, plane->tilt);
  return true;
}

void keep_in_plane(const std::vector<Body>& bodies, Constraint& constraint) {
  const std::optional<LoopPlane> plane = find_loop_plane(bodies, constraint);
  if (!plane) return;
  const double gap = calc_relevant_gap(*plane, constraint);
  const bool agrees = plane->tilt <= kLeastTilt && gap <= kLeastTilt * plane->size;
  if (agrees || gap > kLargestTilt * plane->size) return;
  constraint.type = ConstraintType::Line;
  constraint.R_AC = Eigen::Quaterniond::FromTwoVectors(Vector3::UnitZ(), plane->normal_A).toRotationMatrix();
  constraint.in_plane = true;
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
  const Vector3 normal = find_normal(*axes);
  if (normal.isZero()) return std::nullopt;
  double tilt = 0.0;
  for (const Axis& axis : *axes) tilt = std::max(tilt, calc_tilt(axis, normal));
  if (tilt > kLargestTilt) return std::nullopt;
  LoopPlane plane{.normal_A = A.R.transpose() * normal, .tilt = tilt};
  plane.across = normal.dot(B.p + B.R * constraint.p_BD - A.p - A.R * constraint.p_AC);
  plane.size = constraint.p_AC.norm() + constraint.p_BD.norm();
  for (const int i : path) plane.size += as_eigen(bodies[static_cast<std::size_t>(i)].p_PF).norm();
  return plane;
}

void keep_loops_planar(std::vector<Body>& bodies, std::vector<Constraint>& constraints) {
  // Loops that share a joint agree on its axis after a pass or two; where they do not, some keep to their planes alone.
  constexpr int kMostPasses = 4;
  bool turned = true;
  for (int pass = 0; pass < kMostPasses && turned; ++pass) {
    turned = false;
    for (Constraint& constraint : constraints) {
      if (closes_loop(constraint)) turned = straighten_loop(bodies, constraint) || turned;
    }
  }
  for (Constraint& constraint : constraints) {
    if (closes_loop(constraint)) keep_in_plane(bodies, constraint);
  }
}

}  // namespace carom
