#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "carom/complementarity/default_solvers.h"
#include "carom/impact/several/cone_form.h"
#include "carom/impact/several/impulse_problem.h"
#include "carom/impact/several/mode_proof.h"

namespace carom::impact {
namespace {

/// Of the largest velocity: what is good at once, and what will do if no method comes closer.
constexpr double kExact = 1e-11;
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

  /// Takes impulses that were found somehow, if they are better. True: no better ones are worth looking for.
  [[nodiscard]] bool accepts(VectorX x) {
    if (!x.allFinite()) return false;
    if (x.size() <= kMostPolished) problem_.polish(x);
    const double error = problem_.calc_error(x);
    if (!(error < error_)) return error_ <= kExact;
    error_ = error;
    x_ = x;
    return error <= (x.size() <= kMostPolished ? kExact : kSolved);
  }

  [[nodiscard]] bool solved() const { return error_ <= kSolved; }
  [[nodiscard]] VectorX get_least() const {
    VectorX x = x_;
    if (x.size() <= kMostPolished) problem_.take_least_norm(x);
    return x;
  }
  [[nodiscard]] SolveStatus last_status() const { return status_; }
  [[nodiscard]] FrictionSolver make_default_solver() const { return {form_.blocks(), form_.block_size()}; }

 private:
  const ScaledImpulses& problem_;
  ConeForm form_;
  VectorX x_;
  double error_{std::numeric_limits<double>::infinity()};  // of x
  SolveStatus status_{};
};

/// Feet that share a load in many ways and rub with different friction have many motions. Contacts that are a little
/// soft have one: what is nearest to theirs does not depend on the way to it. The softer, the less rounding matters;
/// the harder, the nearer.
constexpr std::array<double, 3> kSoftness{1e-4, 1e-6, 1e-8};

template <class Method>
VectorX solve_soft(const ScaledImpulses& problem, double softness, const Method& method) {
  const ScaledImpulses soft = problem.make_soft(softness);
  ConeForm form(soft);
  VectorX r = VectorX::Zero(form.block_size() * form.blocks());
  (void)method(form.problem(), r);
  VectorX x = form.gather(r);
  if (x.allFinite() && x.size() <= kMostPolished) soft.polish(x);
  return x;
}

bool solve_by_newton_alone(const ScaledImpulses& scaled, Attempts& attempts) {
  const auto newton = [](const FrictionProblem& problem, VectorRef r) {
    return solve_by_newton(problem, r, {.tolerance = kAsked, .most_iterations = 50});
  };
  const auto succeeds_softly = [&](double softness) { return attempts.accepts(solve_soft(scaled, softness, newton)); };
  return std::ranges::any_of(kSoftness, succeeds_softly) || attempts.succeeds(newton);
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
  (void)(solve_by_newton_alone(scaled, attempts) || attempts.succeeds(every_method));
  if (!attempts.solved()) {
    if (attempts.last_status() == SolveStatus::Infeasible) return ImpulseStatus::NoSolution;
    VectorX found;
    const ModeProof proof = try_every_mode(problem, found);
    if (proof == ModeProof::NoSolution) return ImpulseStatus::NoSolution;
    if (proof == ModeProof::Found) (void)attempts.accepts(scaled.from_impulses(found));
  }
  if (!attempts.solved()) return ImpulseStatus::NotFound;
  p = scaled.to_impulses(attempts.get_least());
  return ImpulseStatus::Solved;
}

double calc_impulse_error(const ImpulseProblem& problem, const VectorX& p) {
  const ScaledImpulses scaled(problem);
  return scaled.is_trivial() ? p.cwiseAbs().maxCoeff() : scaled.calc_error(scaled.from_impulses(p));
}

}  // namespace carom::impact
