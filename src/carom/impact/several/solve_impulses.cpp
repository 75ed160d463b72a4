#include <cmath>

#include "carom/complementarity/default_solvers.h"
#include "carom/impact/several/cone_form.h"
#include "carom/impact/several/impulse_problem.h"
#include "carom/impact/several/mode_proof.h"

namespace carom::impact {
namespace {

/// Of the largest velocity.
constexpr double kSolved = 1e-9;
/// What the solvers are asked for; polishing does the rest.
constexpr double kAsked = 1e-10;
/// Rows beyond which the last digits cost more than they are worth.
constexpr int kMostPolished = 300;

class Attempts {
 public:
  explicit Attempts(const ScaledImpulses& problem) : problem_(problem), form_(problem) {}

  /// Lets a method of the complementarity layer start from no impulses.
  template <class Method>
  [[nodiscard]] bool succeeds(const Method& method) {
    VectorX r = VectorX::Zero(form_.block_size() * form_.blocks());
    status_ = method(form_.problem(), r).status;
    return accepts(form_.gather(r));
  }

  /// Takes impulses that were found somehow, if they are good.
  [[nodiscard]] bool accepts(VectorX x) {
    if (!x.allFinite()) return false;
    if (x.size() <= kMostPolished) problem_.polish(x);
    if (!(problem_.calc_error(x) <= kSolved)) return false;
    if (x.size() <= kMostPolished) problem_.take_least_norm(x);
    x_ = x;
    return true;
  }

  [[nodiscard]] const VectorX& x() const { return x_; }
  [[nodiscard]] SolveStatus last_status() const { return status_; }
  [[nodiscard]] FrictionSolver make_default_solver() const { return {form_.blocks(), form_.block_size()}; }

 private:
  const ScaledImpulses& problem_;
  ConeForm form_;
  VectorX x_;
  SolveStatus status_{};
};

bool solve_by_newton_alone(Attempts& attempts) {
  const auto newton = [](const FrictionProblem& problem, VectorRef r) {
    return solve_by_newton(problem, r, {.tolerance = kAsked, .most_iterations = 50});
  };
  return attempts.succeeds(newton);
}

}  // namespace

ImpulseStatus solve_impulses(const ImpulseProblem& problem, VectorX& p) {
  const ScaledImpulses scaled(problem);
  p.setZero(problem.q.size());
  if (scaled.is_trivial()) return ImpulseStatus::Solved;
  Attempts attempts(scaled);
  const auto every_method = [&](const FrictionProblem& cones, VectorRef r) {
    return attempts.make_default_solver().solve(cones, r, {.tolerance = kAsked});
  };
  bool solved = solve_by_newton_alone(attempts) || attempts.succeeds(every_method);
  if (!solved && attempts.last_status() == SolveStatus::Infeasible) return ImpulseStatus::NoSolution;
  if (!solved) {
    VectorX found;
    const ModeProof proof = try_every_mode(problem, found);
    if (proof == ModeProof::NoSolution) return ImpulseStatus::NoSolution;
    solved = proof == ModeProof::Found && attempts.accepts(scaled.from_impulses(found));
  }
  if (!solved) return ImpulseStatus::NotFound;
  p = scaled.to_impulses(attempts.x());
  return ImpulseStatus::Solved;
}

double calc_impulse_error(const ImpulseProblem& problem, const VectorX& p) {
  const ScaledImpulses scaled(problem);
  return scaled.is_trivial() ? p.cwiseAbs().maxCoeff() : scaled.calc_error(scaled.from_impulses(p));
}

}  // namespace carom::impact
