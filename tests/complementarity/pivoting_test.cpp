// Every pivoting method on the same problems, with enumeration as the referee.
#include <limits>

#include <Eigen/Eigenvalues>
#include <gtest/gtest.h>

#include "carom/complementarity/default_solvers.h"
#include "carom/complementarity/lcp/principal_pivoting.h"
#include "carom/complementarity/mlcp/block_pivoting.h"
#include "carom/complementarity/mlcp/enumeration.h"
#include "carom/complementarity/mlcp/mlcp_lemke.h"
#include "complementarity/random_problems.h"
#include "support/allocation_counter.h"

namespace carom {
namespace {

using test::KnownLcp;
using test::make_random;
using test::make_redundant_lcp;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(PrincipalPivoting, SolvesRedundantContacts) {
  for (const int size : {1, 2, 5, 20, 40}) {
    PrincipalPivotingSolver solver(size);
    for (unsigned seed = 0; seed < 10; ++seed) {
      const KnownLcp known = make_redundant_lcp(size, seed);
      VectorX z(size);
      const SolveReport report = solver.solve({known.M, known.q}, z);
      EXPECT_TRUE(report.solved()) << size << " " << seed << ": " << describe(report);
      EXPECT_LT((known.M * z + known.q - known.w).norm(), 1e-10 * (1.0 + known.q.norm()));
    }
  }
}

TEST(PrincipalPivoting, ProvesThatAPinchedBodyHasNoSolution) {
  const Matrix3 M{{1, -1, 0}, {-1, 1, 0}, {0, 0, 1}};
  const Vector3 q(-1, -1, -1);
  VectorX z(3);
  PrincipalPivotingSolver solver(3);
  const SolveReport report = solver.solve({M, q}, z);
  EXPECT_EQ(report.status, SolveStatus::Infeasible) << describe(report);
  const Vector3 y = solver.certificate();
  EXPECT_GE(y.minCoeff(), 0.0);
  EXPECT_LE((M.transpose() * y).maxCoeff(), 0.0);
  EXPECT_LT(q.dot(y), 0.0);
}

// A skew matrix has only zeros on its diagonal: every pivot is an exchange of two rows.
TEST(PrincipalPivoting, ExchangesPairsWhereTheDiagonalIsZero) {
  const Eigen::Matrix2d M{{0, 1}, {-1, 0}};
  const Eigen::Vector2d q(-2, 3);
  VectorX z(2);
  EXPECT_TRUE(PrincipalPivotingSolver(2).solve({M, q}, z).solved());
  EXPECT_EQ(z, Eigen::Vector2d(3, 2));
}

/// A definite matrix with bounds of all types: the solution is unique.
struct BoundedProblem {
  BoundedProblem(int size, unsigned seed) : lower(size), upper(size) {
    const MatrixX A = make_random(size, 2 * size, seed), skew = make_random(size, size, seed + 1);
    M = A * A.transpose() + skew - skew.transpose();
    q = 3.0 * make_random(size, 1, seed + 2);
    for (int i = 0; i < size; ++i) {
      lower[i] = i % 4 == 0 || i % 4 == 3 ? -kInfinity : -0.1;
      upper[i] = i % 4 == 1 || i % 4 == 3 ? kInfinity : 0.2;
    }
  }
  [[nodiscard]] MlcpProblem problem() const { return {M, q, lower, upper}; }

  MatrixX M;
  VectorX q, lower, upper;
};

TEST(Mlcp, EveryMethodFindsTheOneSolutionOfADefiniteProblem) {
  for (unsigned seed = 0; seed < 10; ++seed) {
    constexpr int kSize = 9;
    const BoundedProblem bounded(kSize, seed);
    VectorX referee = VectorX::Zero(kSize), pivoting = referee, lemke = referee;
    ASSERT_TRUE(solve_by_enumeration(bounded.problem(), referee).solved()) << seed;
    EXPECT_TRUE(BlockPivotingSolver(kSize).solve(bounded.problem(), pivoting).solved()) << seed;
    EXPECT_TRUE(MlcpLemkeSolver{}.solve(bounded.problem(), lemke).solved()) << seed;
    // The condition of M is below 1e3; the residual 1e-10 is met by far.
    EXPECT_LT((pivoting - referee).norm(), 1e-11) << seed;
    EXPECT_LT((lemke - referee).norm(), 1e-11) << seed;
  }
}

// Equations of a mechanism with a loop: the block of free variables is a saddle, and leaves a definite complement.
TEST(Mlcp, VariablesWithoutBoundsAreEliminated) {
  const MatrixX A = make_random(6, 12, 3), rows = make_random(2, 6, 4), normals = make_random(4, 6, 5);
  MatrixX M = MatrixX::Zero(12, 12);
  M.topLeftCorner(6, 6) = A * A.transpose();
  M.block(6, 0, 2, 6) = rows;
  M.block(0, 6, 6, 2) = -rows.transpose();
  M.block(8, 0, 4, 6) = normals;
  M.block(0, 8, 6, 4) = -normals.transpose();
  const VectorX q = make_random(12, 1, 6);
  VectorX lower = VectorX::Constant(12, -kInfinity), upper = VectorX::Constant(12, kInfinity);
  lower.tail(4).setZero();
  const MlcpProblem problem{M, q, lower, upper};
  FreeElimination elimination;
  ASSERT_TRUE(elimination.reduce(problem));
  EXPECT_EQ(elimination.size(), 4);
  EXPECT_GE(MatrixX(elimination.problem().M).eigenvalues().real().minCoeff(), 0.0);
  VectorX referee = VectorX::Zero(12), lemke = referee;
  ASSERT_TRUE(solve_by_enumeration(problem, referee).solved());
  EXPECT_TRUE(MlcpLemkeSolver{}.solve(problem, lemke).solved());
  EXPECT_LT((lemke - referee).norm(), 1e-10 * referee.norm());
  // Bounds everywhere, or equations that repeat each other, leave nothing to eliminate.
  EXPECT_FALSE(elimination.reduce({M, q, VectorX::Zero(12), upper}));
  MatrixX redundant = M;
  redundant.row(7) = redundant.row(6);
  redundant.col(7) = redundant.col(6);
  EXPECT_FALSE(elimination.reduce({redundant, q, lower, upper}));
}

// With patience for a single block the least index does nearly all of the work, and ends where blocks do.
TEST(Mlcp, TheLeastIndexEndsWhereBlocksDo) {
  for (unsigned seed = 0; seed < 10; ++seed) {
    constexpr int kSize = 40;
    const BoundedProblem bounded(kSize, seed);
    BlockPivotingSolver solver(kSize);
    VectorX by_blocks = VectorX::Zero(kSize), by_index = by_blocks;
    const SolveReport blocks = solver.solve(bounded.problem(), by_blocks);
    const SolveReport index = solver.solve(bounded.problem(), by_index, {.patience = 1, .most_iterations = 20000});
    EXPECT_TRUE(blocks.solved() && index.solved()) << seed << describe(index);
    EXPECT_LE(blocks.iterations, index.iterations);
    EXPECT_LT((by_blocks - by_index).norm(), 1e-11);
  }
}

TEST(Mlcp, AWarmStartFromTheSolutionTakesNoExchange) {
  const BoundedProblem bounded(30, 5);
  VectorX z = VectorX::Zero(30);
  BlockPivotingSolver solver(30);
  ASSERT_TRUE(solver.solve(bounded.problem(), z).solved());
  EXPECT_EQ(solver.solve(bounded.problem(), z).iterations, 0);
}

TEST(Mlcp, BlockPivotingAllocatesOnlyWhenMade) {
  if (!testing_support::counts_allocations()) GTEST_SKIP() << "the sanitizers own malloc";
  const BoundedProblem bounded(30, 5);
  const MlcpProblem problem = bounded.problem();
  VectorX z = VectorX::Zero(30);
  BlockPivotingSolver solver(30);
  const std::int64_t before = testing_support::allocation_count();
  const SolveReport report = solver.solve(problem, z);
  EXPECT_EQ(testing_support::allocation_count(), before);
  EXPECT_TRUE(report.solved());
}

TEST(Mlcp, NamesRowsWithContradictingBounds) {
  BoundedProblem bounded(8, 1);
  bounded.lower[6] = 1.0;
  bounded.upper[6] = -1.0;
  VectorX z = VectorX::Zero(8);
  const SolveReport report = solve_mlcp(bounded.problem(), z);
  EXPECT_EQ(report.status, SolveStatus::BadData);
  ASSERT_EQ(report.worst.count, 1);
  EXPECT_EQ(report.worst.rows[0], 6);
  EXPECT_NE(describe(report).find("row 6"), std::string::npos) << describe(report);
}

// 0 = −1 cannot hold, whatever the other rows do.
TEST(Mlcp, NamesAnEquationThatCannotHold) {
  MatrixX M = MatrixX::Identity(4, 4);
  M(2, 2) = 0.0;
  const VectorX q = -VectorX::Ones(4), lower = VectorX::Constant(4, -kInfinity),
                upper = VectorX::Constant(4, kInfinity);
  VectorX z = VectorX::Zero(4);
  const SolveReport report = solve_mlcp({M, q, lower, upper}, z);
  EXPECT_EQ(report.status, SolveStatus::Infeasible) << describe(report);
  ASSERT_EQ(report.worst.count, 1);
  EXPECT_EQ(report.worst.rows[0], 2);
}

// w = −z − 1 with z ≥ 0 has no solution.
TEST(Mlcp, TheRefereeSaysWhenThereIsNoSolution) {
  const MatrixX M = -MatrixX::Identity(2, 2);
  const VectorX q = -VectorX::Ones(2), lower = VectorX::Zero(2), upper = VectorX::Constant(2, kInfinity);
  VectorX z = VectorX::Zero(2);
  EXPECT_EQ(solve_by_enumeration({M, q, lower, upper}, z).status, SolveStatus::Infeasible);
  EXPECT_EQ(solve_lcp({M, q}, z).status, SolveStatus::Infeasible);
}

}  // namespace
}  // namespace carom
