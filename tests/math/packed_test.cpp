#include "carom/math/packed.h"

#include <array>
#include <cstring>
#include <random>

#include <gtest/gtest.h>

#include "carom/math/rotation.h"

namespace carom {
namespace {

struct Operands {
  Matrix3 A, B;
  Vector3 u, v;
  double s{};
};

Operands make_operands(unsigned seed) {
  std::mt19937_64 engine(seed);
  const auto number = [&] { return 0x1p-62 * static_cast<double>(static_cast<std::int64_t>(engine())); };
  Operands x;
  for (double& value : x.A.reshaped()) value = number();
  for (double& value : x.B.reshaped()) value = number();
  for (double& value : x.u) value = number();
  for (double& value : x.v) value = number();
  x.s = number();
  return x;
}

// What every operation gives, in one list.
constexpr int kMatrices = 9, kVectors = 6;
struct Results {
  PackedMatrix3 matrices[kMatrices];
  PackedVector3 vectors[kVectors];
  double dot{};
};

CAROM_INLINE void calc_all(const PackedMatrix3& A, const PackedMatrix3& B, const PackedVector3& u,
                           const PackedVector3& v, double s, Results& out) {
  out.matrices[0] = A + B;
  out.matrices[1] = A - B;
  out.matrices[2] = A * s;
  out.matrices[3] = A * B;
  out.matrices[4] = transpose(A);
  out.matrices[5] = times_transpose(A, B);
  out.matrices[6] = outer(u, v);
  out.matrices[7] = skew_times(u, A);
  out.matrices[8] = times_skew(A, u);
  out.vectors[0] = u + v;
  out.vectors[1] = u - v;
  out.vectors[2] = -u * s;
  out.vectors[3] = cross(u, v);
  out.vectors[4] = A * u;
  out.vectors[5] = transpose_times(A, u);
  out.dot = dot(u, v);
}

// The two bodies that CAROM_VECTORIZED makes, each by itself.
void calc_plain(const PackedMatrix3& A, const PackedMatrix3& B, const PackedVector3& u, const PackedVector3& v,
                double s, Results& out) {
  calc_all(A, B, u, v, s, out);
}
#ifdef __x86_64__
__attribute__((target("avx2"))) void calc_avx2(const PackedMatrix3& A, const PackedMatrix3& B, const PackedVector3& u,
                                               const PackedVector3& v, double s, Results& out) {
  calc_all(A, B, u, v, s, out);
}
#endif

Results calc_results(const Operands& x) {
  Results results;
  calc_plain(PackedMatrix3(x.A), PackedMatrix3(x.B), PackedVector3(x.u), PackedVector3(x.v), x.s, results);
  return results;
}

// Sums of three products: at most 3 ε of the sum of their sizes, which is below 12 for numbers up to 2.
constexpr double kTolerance = 3 * 12 * 2.3e-16;

TEST(Packed, OperationsAreThoseOfMatricesAndVectors) {
  for (unsigned seed = 0; seed < 100; ++seed) {
    const Operands x = make_operands(seed);
    const Results found = calc_results(x);
    const Matrix3 S = skew(x.u);
    const std::array<Matrix3, kMatrices> matrices{
        x.A + x.B, x.A - x.B, x.A * x.s, x.A * x.B, x.A.transpose(), x.A * x.B.transpose(), x.u * x.v.transpose(),
        S * x.A,   x.A * S};
    const std::array<Vector3, kVectors> vectors{x.u + x.v,      x.u - x.v, -x.u * x.s,
                                                x.u.cross(x.v), x.A * x.u, x.A.transpose() * x.u};
    for (std::size_t i = 0; i < kMatrices; ++i) {
      EXPECT_LT((as_eigen(found.matrices[i]) - matrices[i]).cwiseAbs().maxCoeff(), kTolerance) << "matrix " << i;
    }
    for (std::size_t i = 0; i < kVectors; ++i) {
      EXPECT_LT((as_eigen(found.vectors[i]) - vectors[i]).cwiseAbs().maxCoeff(), kTolerance) << "vector " << i;
    }
    EXPECT_NEAR(found.dot, x.u.dot(x.v), kTolerance);
    EXPECT_EQ(as_eigen(skew(PackedVector3(x.u))), S);
    EXPECT_EQ(as_eigen(make_diagonal(x.s)), Matrix3(x.s * Matrix3::Identity()));
  }
}

TEST(Packed, TheFourthLaneStaysZero) {
  const Results found = calc_results(make_operands(7));
  for (const PackedMatrix3& m : found.matrices) {
    for (const PackedVector3& column : m.column) EXPECT_EQ(column[3], 0.0);
  }
  for (const PackedVector3& v : found.vectors) EXPECT_EQ(v[3], 0.0);
}

// In the order in which the packed code adds, and nothing fused: every bit is the same.
TEST(Packed, RoundsLikeScalarCode) {
  for (unsigned seed = 0; seed < 100; ++seed) {
    const Operands x = make_operands(seed);
    const Results found = calc_results(x);
    const auto sum = [](double a, double b, double c) { return a + b + c; };
    for (int i = 0; i < 3; ++i) {
      const int j = (i + 1) % 3, k = (i + 2) % 3;
      EXPECT_EQ(found.vectors[3][i], x.u[j] * x.v[k] - x.u[k] * x.v[j]);
      EXPECT_EQ(found.vectors[4][i], sum(x.A(i, 0) * x.u[0], x.A(i, 1) * x.u[1], x.A(i, 2) * x.u[2]));
      for (int c = 0; c < 3; ++c) {
        const Matrix3 &A = x.A, &B = x.B;
        EXPECT_EQ(found.matrices[3].column[c][i], sum(A(i, 0) * B(0, c), A(i, 1) * B(1, c), A(i, 2) * B(2, c)));
        EXPECT_EQ(found.matrices[5].column[c][i], sum(A(i, 0) * B(c, 0), A(i, 1) * B(c, 1), A(i, 2) * B(c, 2)));
      }
    }
    EXPECT_EQ(found.dot, sum(x.u[0] * x.v[0], x.u[1] * x.v[1], x.u[2] * x.v[2]));
  }
}

#ifdef __x86_64__
TEST(Packed, GivesTheSameBitsWithAndWithoutWideRegisters) {
  if (!__builtin_cpu_supports("avx2")) GTEST_SKIP() << "this machine has no AVX2";
  for (unsigned seed = 0; seed < 1000; ++seed) {
    const Operands x = make_operands(seed);
    const PackedMatrix3 A(x.A), B(x.B);
    const PackedVector3 u(x.u), v(x.v);
    Results plain, wide;
    calc_plain(A, B, u, v, x.s, plain);
    calc_avx2(A, B, u, v, x.s, wide);
    EXPECT_EQ(std::memcmp(plain.matrices, wide.matrices, sizeof plain.matrices), 0) << seed;
    EXPECT_EQ(std::memcmp(plain.vectors, wide.vectors, sizeof plain.vectors), 0) << seed;
    EXPECT_EQ(plain.dot, wide.dot);
  }
}
#endif

}  // namespace
}  // namespace carom
