#include <algorithm>
#include <cmath>

#include "carom/complementarity/cones/friction_splitting.h"
#include "carom/complementarity/cones/scaled_friction.h"
#include "carom/complementarity/linear/sparse_or_dense_lu.h"

namespace carom {
namespace {

using SparseMatrix = Eigen::SparseMatrix<double>;

/// Minimises ½ xᵀW x + (q + s)ᵀx + [z ∈ K] with x = z. Multipliers λ; at the solution −λ is u' = G x + q + s, so that
/// its tangents are those of u.
class Admm {
 public:
  Admm(const FrictionProblem& problem, const VectorX& r)
      : problem_(problem), scaled_(problem), x_(r.cwiseQuotient(scaled_.scale())), z_(x_), shift_(r.size()) {
    lambda_ = -scaled_.calc_velocities(x_);
    update_shift();
    lambda_ -= shift_;
    factor();
  }

  [[nodiscard]] VectorX impulses() const { return scaled_.scale().cwiseProduct(z_); }

  void iterate() {
    x_ = solve_shifted(rho_ * z_ - lambda_ - scaled_.q() - shift_);
    const VectorX last = z_;
    z_ = x_ + lambda_ / rho_;
    const int size = problem_.G.block_size();
    for (int contact = 0; contact < problem_.contacts(); ++contact) {
      auto block = z_.segment(contact * size, size);
      block = project_on_cone(problem_.cone(contact), block);
    }
    lambda_ += rho_ * (x_ - z_);
    update_shift();
    primal_ = (x_ - z_).norm();
    dual_ = rho_ * (z_ - last).norm();
  }

  // A factorisation costs as much as many iterations: only where the residuals differ much.
  void balance() {
    constexpr double kApart = 10.0;
    const double ratio = primal_ / std::max(dual_, 1e-300);
    if (ratio < kApart && ratio > 1.0 / kApart) return;
    rho_ = std::clamp(rho_ * std::clamp(std::sqrt(ratio), 0.1, 10.0), 1e-6, 1e6);
    factor();
  }

 private:
  // G + ρ, or with D = C + ρ through the velocities: (J MJ + D)⁻¹ = D⁻¹ (1 − J (1 + MJ D⁻¹ J)⁻¹ MJ D⁻¹). A singular
  // factor shows as numbers that are not finite, which end the iterations.
  void factor() {
    const auto& factors = scaled_.factors();
    if (!factors) {
      identity_.resize(x_.size(), x_.size());
      identity_.setIdentity();
      static_cast<void>(lu_.factor(scaled_.matrix() + rho_ * identity_));
      return;
    }
    shifted_ = (factors->compliance.array() + rho_).inverse();
    identity_.resize(factors->J.cols(), factors->J.cols());
    identity_.setIdentity();
    static_cast<void>(lu_.factor(identity_ + factors->MJ * SparseMatrix(shifted_.asDiagonal() * factors->J)));
  }

  [[nodiscard]] VectorX solve_shifted(const VectorX& right) const {
    const auto& factors = scaled_.factors();
    if (!factors) return lu_.solve(right);
    const VectorX velocities = lu_.solve(factors->MJ * shifted_.cwiseProduct(right));
    return shifted_.cwiseProduct(right - factors->J * velocities);
  }

  void update_shift() {
    const int size = problem_.G.block_size();
    shift_.setZero();
    for (int contact = 0; contact < problem_.contacts(); ++contact) {
      BlockVector tangents = lambda_.segment(contact * size, size);
      tangents[0] = 0.0;
      shift_[contact * size] = add_de_saxce_term(problem_.cone(contact), tangents)[0];
    }
  }

  const FrictionProblem& problem_;
  ScaledFriction scaled_;
  VectorX x_, z_, lambda_, shift_;
  VectorX shifted_;  // 1/(C + ρ)
  SparseMatrix identity_;
  SparseOrDenseLu lu_;
  double rho_{0.1};  // in parts of the diagonal of G
  double primal_{}, dual_{};
};

}  // namespace

SolveReport solve_by_admm(const FrictionProblem& problem, VectorRef r, const IterationOptions& options) {
  SolveReport report = check_data(problem);
  if (report.status == SolveStatus::BadData) return report;
  BestIterate<FrictionProblem> best(static_cast<int>(r.size()));
  Admm admm(problem, r);
  int next_balance = 10;
  while (!best.check(problem, r, options, report)) {
    for (int k = 0; k < options.check_every; ++k, ++report.iterations) admm.iterate();
    // Ever rarer, so that the changes of ρ end.
    if (report.iterations >= next_balance) {
      admm.balance();
      next_balance *= 2;
    }
    r = admm.impulses();
  }
  return report;
}

}  // namespace carom
