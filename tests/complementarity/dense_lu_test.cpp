#include "carom/complementarity/linear/dense_lu.h"

#include <cmath>

#include <gtest/gtest.h>

#include "complementarity/random_problems.h"
#include "support/allocation_counter.h"

namespace carom {
namespace {

using test::make_random;

// With rows exchanged, the residual is that of the matrix rounded: a few ε for each row, times the growth of the
// factors, which for random matrices is below ten at these sizes.
TEST(DenseLu, SolvesMatricesOfEverySizeWhateverTheirRowsAre) {
  constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
  DenseLu lu;
  for (int size = 0; size <= 60; ++size) {
    MatrixX A = make_random(size, size, static_cast<unsigned>(size) + 1);
    // The diagonal alone would give no pivots.
    A.diagonal().setZero();
    if (size == 1) A(0, 0) = -3.0;
    const VectorX b = make_random(size, 1, 100);
    lu.resize(size) = A;
    lu.factor();
    VectorX x = b;
    lu.solve(x);
    EXPECT_LE((A * x - b).norm(), 10.0 * size * kEpsilon * A.norm() * x.norm()) << size;
  }
}

TEST(DenseLu, DependentRowsShowInTheLeastPivot) {
  DenseLu lu;
  MatrixX A = make_random(7, 7, 3);
  lu.resize(7) = A;
  lu.factor();
  EXPECT_GT(lu.least_pivot(), 1e-3);
  A.row(4) = A.row(1) - 2.0 * A.row(6);
  lu.resize(7) = A;
  lu.factor();
  EXPECT_LT(lu.least_pivot(), 1e-14);
}

TEST(DenseLu, AllocatesOnlyToGrow) {
  if (!testing_support::counts_allocations()) GTEST_SKIP() << "the sanitizers own malloc";
  DenseLu lu;
  (void)lu.resize(30);
  const std::int64_t before = testing_support::allocation_count();
  for (const int size : {3, 30, 12}) {
    lu.resize(size).setIdentity();
    lu.factor();
  }
  EXPECT_EQ(testing_support::allocation_count(), before);
}

}  // namespace
}  // namespace carom
