#include "carom/math/symmetric_eigen.h"

#include <algorithm>
#include <limits>
#include <random>

#include <Eigen/Eigenvalues>
#include <gtest/gtest.h>

namespace carom {
namespace {

MatrixX make_symmetric(int size, int rank, std::mt19937& random) {
  std::uniform_real_distribution<double> uniform(-1.0, 1.0);
  const MatrixX B = MatrixX::NullaryExpr(size, rank, [&] { return uniform(random); });
  return B * B.transpose();
}

// Each of about six sweeps of n²/2 rotations leaves a rounding; 1e-14 n of the largest eigenvalue bounds them all.
TEST(SymmetricEigen, AgreesWithAnotherAlgorithmOnMatricesOfEveryRank) {
  std::mt19937 random(7);
  for (int size = 1; size <= 20; ++size) {
    for (const int rank : {1, size / 2 + 1, size}) {
      const MatrixX given = make_symmetric(size, std::min(rank, size), random);
      MatrixX A = given, V(size, size);
      calc_symmetric_eigen(A, V);
      VectorX values = A.diagonal();
      const double bound = 1e-14 * size * values.cwiseAbs().maxCoeff();
      EXPECT_LT((V.transpose() * V - MatrixX::Identity(size, size)).cwiseAbs().maxCoeff(), 1e-14 * size);
      EXPECT_LT((V * values.asDiagonal() * V.transpose() - given).cwiseAbs().maxCoeff(), bound);
      std::sort(values.begin(), values.end());
      const Eigen::SelfAdjointEigenSolver<MatrixX> other(given);
      EXPECT_LT((values - other.eigenvalues()).cwiseAbs().maxCoeff(), bound) << size << ", rank " << rank;
    }
  }
}

TEST(SymmetricEigen, OfZeroAndOfADiagonalMatrixIsTheMatrixItself) {
  MatrixX zero = MatrixX::Zero(3, 3), V(3, 3);
  calc_symmetric_eigen(zero, V);
  EXPECT_EQ(zero, MatrixX::Zero(3, 3));
  MatrixX diagonal = Vector3(3.0, -1.0, 2.0).asDiagonal();
  const MatrixX given = diagonal;
  calc_symmetric_eigen(diagonal, V);
  EXPECT_EQ(diagonal, given);
  EXPECT_EQ(V, MatrixX::Identity(3, 3));
}

TEST(SymmetricEigen, OfEqualDiagonalElementsTurnsByFortyFiveDegrees) {
  MatrixX A(2, 2), V(2, 2);
  A << 2.0, 1.0, 1.0, 2.0;
  calc_symmetric_eigen(A, V);
  EXPECT_NEAR(A(0, 0), 1.0, 1e-15);
  EXPECT_NEAR(A(1, 1), 3.0, 1e-15);
  EXPECT_NEAR(V(0, 0), V(0, 1), 1e-15);
}

}  // namespace
}  // namespace carom
