#include "carom/complementarity/cones/local_friction.h"

#include <cmath>

#include <Eigen/LU>

namespace carom {
namespace {

using Vector2 = Eigen::Vector2d;
using Matrix2 = Eigen::Matrix2d;

// Where a search for α leaves its bracket without an upper end, it goes on with a number so many times larger; and
// guesses so many times smaller or larger than the block are none.
constexpr double kGrowth = 4.0, kLeastGuess = 1e-6;

BlockVector make_normal(const BlockMatrix& B, const BlockVector& q) {
  BlockVector r = BlockVector::Zero(q.size());
  if (B(0, 0) > 0.0) r[0] = -q[0] / B(0, 0);
  return r;
}

// Two rows: sticking, or sliding to the side against which the tangential velocity then points.
BlockVector solve_plane_contact(double mu, const BlockMatrix& B, const BlockVector& q) {
  const double determinant = B(0, 0) * B(1, 1) - B(0, 1) * B(1, 0);
  const double normal = B(0, 1) * q[1] - B(1, 1) * q[0];      // of sticking, times the determinant
  const double tangential = B(1, 0) * q[0] - B(0, 0) * q[1];  // likewise
  BlockVector r(2);
  if (determinant > 0.0 && std::abs(tangential) <= mu * normal) {
    r << normal / determinant, tangential / determinant;
    return r;
  }
  const double side = tangential >= 0.0 ? 1.0 : -1.0;
  const double stiffness = B(0, 0) + side * mu * B(0, 1);
  // Against the wedge of Painlevé a positive impulse would not help; the normal by itself is then the best step.
  if (!(stiffness > 0.0)) return make_normal(B, q);
  r << -q[0] / stiffness, -side * mu * q[0] / stiffness;
  return r;
}

/// Sliding with u_t = −α r_t and u_n = 0: r(α) = −adj(B + α E) q/det(B + α E), E the identity of the tangents. By
/// cofactors, −det r_t = t0 + t1 α and −det r_n = n0 + n1 α + q_n α².
struct SlidingImpulse {
  SlidingImpulse(const Matrix3& B, const Vector3& q) {
    const Matrix2 T = B.block<2, 2>(1, 1);
    const Vector2 column = B.block<2, 1>(1, 0), row = B.block<1, 2>(0, 1).transpose(), q_t = q.segment<2>(1);
    const Matrix2 adjugate{{T(1, 1), -T(0, 1)}, {-T(1, 0), T(0, 0)}};
    n0 = T.determinant() * q[0] - row.dot(adjugate * q_t);
    n1 = T.trace() * q[0] - row.dot(q_t);
    n2 = q[0];
    d0 = T.determinant() * B(0, 0) - row.dot(adjugate * column);
    d1 = T.trace() * B(0, 0) - row.dot(column);
    d2 = B(0, 0);
    // From the tangential rows, (T + α) r_t = −q_t − column r_n, with what is divisible by det(T + α) divided out.
    const Vector2 mixed = B(0, 0) * q_t - column * q[0];
    const double cross = q_t[0] * column[1] - q_t[1] * column[0];
    t1 = mixed;
    t0 = adjugate * mixed - cross * Vector2(row[1], -row[0]);
  }

  // (|r_t| − μ r_n) det: positive while sticking needs more friction than there is, negative for large α.
  struct Excess {
    double value{}, slope{};
  };
  [[nodiscard]] Excess excess(double alpha, double mu) const {
    const Vector2 t = t0 + alpha * t1;
    const double length = t.norm();
    return {length + mu * (n0 + alpha * (n1 + alpha * n2)),
            (length > 0.0 ? t.dot(t1) / length : 0.0) + mu * (n1 + 2.0 * alpha * n2)};
  }
  [[nodiscard]] double determinant(double alpha) const { return d0 + alpha * (d1 + alpha * d2); }

  double n0, n1, n2, d0, d1, d2;
  Vector2 t0, t1;
};

// Newton's method from a guess, within a bracket that halves, or grows while it has no upper end, whenever Newton
// leaves it. It doubles the digits in every step: after one that changes less than half of them, nothing is left to
// gain.
double find_alpha(const SlidingImpulse& slide, double mu, double guess) {
  constexpr double kHalfOfDigits = 1e-9;
  double low = 0.0, high = HUGE_VAL, alpha = guess;
  for (int k = 0; k < 300; ++k) {
    const SlidingImpulse::Excess excess = slide.excess(alpha, mu);
    (excess.value > 0.0 ? low : high) = alpha;
    double next = alpha - excess.value / excess.slope;
    const bool by_newton = next >= low && next <= high && next <= kGrowth * alpha;
    if (by_newton && std::abs(next - alpha) <= kHalfOfDigits * alpha) return next;
    if (!by_newton) next = high == HUGE_VAL ? kGrowth * alpha : 0.5 * (low + high);
    if (std::abs(next - alpha) <= 1e-16 * alpha || next == alpha) break;
    alpha = next;
  }
  return alpha;
}

// The α of the impulse before, which sweeps change ever less; without one, as large as the block itself.
double guess_alpha(const Matrix3& B, const Vector3& q, const Vector3& r) {
  const double length = r.tail<2>().norm();
  const double alpha = length > 0.0 ? (B.bottomRows<2>() * r + q.tail<2>()).norm() / length : 0.0;
  const double scale = 0.5 * (B(1, 1) + B(2, 2));
  return alpha > kLeastGuess * scale && alpha < scale / kLeastGuess ? alpha : 0.5 * scale;
}

BlockVector solve_by_newton(const FrictionCone& cone, const BlockMatrix& B, const BlockVector& q, BlockVector r) {
  const auto size = static_cast<int>(q.size());
  const double rho = size / B.trace();
  const auto residual = [&](const BlockVector& point) {
    return BlockVector(point - project_on_discs(cone, point - rho * (B * point + q)).point);
  };
  BlockVector error = residual(r);
  for (int k = 0; k < 30 && error.norm() > 1e-15 * r.norm(); ++k) {
    const DiscProjection disc = project_on_discs(cone, r - rho * (B * r + q));
    const BlockMatrix identity = BlockMatrix::Identity(size, size);
    const BlockMatrix jacobian = identity - disc.jacobian + rho * disc.jacobian * B;
    const BlockVector step = jacobian.partialPivLu().solve(error);
    const BlockVector trial = r - step;
    const BlockVector trial_error = residual(trial);
    // A projected step where Newton does not help.
    r = trial_error.norm() < error.norm() ? trial : disc.point;
    error = residual(r);
  }
  return project_on_discs(cone, r).point;
}

}  // namespace

Vector3 solve_space_contact(double mu, const Matrix3& B, const Vector3& q, const Vector3& old) {
  if (q[0] >= 0.0 || !(B(0, 0) > 0.0)) return Vector3::Zero();
  if (mu == 0.0) return {-q[0] / B(0, 0), 0.0, 0.0};
  const SlidingImpulse slide(B, q);
  const auto at = [&](double alpha) -> Vector3 {
    const double determinant = slide.determinant(alpha);
    const Vector2 t = -(slide.t0 + alpha * slide.t1) / determinant;
    return {-(slide.n0 + alpha * (slide.n1 + alpha * slide.n2)) / determinant, t[0], t[1]};
  };
  if (slide.determinant(0.0) > 0.0 && slide.excess(0.0, mu).value <= 0.0) return at(0.0);
  Vector3 r = at(find_alpha(slide, mu, guess_alpha(B, q, old)));
  if (!(r[0] >= 0.0) || !r.allFinite()) return {-q[0] / B(0, 0), 0.0, 0.0};
  // Onto the cone exactly.
  const double length = r.tail<2>().norm();
  if (length > 0.0) r.tail<2>() *= mu * r[0] / length;
  return r;
}

BlockVector solve_contact(const FrictionCone& cone, const BlockMatrix& B, const BlockVector& q, const BlockVector& r) {
  // Apart without an impulse, or a contact whose impulse moves nothing.
  if (q[0] >= 0.0 || !(B(0, 0) > 0.0)) return BlockVector::Zero(q.size());
  if (q.size() == 1 || (cone.mu == 0.0 && cone.mu_rolling == 0.0 && cone.mu_spinning == 0.0)) return make_normal(B, q);
  if (q.size() == 2) return solve_plane_contact(cone.mu, B, q);
  if (q.size() == 3 && cone.polygon.corners == 0) return solve_space_contact(cone.mu * cone.polygon.radius, B, q, r);
  return solve_by_newton(cone, B, q, r);
}

}  // namespace carom
