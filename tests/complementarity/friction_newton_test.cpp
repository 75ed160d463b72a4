// Newton's method by impulses and by velocities, from near and from far.
#include "carom/complementarity/cones/friction_newton.h"

#include <atomic>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "carom/complementarity/default_solvers.h"
#include "complementarity/random_problems.h"
#include "support/allocation_counter.h"
#include "support/untrapped.h"

namespace carom {
namespace {

using test::make_pile;
using test::make_random;
using test::Pile;

// Contacts that are apart, stick and slide, at random.
TEST(FrictionNewton, VelocitiesAndImpulsesGiveTheSameSteps) {
  const Pile pile = make_pile(5, 3, 10.0, 4);
  FactoredOperator G = pile.make_operator();
  G.finish(VectorX::LinSpaced(pile.q.size(), 0.0, 0.1));
  const FrictionProblem problem{G, pile.q, pile.mu, pile.mu_rolling};
  std::vector<BlockMatrix> jacobians;
  VectorX rho(pile.contacts);
  const VectorX y = make_random(3 * pile.contacts, 1, 5), function = make_random(3 * pile.contacts, 1, 6);
  for (int contact = 0; contact < pile.contacts; ++contact) {
    jacobians.push_back(project_on_discs(problem.cone(contact), y.segment<3>(3 * contact)).jacobian);
    rho[contact] = 3.0 / G.diagonal(contact).trace();
  }
  const auto by_velocities = make_velocity_equations(), by_impulses = make_impulse_equations();
  VectorX step, other;
  for (const auto& [equations, result] : {std::pair{by_velocities.get(), &step}, {by_impulses.get(), &other}}) {
    (void)equations->start(problem, rho);
    equations->factor(jacobians, 1e-4);
    equations->solve(function, *result);
  }
  EXPECT_LT((step - other).norm(), 1e-10 * other.norm());
}

// Squares of such velocities are infinite: nothing lowers the error, and every method ends.
TEST(FrictionNewton, NumbersBeyondAllMeasureEndEveryMethod) {
  const testing_support::Untrapped untrapped;
  Pile pile = make_pile(4, 3, 1.0, 1);
  pile.q *= 1e300;
  FactoredOperator G = pile.make_operator();
  const FrictionProblem problem{G, pile.q, pile.mu, pile.mu_rolling};
  VectorX r = VectorX::Zero(pile.q.size());
  EXPECT_LE(FrictionSolver(pile.contacts, 3).solve(problem, r).iterations, 6000);
}

TEST(FrictionNewton, AStopTokenEndsEveryMethod) {
  const Pile pile = make_pile(20, 3, 1.0, 1);
  FactoredOperator G = pile.make_operator();
  const std::atomic<bool> stop{true};
  const FrictionProblem problem{
      .G = G, .q = pile.q, .mu = pile.mu, .mu_rolling = pile.mu_rolling, .stop = StopToken(stop)};
  FrictionSolver solver(pile.contacts, 3);
  VectorX r = VectorX::Zero(pile.q.size());
  const SolveReport report = solver.solve(problem, r);
  EXPECT_FALSE(report.solved());
  EXPECT_EQ(report.iterations, 0);
}

TEST(FrictionNewton, VelocitiesAllocateNothingTheSecondTime) {
  if (!testing_support::counts_allocations()) GTEST_SKIP() << "the sanitizers own malloc";
  const Pile pile = make_pile(12, 3, 1.0, 3);
  FactoredOperator G = pile.make_operator();
  const FrictionProblem problem{G, pile.q, pile.mu, pile.mu_rolling};
  FrictionNewton newton(make_velocity_equations());
  VectorX r = VectorX::Zero(pile.q.size());
  (void)newton.solve(problem, r, {.most_iterations = 10});
  r.setZero();
  const std::int64_t before = testing_support::allocation_count();
  const SolveReport report = newton.solve(problem, r, {.most_iterations = 10});
  EXPECT_EQ(testing_support::allocation_count(), before);
  EXPECT_GT(report.iterations, 1);
}

}  // namespace
}  // namespace carom
