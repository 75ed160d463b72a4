#include "carom/complementarity/lcp/lemke.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "complementarity/random_problems.h"
#include "support/allocation_counter.h"

namespace carom {
namespace {

using test::KnownLcp;
using test::make_redundant_lcp;

TEST(Lemke, SolvesRedundantContactsToRoundOff) {
  for (const int size : {1, 2, 5, 20, 60}) {
    LemkeSolver solver(size);
    for (unsigned seed = 0; seed < 20; ++seed) {
      const KnownLcp known = make_redundant_lcp(size, seed);
      VectorX z(size);
      const SolveReport report = solver.solve({known.M, known.q}, z);
      EXPECT_EQ(report.status, SolveStatus::Solved) << describe(report);
      // w is unique for semidefinite M. The basis may be ill conditioned, which does not show in w.
      EXPECT_LT((known.M * z + known.q - known.w).norm(), 1e-12 * size * (1.0 + known.q.norm())) << size << " " << seed;
    }
  }
}

// Units of rows and columns differ by 1e12: the pivots are the same.
TEST(Lemke, DoesNotDependOnUnits) {
  const KnownLcp known = make_redundant_lcp(12, 7);
  VectorX scale(12);
  for (int i = 0; i < 12; ++i) scale[i] = std::ldexp(1.0, 40 * (i % 2) - 20);
  const MatrixX M = scale.asDiagonal() * known.M * scale.asDiagonal();
  const VectorX q = scale.cwiseProduct(known.q);
  VectorX z(12);
  LemkeSolver solver(12);
  const SolveReport report = solver.solve({M, q}, z);
  EXPECT_EQ(report.status, SolveStatus::Solved) << describe(report);
  const VectorX w = scale.cwiseInverse().cwiseProduct(M * z + q);
  EXPECT_LT((w - known.w).norm(), 1e-11);
}

// Murty's example of many pivots: M lower triangular with 2 below the diagonal, q = −1. z₁ = 1 makes all other w one.
TEST(Lemke, SolvesMurtysExample) {
  constexpr int kSize = 10;
  MatrixX M = MatrixX::Identity(kSize, kSize);
  for (int i = 0; i < kSize; ++i) M.row(i).head(i).setConstant(2.0);
  const VectorX q = VectorX::Constant(kSize, -1.0);
  VectorX z(kSize);
  LemkeSolver solver(kSize);
  EXPECT_TRUE(solver.solve({M, q}, z).solved());
  EXPECT_EQ(z, VectorX::Unit(kSize, 0));
}

// All ratios tie: every contact of a body that lies on a plane with equal weights.
TEST(Lemke, DoesNotCycleOnDegenerateProblems) {
  for (const int size : {2, 4, 9, 30}) {
    const MatrixX M = MatrixX::Ones(size, size);
    VectorX z(size);
    LemkeSolver solver(size);
    const SolveReport report = solver.solve({M, VectorX::Constant(size, -1.0)}, z);
    EXPECT_TRUE(report.solved()) << describe(report);
    EXPECT_NEAR(z.sum(), 1.0, 1e-15 * size);
    EXPECT_LE(report.iterations, 2 * size);
  }
}

// A body pinched between walls that approach each other: one normal force cannot push both apart.
TEST(Lemke, ProvesThatAPinchedBodyHasNoSolution) {
  const Matrix3 M{{1, -1, 0}, {-1, 1, 0}, {0, 0, 1}};
  const Vector3 q(-1, -1, -1);
  VectorX z(3);
  LemkeSolver solver(3);
  const SolveReport report = solver.solve({M, q}, z);
  EXPECT_EQ(report.status, SolveStatus::Infeasible) << describe(report);
  const Vector3 y = solver.certificate();
  EXPECT_GE(y.minCoeff(), 0.0);
  EXPECT_LE((M.transpose() * y).maxCoeff(), 0.0);
  EXPECT_LT(q.dot(y), 0.0);
  EXPECT_EQ(report.worst.count, 2);
  EXPECT_LT(report.worst.rows[0] + report.worst.rows[1], 2) << "the third contact has no part in it";
}

TEST(Lemke, NamesRowsThatAreNotFinite) {
  MatrixX M = MatrixX::Identity(4, 4);
  M(2, 1) = std::numeric_limits<double>::quiet_NaN();
  VectorX z(4);
  LemkeSolver solver(4);
  const SolveReport report = solver.solve({M, VectorX::Constant(4, -1.0)}, z);
  EXPECT_EQ(report.status, SolveStatus::BadData);
  ASSERT_EQ(report.worst.count, 1);
  EXPECT_EQ(report.worst.rows[0], 2);
}

TEST(Lemke, AllocatesOnlyWhenMade) {
  if (!testing_support::counts_allocations()) GTEST_SKIP() << "the sanitizers own malloc";
  const KnownLcp known = make_redundant_lcp(30, 3);
  const LcpProblem problem{known.M, known.q};
  VectorX z(30);
  LemkeSolver solver(30);
  const std::int64_t before = testing_support::allocation_count();
  const SolveReport report = solver.solve(problem, z);
  EXPECT_EQ(testing_support::allocation_count(), before);
  EXPECT_TRUE(report.solved());
}

}  // namespace
}  // namespace carom
