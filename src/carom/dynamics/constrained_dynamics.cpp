#include "carom/dynamics/constrained_dynamics.h"

#include <algorithm>
#include <cmath>

namespace carom {
namespace {

// What the acceleration along a row is summed from at v̇ = driven_rate, nothing cancelled: round-off is some ε of it.
double calc_size_of_terms(const ConstraintRow& row, const Kinematics& kinematics,
                          const std::vector<BodyAcceleration>& bias) {
  const auto size = [](const PackedVector3& x) { return std::sqrt(dot(x, x)); };
  const auto of_body = [&](int body, const PackedVector3& angular, const PackedVector3& linear) {
    const BodyAcceleration& acceleration = bias[static_cast<std::size_t>(body)];
    const PackedVector3& w = kinematics.body(body).w_WB;
    return size(linear) * size(acceleration.linear) + size(angular) * (size(acceleration.angular) + dot(w, w));
  };
  return of_body(row.body_a, row.angular_a, row.linear_a) + of_body(row.body_b, row.angular_b, row.linear_b) +
         std::abs(row.bias);
}

}  // namespace

ConstraintWorkspace::ConstraintWorkspace(const Model& model)
    : rows(static_cast<std::size_t>(model.num_constraint_rows())),
      bias(static_cast<std::size_t>(model.num_bodies())),
      driven_rate(VectorX::Zero(model.num_velocities())),
      J(model.num_constraint_rows(), model.num_velocities()),
      M_inverse_Jt(model.num_velocities(), model.num_constraint_rows()),
      G(model.num_constraint_rows(), model.num_constraint_rows()),
      right_side(model.num_constraint_rows()),
      multipliers(VectorX::Zero(model.num_constraint_rows())),
      scratch(model),
      solver(model.num_constraint_rows()) {}

void calc_constraint_system(const Model& model, const Kinematics& kinematics, const ConstVectorRef& q,
                            ArticulatedBodies& articulated, ConstraintWorkspace& workspace, double rank_tolerance) {
  calc_accelerations(model, kinematics, workspace.driven_rate, workspace.bias);
  calc_constraint_rows(model, kinematics, q, workspace.driven_rate, workspace.bias, workspace.rows);
  calc_constraint_matrix(model, kinematics, workspace.rows, workspace.J);
  calc_delassus_matrix(model, kinematics, workspace.J, articulated, workspace.scratch, workspace.M_inverse_Jt,
                       workspace.G);
  workspace.solver.factor(workspace.G, rank_tolerance);
}

ConstrainedDynamicsReport calc_constrained_dynamics(const Model& model, const Kinematics& kinematics,
                                                    const ConstVectorRef& q, const AppliedForces& applied,
                                                    ArticulatedBodies& articulated, ConstraintWorkspace& workspace,
                                                    VectorRef v_rate) {
  for (const JointDrive& drive : model.joint_drives()) workspace.driven_rate[drive.velocity] = v_rate[drive.velocity];

  // As if there were no constraints,
  const ForwardDynamicsReport free = calc_forward_dynamics(model, kinematics, applied, articulated, v_rate);
  if (!free.ok()) return {.singular_body = free.singular_body};
  if (workspace.rows.empty()) return {};

  // then the multipliers that cancel what violates them, J (v̇ + M⁻¹Jᵀλ) + J̇v = 0.
  calc_constraint_system(model, kinematics, q, articulated, workspace);
  double size_of_terms = 0.0;
  for (std::size_t r = 0; r < workspace.rows.size(); ++r) {
    const auto i = static_cast<int>(r);
    const ConstraintRow& row = workspace.rows[r];
    // The bias holds the driven joints' accelerations already; count them once.
    workspace.right_side[i] = -row.bias - workspace.J.row(i).dot(v_rate - workspace.driven_rate);
    const double along_joints = workspace.J.row(i).cwiseAbs().dot(v_rate.cwiseAbs());
    size_of_terms = std::max(size_of_terms, along_joints + calc_size_of_terms(row, kinematics, workspace.bias));
  }
  // A mechanism that rests without forces has terms of rounding alone, of which redundant rows need not agree.
  constexpr double kNothing = 1e-12;  // [m/s²] or [rad/s²]
  const SemidefiniteReport solved = workspace.solver.solve(workspace.right_side, workspace.multipliers);
  v_rate += workspace.M_inverse_Jt.lazyProduct(workspace.multipliers);
  return {.singular_body = -1,
          .rank_deficit = solved.rank_deficit,
          .contradiction = solved.residual / std::max(size_of_terms, kNothing),
          .clear_rank = solved.clear_rank};
}

}  // namespace carom
