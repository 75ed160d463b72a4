#include "carom/complementarity/mlcp/free_elimination.h"

namespace carom {
namespace {

// Digits that a solution may lose to the elimination; beyond, the whole problem is the better one.
constexpr double kLeastReciprocalCondition = 1e-10;

}  // namespace

bool FreeElimination::reduce(const MlcpProblem& problem) {
  free_.clear();
  bounded_.clear();
  for (int i = 0; i < problem.size(); ++i) (problem.is_free(i) ? free_ : bounded_).push_back(i);
  if (free_.empty()) return false;
  lu_.compute(problem.M(free_, free_));
  if (!lu_.isInvertible() || lu_.rcond() < kLeastReciprocalCondition) return false;
  M_FB_ = problem.M(free_, bounded_);
  M_BF_ = problem.M(bounded_, free_);
  q_F_ = problem.q(free_);
  M_ = problem.M(bounded_, bounded_) - M_BF_ * lu_.solve(M_FB_);
  q_ = problem.q(bounded_) - M_BF_ * lu_.solve(q_F_);
  lower_ = problem.lower(bounded_);
  upper_ = problem.upper(bounded_);
  return true;
}

void FreeElimination::expand(const ConstVectorRef& z_B, VectorRef z) const {
  z(bounded_) = z_B;
  const VectorX right = -(q_F_ + M_FB_ * z_B);
  const VectorX z_F = lu_.solve(right);
  z(free_) = z_F;
}

VectorX FreeElimination::expand_certificate(const ConstVectorRef& y_B) const {
  VectorX y(static_cast<Eigen::Index>(free_.size() + bounded_.size()));
  y(bounded_) = y_B;
  const VectorX right = -(M_BF_.transpose() * y_B);
  const VectorX y_F = lu_.transpose().solve(right);
  y(free_) = y_F;
  return y;
}

}  // namespace carom
