#include "carom/dynamics/projection.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "carom/model/joints/joint_coordinates.h"

namespace carom {
namespace {

double calc_largest_residual(const std::vector<ConstraintRow>& rows) {
  double largest = 0.0;
  for (const ConstraintRow& row : rows) {
    // Written so that a NaN counts as the largest.
    if (!(std::abs(row.residual) <= largest)) largest = std::abs(row.residual);
  }
  return largest;
}

}  // namespace

Projector::Projector(const Model& model)
    : model_(&model),
      kinematics_(model),
      articulated_(model),
      workspace_(model),
      no_forces_(model),
      at_rest_(VectorX::Zero(model.num_velocities())),
      v_rate_(VectorX::Zero(model.num_velocities())),
      q_before_(model.num_positions()) {}

ConstraintViolation Projector::calc_violation(const ConstVectorRef& q, const ConstVectorRef& v) {
  if (workspace_.rows.empty()) return {};
  calc_kinematics(*model_, q, at_rest_, kinematics_);
  calc_accelerations(*model_, kinematics_, at_rest_, workspace_.bias);
  calc_constraint_rows(*model_, kinematics_, q, at_rest_, workspace_.bias, workspace_.rows);
  calc_constraint_matrix(*model_, kinematics_, workspace_.rows, workspace_.J);
  workspace_.right_side.noalias() = workspace_.J.lazyProduct(v);
  return {calc_largest_residual(workspace_.rows), workspace_.right_side.cwiseAbs().maxCoeff()};
}

ProjectionReport Projector::project(VectorRef q, VectorRef v) {
  ProjectionReport report;
  if (workspace_.rows.empty()) return {.converged = true};
  q_before_ = q;
  report.converged = project_positions(q, report.iterations);
  if (report.converged) {
    report.opposite = find_opposite_constraint(*model_, kinematics_);
    report.converged = report.opposite < 0;
  }
  if (report.converged) {
    project_velocities(v);
    report.left = {calc_largest_residual(workspace_.rows), workspace_.right_side.cwiseAbs().maxCoeff()};
  } else {
    report.left.position = calc_largest_residual(workspace_.rows);
    q = q_before_;
  }
  return report;
}

// Rows, Delassus matrix and its factors at these positions and at rest.
bool Projector::calc_system(const ConstVectorRef& q, double rank_tolerance) {
  calc_kinematics(*model_, q, at_rest_, kinematics_);
  v_rate_.setZero();
  if (!calc_forward_dynamics(*model_, kinematics_, no_forces_, articulated_, v_rate_).ok()) return false;
  calc_constraint_system(*model_, kinematics_, q, articulated_, workspace_, rank_tolerance);
  return true;
}

bool Projector::project_positions(VectorRef q, int& iterations) {
  // Rows that are redundant on the constraints seem not to be a little off them. To follow them there would move the
  // mechanism along its own motion, by as much as it is off; so they are left out as long as the others lead back.
  double rank_tolerance = SemidefiniteSolver::kClearlyNot;
  double before = std::numeric_limits<double>::infinity();
  for (iterations = 0; iterations < kMaxIterations; ++iterations) {
    if (!calc_system(q, rank_tolerance)) return false;
    const double residual = calc_largest_residual(workspace_.rows);
    if (residual <= kTolerance || (residual <= kStallTolerance && residual > 0.5 * before)) return true;
    if (!std::isfinite(residual)) return false;
    if (residual > 0.5 * before && rank_tolerance > SemidefiniteSolver::kRankTolerance) {
      rank_tolerance = SemidefiniteSolver::kRankTolerance;
      workspace_.solver.factor(workspace_.G, rank_tolerance);
    }
    before = residual;
    // Rows of velocity only hold the step too: a rolling disk is corrected along its rolling.
    for (std::size_t r = 0; r < workspace_.rows.size(); ++r)
      workspace_.right_side[static_cast<int>(r)] = -workspace_.rows[r].residual;
    (void)workspace_.solver.solve(workspace_.right_side, workspace_.multipliers);
    v_rate_.noalias() = workspace_.M_inverse_Jt.lazyProduct(workspace_.multipliers);
    move_positions(*model_, v_rate_, 1.0, q);
  }
  return false;
}

void Projector::project_velocities(VectorRef v) {
  // Here nothing is in doubt: what still acts counts.
  if (!workspace_.solver.has_clear_rank()) workspace_.solver.factor(workspace_.G);
  // The second pass removes the round-off of the first.
  for (int pass = 0; pass < 2; ++pass) {
    workspace_.right_side.noalias() = -workspace_.J.lazyProduct(v);
    (void)workspace_.solver.solve(workspace_.right_side, workspace_.multipliers);
    v += workspace_.M_inverse_Jt.lazyProduct(workspace_.multipliers);
  }
  workspace_.right_side.noalias() = workspace_.J.lazyProduct(v);
}

}  // namespace carom
