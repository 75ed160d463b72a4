#include "carom/simulation/mechanism/loop_gaps.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "carom/dynamics/constraint_rows.h"

namespace carom {
namespace {

Vector3 calc_point(const Kinematics& kinematics, int body, const Vector3& p_BC) {
  const BodyMotion& motion = kinematics.body(body);
  return as_eigen(motion.p_WB) + as_eigen(motion.R_WB) * p_BC;
}

// From the gap to the farthest joint or mass center of its loop.
double calc_loop_size(const Model& model, const Kinematics& kinematics, const Constraint& constraint) {
  const Vector3 gap = calc_point(kinematics, constraint.body_a, constraint.p_AC);
  double size = 0.0;
  int a = constraint.body_a, b = constraint.body_b;
  while (a != b) {
    int& later = a > b ? a : b;  // a parent has a lower number
    const Body& body = model.body(later);
    const Vector3 joint = calc_point(kinematics, body.parent, as_eigen(body.p_PF));
    size = std::max(size, (joint - gap).norm());
    if (body.mass > 0.0) {
      const Vector3 center = calc_point(kinematics, later, as_eigen(body.mass_moment) / body.mass);
      size = std::max(size, (center - gap).norm());
    }
    later = body.parent;
  }
  return size;
}

double calc_size(const Model& model, const Kinematics& kinematics, const ConstVectorRef& q,
                 const Constraint& constraint) {
  switch (constraint.type) {
    case ConstraintType::Coupling:
      return std::max(std::abs(q[constraint.position_b]),
                      std::abs(constraint.ratio * q[constraint.position_a]) + std::abs(constraint.offset));
    case ConstraintType::Distance:
      return constraint.length;
    case ConstraintType::RollingSphere:
    case ConstraintType::RollingDisk:
      return constraint.radius;
    default:
      return calc_loop_size(model, kinematics, constraint);
  }
}

bool is_length(const ConstraintRow& row) {
  return row.velocity_b >= 0 || dot(row.linear_a, row.linear_a) + dot(row.linear_b, row.linear_b) > 0.0;
}

double calc_across(const Kinematics& kinematics, const Constraint& constraint) {
  if (!constraint.in_plane) return 0.0;
  const Vector3 normal = as_eigen(kinematics.body(constraint.body_a).R_WB) * constraint.R_AC.col(2);
  return std::abs(normal.dot(calc_point(kinematics, constraint.body_b, constraint.p_BD) -
                             calc_point(kinematics, constraint.body_a, constraint.p_AC)));
}

}  // namespace

double LoopGap::relative() const {
  if (!(length > 0.0)) return angle;
  return size > 0.0 ? std::max(length / size, angle) : std::numeric_limits<double>::infinity();
}

std::vector<LoopGap> calc_loop_gaps(const Model& model, const ConstVectorRef& q) {
  const VectorX at_rest = VectorX::Zero(model.num_velocities());
  Kinematics kinematics(model);
  std::vector<BodyAcceleration> bias(static_cast<std::size_t>(model.num_bodies()));
  std::vector<ConstraintRow> rows(static_cast<std::size_t>(model.num_constraint_rows()));
  calc_kinematics(model, q, at_rest, kinematics);
  calc_accelerations(model, kinematics, at_rest, bias);
  calc_constraint_rows(model, kinematics, q, at_rest, bias, rows);

  std::vector<LoopGap> gaps;
  for (std::size_t i = 0; i < model.constraints().size(); ++i) {
    const Constraint& constraint = model.constraints()[i];
    if (traits(constraint.type).holonomic_rows == 0) continue;
    LoopGap gap{.constraint = static_cast<int>(i), .across = calc_across(kinematics, constraint)};
    for (int r = constraint.first_row; r < constraint.first_row + traits(constraint.type).rows; ++r) {
      const ConstraintRow& row = rows[static_cast<std::size_t>(r)];
      double& part = is_length(row) ? gap.length : gap.angle;
      part = std::hypot(part, row.residual);
    }
    gap.size = calc_size(model, kinematics, q, constraint);
    gaps.push_back(gap);
  }
  return gaps;
}

}  // namespace carom
