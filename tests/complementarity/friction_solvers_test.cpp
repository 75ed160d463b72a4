// Every solver of friction problems on the same piles of cubes.
#include <limits>
#include <string>

#include <gtest/gtest.h>

#include "carom/complementarity/cones/friction_newton.h"
#include "carom/complementarity/cones/friction_splitting.h"
#include "carom/complementarity/default_solvers.h"
#include "carom/complementarity/mlcp/condensation.h"
#include "complementarity/random_problems.h"
#include "support/allocation_counter.h"

namespace carom {
namespace {

using test::make_pile;
using test::make_random;
using test::Pile;

using Method = SolveReport (*)(const FrictionProblem&, VectorRef, double);
struct NamedMethod {
  const char* name;
  Method method;
};

const NamedMethod kMethods[] = {
    {"gauss-seidel",
     [](const FrictionProblem& p, VectorRef r, double tolerance) {
       return FrictionGaussSeidel(p.contacts(), p.G.block_size())
           .solve(p, r, {.tolerance = tolerance, .most_iterations = 100000});
     }},
    {"conjugate gradients",
     [](const FrictionProblem& p, VectorRef r, double tolerance) {
       return FrictionGaussSeidel(p.contacts(), p.G.block_size())
           .solve_conjugate_gradients(p, r, {.tolerance = tolerance, .most_iterations = 100000});
     }},
    {"projected gradient",
     [](const FrictionProblem& p, VectorRef r, double tolerance) {
       return solve_by_projected_gradient(p, r, {.tolerance = tolerance, .most_iterations = 100000});
     }},
    {"newton", [](const FrictionProblem& p, VectorRef r,
                  double tolerance) { return solve_by_newton(p, r, {.tolerance = tolerance}); }},
    {"admm", [](const FrictionProblem& p, VectorRef r,
                double tolerance) { return solve_by_admm(p, r, {.tolerance = tolerance, .most_iterations = 100000}); }},
    {"default",
     [](const FrictionProblem& p, VectorRef r, double tolerance) {
       return FrictionSolver(p.contacts(), p.G.block_size()).solve(p, r, {tolerance});
     }},
};

TEST(Friction, EverySolverSolvesAPile) {
  constexpr double kTolerance = 1e-8;
  for (const int block_size : {2, 3, 5}) {
    const Pile pile = make_pile(3, block_size, 1.0, 11);
    FactoredOperator G = pile.make_operator();
    const FrictionProblem problem{G, pile.q, pile.mu, pile.mu_rolling};
    VectorX work(pile.q.size());
    for (const NamedMethod& method : kMethods) {
      VectorX r = VectorX::Zero(pile.q.size());
      const SolveReport report = method.method(problem, r, kTolerance);
      EXPECT_TRUE(report.solved()) << method.name << ", " << block_size << ": " << describe(report);
      EXPECT_LE(calc_natural_map(problem, r, work), kTolerance) << method.name;
      EXPECT_EQ(calc_natural_map(problem, r, work), report.residual) << method.name;
    }
  }
}

// Heavy cubes on light ones: sweeps pass their weight on slowly, which does not hinder the default solver.
TEST(Friction, TheDefaultSolverReachesRoundOffWhereMassesDiffer) {
  for (const double ratio : {1e-6, 1e-4, 1e-2, 1.0, 1e2, 1e3, 1e4}) {
    const Pile pile = make_pile(6, 3, ratio, 5);
    FactoredOperator G = pile.make_operator();
    const FrictionProblem problem{G, pile.q, pile.mu, pile.mu_rolling};
    VectorX r = VectorX::Zero(pile.q.size());
    const SolveReport report = FrictionSolver(pile.contacts, 3).solve(problem, r, {1e-10});
    EXPECT_TRUE(report.solved()) << ratio << ": " << describe(report);
  }
}

// Six cubes whose masses grow by a factor of a million upwards, thrown together: if no method gets there from a cold
// start, the report says so and its residual is that of what it hands out.
TEST(Friction, AnHonestReportAtExtremeMassRatios) {
  const Pile pile = make_pile(6, 3, 1e6, 5);
  FactoredOperator G = pile.make_operator();
  const FrictionProblem problem{G, pile.q, pile.mu, pile.mu_rolling};
  VectorX r = VectorX::Zero(pile.q.size()), work = r;
  const SolveReport report = FrictionSolver(pile.contacts, 3).solve(problem, r, {1e-8});
  EXPECT_EQ(report.residual, calc_natural_map(problem, r, work));
  EXPECT_EQ(report.solved(), report.residual <= 1e-8) << describe(report);
  EXPECT_NE(report.status, SolveStatus::Infeasible) << "gravity and a floor always have a solution";
  EXPECT_EQ(report.worst.count > 0, !report.solved());
}

TEST(Friction, OperatorsOfEveryKindAreTheSameMatrix) {
  const Pile pile = make_pile(4, 3, 10.0, 2);
  FactoredOperator factored = pile.make_operator();
  const Eigen::SparseMatrix<double> assembled = factored.assemble();
  BlockSparseOperator sparse(assembled, 3);
  const MatrixX matrix(assembled);
  DenseOperator dense(matrix, 3);
  const VectorX r = make_random(factored.size(), 1, 9);
  const VectorX exact = matrix * r;
  for (BlockOperator* G : {static_cast<BlockOperator*>(&factored), static_cast<BlockOperator*>(&sparse),
                           static_cast<BlockOperator*>(&dense)}) {
    VectorX u(r.size());
    G->multiply(r, u);
    EXPECT_LT((u - exact).norm(), 1e-13 * exact.norm());
    EXPECT_LT((MatrixX(G->assemble()) - matrix).norm(), 1e-14 * matrix.norm());
    // Block by block, from zero.
    G->start_sweep(VectorX::Zero(r.size()));
    for (int block = 0; block < G->block_count(); ++block) G->change_block(block, r.segment<3>(3 * block));
    for (int block = 0; block < G->block_count(); ++block) {
      EXPECT_LT((G->calc_block(block) - exact.segment<3>(3 * block)).norm(), 1e-13 * exact.norm());
      EXPECT_LT((G->diagonal(block) - matrix.block<3, 3>(3 * block, 3 * block)).norm(), 1e-13 * matrix.norm());
    }
  }
}

// The same pile with its velocities still in the problem: M v = H r + q, u = Hᵀv + b.
TEST(Friction, CondensationGivesTheSameProblem) {
  const Pile pile = make_pile(3, 3, 2.0, 4);
  MatrixX J = MatrixX::Zero(pile.q.size(), pile.velocities);
  VectorX mass(pile.velocities);
  for (const FactoredOperator::Part& part : pile.parts) {
    J.block(3 * part.block, part.first, 3, 6) = part.J;
    for (int i = 0; i < 6; ++i) {
      for (int j = 0; j < 3; ++j) {
        if (part.J(j, i) != 0.0) mass[part.first + i] = part.J(j, i) / part.MJ(i, j);
      }
    }
  }
  const VectorX free_velocity = make_random(pile.velocities, 1, 8),
                b = make_random(static_cast<int>(pile.q.size()), 1, 9);
  const VectorX momentum = mass.cwiseProduct(free_velocity);
  const MatrixX M = mass.asDiagonal(), H = J.transpose();
  const CondensedProblem condensed = condense({M.sparseView(), H.sparseView(), momentum, b});
  ASSERT_TRUE(condensed.regular);
  const MatrixX G(pile.make_operator().assemble());
  EXPECT_LT((MatrixX(condensed.G) - G).norm(), 1e-14 * G.norm());
  EXPECT_LT((condensed.q - J * free_velocity - b).norm(), 1e-13);
}

// A cube between two walls that close: no impulse helps, whatever the friction.
TEST(Friction, NamesContactsThatCannotBeResolved) {
  MatrixX J = MatrixX::Zero(9, 3);
  J.block<3, 3>(0, 0).setIdentity();
  J.block<3, 3>(3, 0) = -Matrix3::Identity();
  J.block<3, 3>(6, 0) << 0, 0, 1, 1, 0, 0, 0, 1, 0;
  const MatrixX W_matrix = J * J.transpose();
  DenseOperator G(W_matrix, 3);
  VectorX q = VectorX::Zero(9);
  q[0] = q[3] = -1.0;
  const VectorX mu = VectorX::Constant(3, 0.5), none;
  VectorX r = VectorX::Zero(9);
  const SolveReport report = FrictionSolver(3, 3).solve({G, q, mu, none}, r);
  EXPECT_EQ(report.status, SolveStatus::Infeasible) << describe(report);
  ASSERT_EQ(report.worst.count, 2);
  EXPECT_EQ(report.worst.rows[0] + report.worst.rows[1], 0 + 3);
}

// The circle around a polygon is wider than friction itself: sweeps heed that as the error measure does.
TEST(Friction, SweepsReachTheSolutionOnCirclesOfAnyRadius) {
  for (const double radius : {0.7, 1.0, 1.4}) {
    const Pile pile = make_pile(1, 3, 1.0, 7);
    FactoredOperator G = pile.make_operator();
    const FrictionProblem problem{G, pile.q, pile.mu, pile.mu_rolling, {}, {.radius = radius}};
    VectorX r = VectorX::Zero(pile.q.size());
    const SolveReport report =
        FrictionGaussSeidel(pile.contacts, 3).solve(problem, r, {.tolerance = 1e-9, .most_iterations = 20000});
    EXPECT_TRUE(report.solved()) << radius << ": " << describe(report);
  }
}

TEST(Friction, NamesRowsThatAreNotFinite) {
  Pile pile = make_pile(2, 3, 1.0, 1);
  pile.q[7] = std::numeric_limits<double>::quiet_NaN();
  FactoredOperator G = pile.make_operator();
  VectorX r = VectorX::Zero(pile.q.size());
  const SolveReport report = FrictionSolver(pile.contacts, 3).solve({G, pile.q, pile.mu, pile.mu_rolling}, r);
  EXPECT_EQ(report.status, SolveStatus::BadData);
  ASSERT_EQ(report.worst.count, 1);
  EXPECT_EQ(report.worst.rows[0], 6);
}

TEST(Friction, SweepsAllocateOnlyWhenMade) {
  if (!testing_support::counts_allocations()) GTEST_SKIP() << "the sanitizers own malloc";
  const Pile pile = make_pile(4, 3, 1.0, 3);
  FactoredOperator G = pile.make_operator();
  const FrictionProblem problem{G, pile.q, pile.mu, pile.mu_rolling};
  FrictionGaussSeidel solver(pile.contacts, 3);
  VectorX r = VectorX::Zero(pile.q.size());
  const std::int64_t before = testing_support::allocation_count();
  const SolveReport report = solver.solve(problem, r, {.tolerance = 1e-6, .most_iterations = 100});
  EXPECT_EQ(testing_support::allocation_count(), before);
  EXPECT_LT(report.residual, 1e-2);
}

}  // namespace
}  // namespace carom
