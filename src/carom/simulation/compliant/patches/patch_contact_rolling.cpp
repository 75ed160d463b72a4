#include "carom/simulation/compliant/patches/patch_contact_rolling.h"

#include <cmath>

#include <Eigen/LU>

namespace carom {

namespace {

using Eigen::Matrix2d;
using Eigen::Vector2d;

constexpr double kShortest = 1e-9;  // of a length: below, a motion is rounding

// −½ tr(M dC) over a way u on a surface is the product of this with u.
Vector2d calc_pull_along(const Matrix2d& moments, const Matrix2d& curvature, const Vector2d& slant) {
  return 0.5 * (moments * curvature).trace() * slant + curvature * (moments * slant);
}

// ½ tr(M Ċ) of curvatures that turn with one radian a second.
double calc_push_of_turn(const Matrix2d& moments, const Matrix2d& curvature) {
  const Matrix2d quarter_turn = (Matrix2d() << 0.0, -1.0, 1.0, 0.0).finished();
  return 0.5 * (moments * (quarter_turn * curvature - curvature * quarter_turn)).trace();
}

}  // namespace

bool TouchingCurvatures::round() const {
  const Matrix2 sum = both();
  return sum.allFinite() && sum.trace() > 0.0 && sum.determinant() > 1e-12 * sum.trace() * sum.trace();
}

// The contact point moves such that the normals of both surfaces stay opposite: over A by C⁻¹(ω × n − C_B v), over B by
// C⁻¹(ω × n + C_A v).
PatchRolling::PatchRolling(const TouchingCurvatures& start, const TouchingCurvatures& end, double share_b,
                           const Motion& motion)
    : of_a_(0.5 * (start.of_a + end.of_a)),
      of_b_(0.5 * (start.of_b + end.of_b)),
      inverse_((of_a_ + of_b_).inverse()),
      slant_a_(0.5 * (start.slant_a + end.slant_a)),
      slant_b_(0.5 * (start.slant_b + end.slant_b)),
      change_(end.both() - start.both()),
      share_b_(share_b),
      motion_(motion),
      way_a_(inverse_ * (motion.rolled - of_b_ * motion.slipped)),
      way_b_(inverse_ * (motion.rolled + of_a_ * motion.slipped)) {}

PatchRolling::Load PatchRolling::calc_load_of_moment(const Vector2& moment) const {
  return {.of_slip = share_b_ * of_a_ * moment - (1.0 - share_b_) * of_b_ * moment, .of_roll = moment};
}

PatchRolling::Load PatchRolling::calc_load_of_change(const PatchLoad& mean, const Vector2& centre,
                                                     double length) const {
  const Vector2 moment(mean.moment_x, mean.moment_y);
  Matrix2 moments;
  moments << mean.second_xx, mean.second_xy, mean.second_xy, mean.second_yy;
  moments += mean.normal * centre * centre.transpose() - moment * centre.transpose() - centre * moment.transpose();
  Vector2 along_a = calc_pull_along(moments, of_a_, slant_a_);
  Vector2 along_b = calc_pull_along(moments, of_b_, slant_b_);
  double of_spin = (1.0 - share_b_) * calc_push_of_turn(moments, of_b_) - share_b_ * calc_push_of_turn(moments, of_a_);

  // To first order that is the work of the change; the rest is balanced along the motion: a discrete gradient
  // [gonzalez1996].
  const double work = -0.5 * (moments * change_).trace() - 0.125 * mean.normal * way().dot(change_ * way());
  const double turned = length * motion_.spun;
  const double size = way_a_.squaredNorm() + way_b_.squaredNorm() + turned * turned;
  if (size > kShortest * kShortest * length * length) {
    const double rest = work - along_a.dot(way_a_) - along_b.dot(way_b_) - of_spin * motion_.spun;
    along_a += rest / size * way_a_;
    along_b += rest / size * way_b_;
    of_spin += rest / size * turned * length;
  }
  const Vector2 from_a = inverse_ * along_a, from_b = inverse_ * along_b;
  return {.of_slip = of_a_ * from_b - of_b_ * from_a, .of_roll = from_a + from_b, .of_spin = of_spin};
}

}  // namespace carom
