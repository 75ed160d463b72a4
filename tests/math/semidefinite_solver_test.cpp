#include "carom/math/semidefinite_solver.h"

#include <cmath>
#include <limits>
#include <random>

#include <gtest/gtest.h>

namespace carom {
namespace {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

MatrixX make_random(int rows, int columns, unsigned seed) {
  std::mt19937_64 engine(seed);
  MatrixX m(rows, columns);
  for (double& value : m.reshaped()) value = 0x1p-63 * static_cast<double>(static_cast<std::int64_t>(engine()));
  return m;
}

TEST(SemidefiniteSolver, SolvesDefiniteSystems) {
  for (const int size : {1, 2, 5, 20, 60}) {
    const MatrixX A = make_random(size, 2 * size, 1);
    const MatrixX G = A * A.transpose();
    const VectorX expected = make_random(size, 1, 2);
    VectorX x(size);
    SemidefiniteSolver solver(size);
    solver.factor(G);
    const SemidefiniteReport report = solver.solve(G * expected, x);
    EXPECT_EQ(report.rank_deficit, 0);
    // A random A of twice as many columns keeps the condition of G below 1e3.
    EXPECT_LT((x - expected).norm(), 1e3 * size * kEpsilon * expected.norm()) << size;
    EXPECT_LT(report.residual, 1e2 * size * kEpsilon);
  }
}

// Rows that are sums of others: of all solutions, the one of least norm, which is what the pseudo-inverse gives. All
// rows have length one, so that scaling leaves the norm as it is.
TEST(SemidefiniteSolver, SharesRedundantRowsByLeastNorm) {
  for (const int size : {2, 6, 20}) {
    const int rank = size / 2;
    MatrixX A = make_random(size, rank, 3);
    A.rowwise().normalize();
    const MatrixX G = A * A.transpose();
    const VectorX b = G * make_random(size, 1, 4);
    VectorX x(size);
    SemidefiniteSolver solver(size);
    solver.factor(G);
    const SemidefiniteReport report = solver.solve(b, x);
    const VectorX expected = G.completeOrthogonalDecomposition().solve(b);
    EXPECT_EQ(report.rank_deficit, size - rank);
    // Both ways err by ε times the condition of what is left, below 1e4 here.
    EXPECT_LT((x - expected).norm(), 1e4 * size * kEpsilon * expected.norm()) << size;
    EXPECT_LT(report.residual, 1e3 * size * kEpsilon);
  }
}

// Units and masses scale rows and columns by any factor: the deficit and, in scaled terms, the solution stay.
TEST(SemidefiniteSolver, DoesNotDependOnTheUnitsOfRows) {
  MatrixX A = make_random(6, 4, 5);
  A.rowwise().normalize();
  const MatrixX G = A * A.transpose();
  const VectorX b = G * make_random(6, 1, 6);
  VectorX x(6), y(6), units(6);
  units << 0x1p-27, 0x1p+27, 1.0, 0x1p+27, 0x1p-27, 0x1p+3;  // about 1e±8; powers of two change no bit but the exponent
  SemidefiniteSolver solver(6);
  solver.factor(G);
  const SemidefiniteReport plain = solver.solve(b, x);
  solver.factor(units.asDiagonal() * G * units.asDiagonal());
  const SemidefiniteReport scaled = solver.solve(units.cwiseProduct(b), y);
  EXPECT_EQ(plain.rank_deficit, 2);
  EXPECT_EQ(scaled.rank_deficit, 2);
  EXPECT_EQ(units.cwiseProduct(y), x);
}

TEST(SemidefiniteSolver, RowsThatActOnNothingGetNothing) {
  MatrixX G = MatrixX::Zero(4, 4);
  G(0, 0) = 2.0;
  G(2, 2) = 4.0;
  G(0, 2) = G(2, 0) = 1.0;
  VectorX b(4), x(4);
  b << 5.0, 0.0, 6.0, 0.0;
  SemidefiniteSolver solver(4);
  solver.factor(G);
  const SemidefiniteReport report = solver.solve(b, x);
  EXPECT_EQ(report.rank_deficit, 2);
  EXPECT_LT((x - Eigen::Vector4d(2.0, 0.0, 1.0, 0.0)).norm(), 16 * kEpsilon);
  solver.factor(MatrixX::Zero(4, 4));
  EXPECT_EQ(solver.solve(VectorX::Zero(4), x).rank_deficit, 4);
  EXPECT_TRUE(x.isZero(0.0));
}

// Two rows that act alike and are asked for 1 and 3: least squares gives 2, one off each.
TEST(SemidefiniteSolver, ReportsWhatContradicts) {
  SemidefiniteSolver solver(2);
  solver.factor(MatrixX::Ones(2, 2));
  VectorX x(2);
  const SemidefiniteReport report = solver.solve(Eigen::Vector2d(1.0, 3.0), x);
  EXPECT_EQ(report.rank_deficit, 1);
  EXPECT_NEAR(report.residual, 1.0, 16 * kEpsilon);
  EXPECT_LT((x - Eigen::Vector2d(1.0, 1.0)).norm(), 16 * kEpsilon);
}

// Rows at an angle θ have an eigenvalue of θ²/2: told apart at 1e-4, taken as one at 1e-6.
TEST(SemidefiniteSolver, TellsRowsApartDownToTheStatedAngle) {
  for (const auto& [angle, deficit] : {std::pair{1e-4, 0}, std::pair{1e-6, 1}}) {
    MatrixX G(2, 2);
    G << 1.0, std::cos(angle), std::cos(angle), 1.0;
    SemidefiniteSolver solver(2);
    solver.factor(G);
    VectorX x(2);
    EXPECT_EQ(solver.solve(Eigen::Vector2d(1.0, 1.0), x).rank_deficit, deficit) << angle;
  }
}

}  // namespace
}  // namespace carom
