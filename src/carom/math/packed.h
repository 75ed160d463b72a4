#pragma once

#include <Eigen/Core>

#include "carom/math/types.h"

/// Marks a function whose body is compiled twice, for any x86-64 and for machines with AVX2, chosen when the program
/// starts. Both give the same bits: no operation is reordered or fused. Everything it calls must be inlined into it.
/// The sanitizers run before the choice can be made, so they get the plain body.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__) && \
    !defined(__SANITIZE_THREAD__)
#define CAROM_VECTORIZED __attribute__((target_clones("avx2", "default")))
#else
#define CAROM_VECTORIZED
#endif

#define CAROM_INLINE inline __attribute__((always_inline))

namespace carom {

/// Vectors and matrices of the inner loops: three numbers in four lanes, so that one instruction does a whole column.
/// The fourth lane is zero and stays zero. Everywhere else use Vector3 and Matrix3; `as_eigen` looks at one as the
/// other.
///
/// Rejected: Eigen's own types here. A Vector3d does not fill a register, so a 3×3 product compiles to scalar code.
/// With four lanes one instruction of AVX2 does a column.
using Lanes = double __attribute__((vector_size(32), aligned(32)));

struct PackedVector3 {
  Lanes lanes{};

  PackedVector3() = default;
  CAROM_INLINE explicit PackedVector3(const Lanes& values) : lanes(values) {}
  CAROM_INLINE PackedVector3(double x, double y, double z) : lanes{x, y, z, 0.0} {}
  explicit PackedVector3(const Vector3& v) : lanes{v.x(), v.y(), v.z(), 0.0} {}

  CAROM_INLINE double operator[](int i) const { return lanes[i]; }
  CAROM_INLINE PackedVector3& operator+=(const PackedVector3& b) {
    lanes += b.lanes;
    return *this;
  }
  CAROM_INLINE PackedVector3& operator-=(const PackedVector3& b) {
    lanes -= b.lanes;
    return *this;
  }
};

/// Three columns.
struct PackedMatrix3 {
  PackedVector3 column[3];

  PackedMatrix3() = default;
  CAROM_INLINE PackedMatrix3(const PackedVector3& a, const PackedVector3& b, const PackedVector3& c)
      : column{a, b, c} {}
  explicit PackedMatrix3(const Matrix3& m)
      : column{PackedVector3(Vector3(m.col(0))), PackedVector3(Vector3(m.col(1))), PackedVector3(Vector3(m.col(2)))} {}

  CAROM_INLINE PackedMatrix3& operator+=(const PackedMatrix3& b) {
    for (int j = 0; j < 3; ++j) column[j] += b.column[j];
    return *this;
  }
};

CAROM_INLINE PackedVector3 operator+(const PackedVector3& a, const PackedVector3& b) {
  return PackedVector3(a.lanes + b.lanes);
}
CAROM_INLINE PackedVector3 operator-(const PackedVector3& a, const PackedVector3& b) {
  return PackedVector3(a.lanes - b.lanes);
}
CAROM_INLINE PackedVector3 operator-(const PackedVector3& a) { return PackedVector3(-a.lanes); }
CAROM_INLINE PackedVector3 operator*(const PackedVector3& a, double s) { return PackedVector3(a.lanes * s); }
CAROM_INLINE PackedVector3 operator*(double s, const PackedVector3& a) { return PackedVector3(a.lanes * s); }

CAROM_INLINE double dot(const PackedVector3& a, const PackedVector3& b) {
  const Lanes p = a.lanes * b.lanes;
  return p[0] + p[1] + p[2];
}

/// (x, y, z) → (y, z, x)
CAROM_INLINE PackedVector3 rotate_lanes(const PackedVector3& a) {
  return PackedVector3(__builtin_shufflevector(a.lanes, a.lanes, 1, 2, 0, 3));
}

CAROM_INLINE PackedVector3 cross(const PackedVector3& a, const PackedVector3& b) {
  return rotate_lanes(PackedVector3(a.lanes * rotate_lanes(b).lanes - rotate_lanes(a).lanes * b.lanes));
}

CAROM_INLINE PackedMatrix3 operator+(const PackedMatrix3& a, const PackedMatrix3& b) {
  return {a.column[0] + b.column[0], a.column[1] + b.column[1], a.column[2] + b.column[2]};
}
CAROM_INLINE PackedMatrix3 operator-(const PackedMatrix3& a, const PackedMatrix3& b) {
  return {a.column[0] - b.column[0], a.column[1] - b.column[1], a.column[2] - b.column[2]};
}
CAROM_INLINE PackedMatrix3 operator*(const PackedMatrix3& a, double s) {
  return {a.column[0] * s, a.column[1] * s, a.column[2] * s};
}

CAROM_INLINE PackedVector3 operator*(const PackedMatrix3& m, const PackedVector3& v) {
  return m.column[0] * v[0] + m.column[1] * v[1] + m.column[2] * v[2];
}
CAROM_INLINE PackedMatrix3 operator*(const PackedMatrix3& a, const PackedMatrix3& b) {
  return {a * b.column[0], a * b.column[1], a * b.column[2]};
}

CAROM_INLINE PackedMatrix3 transpose(const PackedMatrix3& m) {
  const Lanes &a = m.column[0].lanes, &b = m.column[1].lanes, &c = m.column[2].lanes;
  const Lanes ab02 = __builtin_shufflevector(a, b, 0, 4, 2, 6);
  const Lanes ab13 = __builtin_shufflevector(a, b, 1, 5, 3, 7);
  return {PackedVector3(__builtin_shufflevector(ab02, c, 0, 1, 4, 7)),
          PackedVector3(__builtin_shufflevector(ab13, c, 0, 1, 5, 7)),
          PackedVector3(__builtin_shufflevector(ab02, c, 2, 3, 6, 7))};
}

/// Mᵀ v
CAROM_INLINE PackedVector3 transpose_times(const PackedMatrix3& m, const PackedVector3& v) {
  return {dot(m.column[0], v), dot(m.column[1], v), dot(m.column[2], v)};
}

/// A Bᵀ
CAROM_INLINE PackedMatrix3 times_transpose(const PackedMatrix3& a, const PackedMatrix3& b) {
  PackedMatrix3 product;
  for (int j = 0; j < 3; ++j) {
    product.column[j] = a.column[0] * b.column[0][j] + a.column[1] * b.column[1][j] + a.column[2] * b.column[2][j];
  }
  return product;
}

/// a bᵀ
CAROM_INLINE PackedMatrix3 outer(const PackedVector3& a, const PackedVector3& b) {
  return {a * b[0], a * b[1], a * b[2]};
}

/// [r]×, so that [r]× v = r × v
CAROM_INLINE PackedMatrix3 skew(const PackedVector3& r) {
  return {{0.0, r[2], -r[1]}, {-r[2], 0.0, r[0]}, {r[1], -r[0], 0.0}};
}
/// [r]× M
CAROM_INLINE PackedMatrix3 skew_times(const PackedVector3& r, const PackedMatrix3& m) {
  return {cross(r, m.column[0]), cross(r, m.column[1]), cross(r, m.column[2])};
}
/// M [r]×
CAROM_INLINE PackedMatrix3 times_skew(const PackedMatrix3& m, const PackedVector3& r) {
  return {m.column[1] * r[2] - m.column[2] * r[1], m.column[2] * r[0] - m.column[0] * r[2],
          m.column[0] * r[1] - m.column[1] * r[0]};
}

CAROM_INLINE PackedMatrix3 make_diagonal(double s) { return {{s, 0.0, 0.0}, {0.0, s, 0.0}, {0.0, 0.0, s}}; }

/// Views without a copy.
using PackedVectorView = Eigen::Map<const Vector3>;
using PackedMatrixView = Eigen::Map<const Matrix3, 0, Eigen::OuterStride<4>>;

inline PackedVectorView as_eigen(const PackedVector3& v) {
  return PackedVectorView(reinterpret_cast<const double*>(&v));  // NOLINT: lanes are doubles in memory order
}
inline PackedMatrixView as_eigen(const PackedMatrix3& m) {
  return PackedMatrixView(reinterpret_cast<const double*>(&m));  // NOLINT: columns of four doubles
}

}  // namespace carom
