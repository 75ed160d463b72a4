#include "carom/dynamics/constraint_rows.h"

#include <algorithm>
#include <cmath>

#include "carom/base/assert.h"

namespace carom {
namespace {

// A frame fixed in a body, with all that rows need of its motion.
struct FrameMotion {
  int body{};
  Matrix3 R;         // axes in world axes
  Vector3 arm;       // from the body's origin
  Vector3 position;  // of the frame's origin
  Vector3 velocity;
  Vector3 w;             // of the body
  Vector3 angular_bias;  // α at v̇ = 0
  Vector3 bias;          // acceleration of the frame's origin at v̇ = 0
  Vector3 body_bias;     // acceleration of the body's origin at v̇ = 0
};

FrameMotion calc_frame(const Kinematics& kinematics, const std::vector<BodyAcceleration>& bias, int body,
                       const Matrix3& R_BC, const Vector3& p_BC) {
  const BodyMotion& motion = kinematics.body(body);
  const BodyAcceleration& acceleration = bias[static_cast<std::size_t>(body)];
  FrameMotion frame;
  frame.body = body;
  frame.R = as_eigen(motion.R_WB) * R_BC;
  frame.arm = as_eigen(motion.R_WB) * p_BC;
  frame.w = as_eigen(motion.w_WB);
  frame.position = as_eigen(motion.p_WB) + frame.arm;
  frame.velocity = as_eigen(motion.v_WB) + frame.w.cross(frame.arm);
  frame.angular_bias = as_eigen(acceleration.angular);
  frame.body_bias = as_eigen(acceleration.linear);
  frame.bias = frame.body_bias + frame.angular_bias.cross(frame.arm) + frame.w.cross(frame.w.cross(frame.arm));
  return frame;
}

ConstraintRow make_row(const FrameMotion& C, const FrameMotion& D, double residual, double bias) {
  ConstraintRow row;
  row.body_a = C.body;
  row.body_b = D.body;
  row.residual = residual;
  row.bias = bias;
  row.holonomic = true;
  return row;
}

// φ = u·(p_D − p_C) for u fixed in the world.
ConstraintRow make_point_row(const FrameMotion& C, const FrameMotion& D, const Vector3& u) {
  ConstraintRow row = make_row(C, D, u.dot(D.position - C.position), u.dot(D.bias - C.bias));
  row.linear_a = PackedVector3(Vector3(-u));
  row.linear_b = PackedVector3(u);
  row.angular_a = PackedVector3(Vector3(-C.arm.cross(u)));
  row.angular_b = PackedVector3(Vector3(D.arm.cross(u)));
  return row;
}

// φ = u·(p_D − p_C) for u fixed in A: as before, and u̇ = w_A × u.
ConstraintRow make_offset_row(const FrameMotion& C, const FrameMotion& D, const Vector3& u) {
  const Vector3 d = D.position - C.position;
  const Vector3 u_rate = C.w.cross(u);
  ConstraintRow row = make_point_row(C, D, u);
  row.angular_a += PackedVector3(Vector3(u.cross(d)));
  row.bias += 2.0 * u_rate.dot(D.velocity - C.velocity) + (C.angular_bias.cross(u) + C.w.cross(u_rate)).dot(d);
  return row;
}

// φ = u·s for u fixed in A and s in B, which are to stay perpendicular: φ̇ = (s × u)·(w_B − w_A).
ConstraintRow make_perpendicular_row(const FrameMotion& C, const FrameMotion& D, const Vector3& u, const Vector3& s) {
  const Vector3 n = s.cross(u);
  const Vector3 n_rate = D.w.cross(s).cross(u) + s.cross(C.w.cross(u));
  ConstraintRow row = make_row(C, D, u.dot(s), n.dot(D.angular_bias - C.angular_bias) + n_rate.dot(D.w - C.w));
  row.angular_a = PackedVector3(Vector3(-n));
  row.angular_b = PackedVector3(n);
  return row;
}

// φ = |p_D − p_C| − length
ConstraintRow make_distance_row(const FrameMotion& C, const FrameMotion& D, double length) {
  const Vector3 d = D.position - C.position;
  const Vector3 d_rate = D.velocity - C.velocity;
  const double distance = d.norm();
  // Where the points coincide any direction serves to push them apart.
  const Vector3 u = distance > 0.0 ? Vector3(d / distance) : Vector3::UnitX();
  ConstraintRow row = make_point_row(C, D, u);
  row.residual = distance - length;
  const double across = d_rate.squaredNorm() - u.dot(d_rate) * u.dot(d_rate);
  row.bias += distance > 0.0 ? across / distance : 0.0;
  return row;
}

// u·v_C = 0 for u fixed in A.
ConstraintRow make_skate_row(const FrameMotion& C) {
  const Vector3 u = C.R.col(0);
  ConstraintRow row = make_row(C, C, 0.0, u.dot(C.bias) + C.w.cross(u).dot(C.velocity));
  row.body_b = 0;
  row.linear_a = PackedVector3(u);
  row.angular_a = PackedVector3(Vector3(C.arm.cross(u)));
  row.holonomic = false;
  return row;
}

// From the centre to the point that touches the plane with normal n, and its rate.
struct TouchingPoint {
  Vector3 arm;
  Vector3 arm_rate;
};
TouchingPoint find_touching_point(const Constraint& constraint, const FrameMotion& D, const Vector3& n) {
  if (constraint.type == ConstraintType::RollingSphere) return {-constraint.radius * n, Vector3::Zero()};
  // The lowest point of the rim lies along the part of −n in the disk's plane.
  const Vector3 axis = D.R.col(2);
  const Vector3 axis_rate = D.w.cross(axis);
  const Vector3 s = n - n.dot(axis) * axis;
  const double length = s.norm();
  // Lying flat, every point of the rim is the lowest: take the centre, which at least does not jump.
  if (length < 1e-12) return {Vector3::Zero(), Vector3::Zero()};
  const Vector3 s_rate = -n.dot(axis_rate) * axis - n.dot(axis) * axis_rate;
  const Vector3 u = s / length;
  return {-constraint.radius * u, -constraint.radius / length * (s_rate - u.dot(s_rate) * u)};
}

// The point that touches the plane has no velocity: v_B + w × arm = 0 along the normal and both tangents.
ConstraintRow* add_rolling_rows(const Constraint& constraint, const FrameMotion& C, const FrameMotion& D,
                                ConstraintRow* row) {
  const Vector3 n = C.R.col(2);
  const TouchingPoint touching = find_touching_point(constraint, D, n);
  const Vector3 arm = D.arm + touching.arm;
  const Vector3 arm_rate = D.w.cross(D.arm) + touching.arm_rate;
  const Vector3 bias = D.body_bias + D.angular_bias.cross(arm) + D.w.cross(arm_rate);
  for (const int axis : {2, 0, 1}) {
    const Vector3 u = C.R.col(axis);
    *row = make_row(C, D, 0.0, u.dot(bias));
    row->linear_b = PackedVector3(u);
    row->angular_b = PackedVector3(Vector3(arm.cross(u)));
    row->holonomic = axis == 2;
    if (row->holonomic) row->residual = n.dot(D.position + touching.arm - C.position);
    ++row;
  }
  return row;
}

ConstraintRow make_coupling_row(const Constraint& constraint, const ConstVectorRef& q,
                                const ConstVectorRef& driven_rate) {
  ConstraintRow row;
  row.velocity_a = constraint.velocity_a;
  row.velocity_b = constraint.velocity_b;
  row.effort_a = -constraint.ratio;
  row.effort_b = 1.0;
  row.residual = q[constraint.position_b] - constraint.ratio * q[constraint.position_a] - constraint.offset;
  row.bias = driven_rate[constraint.velocity_b] - constraint.ratio * driven_rate[constraint.velocity_a];
  row.holonomic = true;
  return row;
}

ConstraintRow* add_point_rows(const FrameMotion& C, const FrameMotion& D, ConstraintRow* row) {
  for (int k = 0; k < 3; ++k) *row++ = make_point_row(C, D, Vector3::Unit(k));
  return row;
}

// D stays on C's z-axis.
ConstraintRow* add_line_rows(const FrameMotion& C, const FrameMotion& D, ConstraintRow* row) {
  *row++ = make_offset_row(C, D, C.R.col(0));
  *row++ = make_offset_row(C, D, C.R.col(1));
  return row;
}

// The z-axes stay parallel.
ConstraintRow* add_axis_rows(const FrameMotion& C, const FrameMotion& D, ConstraintRow* row) {
  *row++ = make_perpendicular_row(C, D, C.R.col(0), D.R.col(2));
  *row++ = make_perpendicular_row(C, D, C.R.col(1), D.R.col(2));
  return row;
}

// All axes stay parallel.
ConstraintRow* add_orientation_rows(const FrameMotion& C, const FrameMotion& D, ConstraintRow* row) {
  row = add_axis_rows(C, D, row);
  *row++ = make_perpendicular_row(C, D, C.R.col(0), D.R.col(1));
  return row;
}

using MatrixRow = Eigen::Ref<Eigen::RowVectorXd, 0, Eigen::InnerStride<>>;

// Returns the size of the largest entry if nothing in it had cancelled.
double add_along_chain(const Model& model, const Kinematics& kinematics, int body, const PackedVector3& angular,
                       const PackedVector3& linear, MatrixRow J) {
  const auto size = [](const PackedVector3& x) { return std::sqrt(dot(x, x)); };
  double largest = 0.0;
  PackedVector3 reach;  // from the joint's origin to the body's
  for (int i = body; i > 0; i = model.body(i).parent) {
    const Body& ancestor = model.body(i);
    // linear·(S_v + S_w × reach) = linear·S_v + S_w·(reach × linear)
    const PackedVector3 turning = angular + cross(reach, linear);
    const double turning_size = size(angular) + size(reach) * size(linear);
    for (int k = ancestor.velocity_start; k < ancestor.velocity_start + ancestor.degrees; ++k) {
      const JointColumn& column = kinematics.column(k);
      J[k] += dot(column.angular, turning) + dot(column.linear, linear);
      largest = std::max(largest, size(column.angular) * turning_size + size(column.linear) * size(linear));
    }
    reach += kinematics.body(i).p_PB;
  }
  return largest;
}

// A row that the joints leave nothing but round-off of, as those across the plane of a planar linkage, acts on nothing.
// Left in place it would be taken for a row in very small units and would lock the mechanism.
void clear_round_off(const Model& model, double largest_entry, MatrixRow J) {
  constexpr double kRoundOff = 1e-12;  // some ε for each joint on the way; no lever is that short
  for (const Body& body : model.bodies()) {
    if (body.driven || body.degrees == 0) continue;
    if (J.segment(body.velocity_start, body.degrees).cwiseAbs().maxCoeff() > kRoundOff * largest_entry) return;
  }
  for (const Body& body : model.bodies()) {
    if (!body.driven) J.segment(body.velocity_start, body.degrees).setZero();
  }
}

}  // namespace

void calc_constraint_rows(const Model& model, const Kinematics& kinematics, const ConstVectorRef& q,
                          const ConstVectorRef& driven_rate, const std::vector<BodyAcceleration>& bias,
                          std::vector<ConstraintRow>& rows) {
  CAROM_ASSERT(static_cast<int>(rows.size()) == model.num_constraint_rows());
  for (const Constraint& constraint : model.constraints()) {
    ConstraintRow* row = rows.data() + constraint.first_row;
    if (constraint.type == ConstraintType::Coupling) {
      *row = make_coupling_row(constraint, q, driven_rate);
      continue;
    }
    const FrameMotion C = calc_frame(kinematics, bias, constraint.body_a, constraint.R_AC, constraint.p_AC);
    const FrameMotion D = calc_frame(kinematics, bias, constraint.body_b, constraint.R_BD, constraint.p_BD);
    switch (constraint.type) {
      case ConstraintType::Point:
        add_point_rows(C, D, row);
        break;
      case ConstraintType::Hinge:
        add_axis_rows(C, D, add_point_rows(C, D, row));
        break;
      case ConstraintType::Weld:
        add_orientation_rows(C, D, add_point_rows(C, D, row));
        break;
      case ConstraintType::Distance:
        *row = make_distance_row(C, D, constraint.length);
        break;
      case ConstraintType::Cylindrical:
        add_axis_rows(C, D, add_line_rows(C, D, row));
        break;
      case ConstraintType::Prismatic:
        add_orientation_rows(C, D, add_line_rows(C, D, row));
        break;
      case ConstraintType::Skate:
        *row = make_skate_row(C);
        break;
      case ConstraintType::RollingSphere:
      case ConstraintType::RollingDisk:
        add_rolling_rows(constraint, C, D, row);
        break;
      case ConstraintType::Line:
        add_line_rows(C, D, row);
        break;
      case ConstraintType::Coupling:
        break;
    }
  }
}

int find_opposite_constraint(const Model& model, const Kinematics& kinematics) {
  int number = 0;
  for (const Constraint& constraint : model.constraints()) {
    const bool turns_not = constraint.type == ConstraintType::Weld || constraint.type == ConstraintType::Prismatic;
    const bool keeps_axis = constraint.type == ConstraintType::Hinge || constraint.type == ConstraintType::Cylindrical;
    if (turns_not || keeps_axis) {
      const Matrix3 R_WC = as_eigen(kinematics.body(constraint.body_a).R_WB) * constraint.R_AC;
      const Matrix3 R_WD = as_eigen(kinematics.body(constraint.body_b).R_WB) * constraint.R_BD;
      if (R_WC.col(2).dot(R_WD.col(2)) < 0.0) return number;
      if (turns_not && R_WC.col(0).dot(R_WD.col(0)) < 0.0) return number;
    }
    ++number;
  }
  return -1;
}

void calc_constraint_matrix(const Model& model, const Kinematics& kinematics, const std::vector<ConstraintRow>& rows,
                            MatrixRef J) {
  J.setZero();
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const ConstraintRow& row = rows[r];
    auto target = J.row(static_cast<int>(r));
    const double entry_a = add_along_chain(model, kinematics, row.body_a, row.angular_a, row.linear_a, target);
    const double entry_b = add_along_chain(model, kinematics, row.body_b, row.angular_b, row.linear_b, target);
    if (row.velocity_a >= 0) target[row.velocity_a] += row.effort_a;
    if (row.velocity_b >= 0) target[row.velocity_b] += row.effort_b;
    clear_round_off(model, std::max(entry_a, entry_b), target);
  }
}

void add_constraint_force(const ConstraintRow& row, double multiplier, AppliedForces& forces) {
  Wrench& a = forces.wrenches[static_cast<std::size_t>(row.body_a)];
  Wrench& b = forces.wrenches[static_cast<std::size_t>(row.body_b)];
  a.torque += row.angular_a * multiplier;
  a.force += row.linear_a * multiplier;
  b.torque += row.angular_b * multiplier;
  b.force += row.linear_b * multiplier;
  if (row.velocity_a >= 0) forces.efforts[row.velocity_a] += row.effort_a * multiplier;
  if (row.velocity_b >= 0) forces.efforts[row.velocity_b] += row.effort_b * multiplier;
}

}  // namespace carom
