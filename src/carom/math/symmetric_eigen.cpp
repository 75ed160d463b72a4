#include "carom/math/symmetric_eigen.h"

#include <cmath>
#include <limits>

#include "carom/base/assert.h"

namespace carom {
namespace {

struct Rotation {
  double cosine{};
  double sine{};
};

// The smaller of the two turns that make the element (p, q) zero.
Rotation find_rotation(double a_pp, double a_qq, double a_pq) {
  const double tau = (a_qq - a_pp) / (2.0 * a_pq);
  const double tangent = std::copysign(1.0, tau) / (std::abs(tau) + std::hypot(1.0, tau));
  const double cosine = 1.0 / std::hypot(1.0, tangent);
  return {cosine, cosine * tangent};
}

void rotate_columns(MatrixRef M, int p, int q, const Rotation& turn) {
  for (int i = 0; i < M.rows(); ++i) {
    const double m_p = M(i, p), m_q = M(i, q);
    M(i, p) = turn.cosine * m_p - turn.sine * m_q;
    M(i, q) = turn.sine * m_p + turn.cosine * m_q;
  }
}

void rotate_rows(MatrixRef M, int p, int q, const Rotation& turn) {
  for (int j = 0; j < M.cols(); ++j) {
    const double m_p = M(p, j), m_q = M(q, j);
    M(p, j) = turn.cosine * m_p - turn.sine * m_q;
    M(q, j) = turn.sine * m_p + turn.cosine * m_q;
  }
}

}  // namespace

void calc_symmetric_eigen(MatrixRef A, MatrixRef V) {
  CAROM_ASSERT(A.rows() == A.cols() && V.rows() == A.rows() && V.cols() == A.cols());
  const auto size = static_cast<int>(A.rows());
  V.setIdentity();
  const double negligible = 0.5 * std::numeric_limits<double>::epsilon() * A.cwiseAbs().maxCoeff();
  // Convergence is quadratic: six sweeps or so. The bound keeps a NaN from going around for ever.
  constexpr int kMaxSweeps = 30;
  bool rotated = size > 1;
  for (int sweep = 0; sweep < kMaxSweeps && rotated; ++sweep) {
    rotated = false;
    for (int p = 0; p < size; ++p) {
      for (int q = p + 1; q < size; ++q) {
        if (!(std::abs(A(p, q)) > negligible)) continue;
        const Rotation turn = find_rotation(A(p, p), A(q, q), A(p, q));
        rotate_columns(A, p, q, turn);
        rotate_rows(A, p, q, turn);
        A(p, q) = A(q, p) = 0.0;
        rotate_columns(V, p, q, turn);
        rotated = true;
      }
    }
  }
}

}  // namespace carom
