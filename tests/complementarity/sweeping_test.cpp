#include <limits>

#include <gtest/gtest.h>

#include "carom/complementarity/mlcp/block_pivoting.h"
#include "carom/complementarity/mlcp/box_problem.h"
#include "complementarity/random_problems.h"
#include "support/allocation_counter.h"

namespace carom {
namespace {

using test::make_random;

struct ChainProblem {
  explicit ChainProblem(int size) : M(MatrixX::Zero(size, size)), q(make_random(size, 1, 3)) {
    // A chain of masses: the condition grows with the square of its length, which sweeps feel.
    for (int i = 0; i < size; ++i) {
      M(i, i) = 2.0 + 1e-3;
      if (i > 0) M(i, i - 1) = M(i - 1, i) = -1.0;
    }
    lower = VectorX::Constant(size, -0.2);
    upper = VectorX::Constant(size, std::numeric_limits<double>::infinity());
  }
  MatrixX M;
  VectorX q, lower, upper;
};

TEST(Sweeps, ReachTheSolutionOfBlockPivotingWithEveryOperator) {
  const ChainProblem chain(40);
  VectorX exact = VectorX::Zero(40);
  ASSERT_TRUE(BlockPivotingSolver(40).solve({chain.M, chain.q, chain.lower, chain.upper}, exact).solved());
  DenseOperator dense(chain.M, 1);
  BlockSparseOperator sparse(chain.M.sparseView(), 1);
  SweepingSolver solver(40);
  for (BlockOperator* G : {static_cast<BlockOperator*>(&dense), static_cast<BlockOperator*>(&sparse)}) {
    const BoxProblem problem{*G, chain.q, chain.lower, chain.upper};
    VectorX by_sweeps = VectorX::Zero(40), by_gradients = by_sweeps;
    const SolveReport sweeps = solver.solve_gauss_seidel(problem, by_sweeps);
    const SolveReport gradients = solver.solve_conjugate_gradients(problem, by_gradients);
    EXPECT_TRUE(sweeps.solved()) << describe(sweeps);
    EXPECT_TRUE(gradients.solved()) << describe(gradients);
    // Residuals of 1e-10 (1 + |q|), and a condition below 4/λ_min.
    EXPECT_LT((by_sweeps - exact).norm(), 1e-6);
    EXPECT_LT((by_gradients - exact).norm(), 1e-6);
    // What conjugate directions are for.
    EXPECT_LT(2 * gradients.iterations, sweeps.iterations);
    // The solution as a warm start is recognised without a sweep.
    EXPECT_EQ(solver.solve_gauss_seidel(problem, by_sweeps).iterations, 0);
  }
}

TEST(Sweeps, SayWhenTheyDoNotGetThere) {
  const ChainProblem chain(40);
  DenseOperator G(chain.M, 1);
  VectorX z = VectorX::Zero(40);
  SweepingSolver solver(40);
  const SolveReport report =
      solver.solve_gauss_seidel({G, chain.q, chain.lower, chain.upper}, z, {.most_iterations = 20});
  EXPECT_EQ(report.status, SolveStatus::NotConverged);
  EXPECT_EQ(report.iterations, 20);
  EXPECT_EQ(report.worst.count, WorstRows::kMost);
  EXPECT_GT(report.residual, 1e-10);
}

TEST(Sweeps, AllocateOnlyWhenMade) {
  if (!testing_support::counts_allocations()) GTEST_SKIP() << "the sanitizers own malloc";
  const ChainProblem chain(40);
  BlockSparseOperator G(chain.M.sparseView(), 1);
  const BoxProblem problem{G, chain.q, chain.lower, chain.upper};
  VectorX z = VectorX::Zero(40);
  SweepingSolver solver(40);
  const std::int64_t before = testing_support::allocation_count();
  const SolveReport report = solver.solve_conjugate_gradients(problem, z);
  EXPECT_EQ(testing_support::allocation_count(), before);
  EXPECT_TRUE(report.solved());
}

}  // namespace
}  // namespace carom
