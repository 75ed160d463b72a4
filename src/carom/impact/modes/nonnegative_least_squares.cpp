#include "carom/impact/modes/nonnegative_least_squares.h"

#include <limits>
#include <vector>

#include <Eigen/QR>

namespace carom::impact {
namespace {

/// Least squares over the columns of the set, zero elsewhere.
VectorX solve_on_set(const MatrixX& a, const VectorX& b, const std::vector<Eigen::Index>& set) {
  const MatrixX columns = a(Eigen::all, set);
  const VectorX solution = columns.completeOrthogonalDecomposition().solve(b);
  VectorX x = VectorX::Zero(a.cols());
  x(set) = solution;
  return x;
}

}  // namespace

VectorX solve_nonnegative_least_squares(const MatrixX& a, const VectorX& b) {
  const double tolerance = 1e-13 * a.cwiseAbs().maxCoeff() * b.cwiseAbs().maxCoeff();
  VectorX x = VectorX::Zero(a.cols());
  std::vector<Eigen::Index> set;
  for (Eigen::Index round = 0; round < 10 * a.cols(); ++round) {
    // The column that would lower the residual most comes in.
    VectorX gain = a.transpose() * (b - a * x);
    for (const Eigen::Index i : set) gain(i) = -std::numeric_limits<double>::infinity();
    Eigen::Index best = 0;
    if (gain.maxCoeff(&best) <= tolerance) break;
    set.push_back(best);
    // Those that would become negative go out, one boundary at a time.
    while (!set.empty()) {
      const VectorX target = solve_on_set(a, b, set);
      double step = 1.0;
      Eigen::Index first_out = -1;
      for (const Eigen::Index i : set) {
        if (!(target(i) <= 0.0) || !(x(i) / (x(i) - target(i)) < step)) continue;
        step = x(i) / (x(i) - target(i));
        first_out = i;
      }
      if (!(step < 1.0)) {
        x = target;
        break;
      }
      x += step * (target - x);
      const double zero = 1e-15 * x.cwiseAbs().maxCoeff();
      // The one at the boundary goes in any case, however it was rounded: the set shrinks, and this ends.
      std::erase_if(set, [&](Eigen::Index i) { return i == first_out || (x(i) <= zero && target(i) <= 0.0); });
      for (Eigen::Index i = 0; i < x.size(); ++i) {
        if (std::find(set.begin(), set.end(), i) == set.end()) x(i) = 0.0;
      }
    }
  }
  return x;
}

}  // namespace carom::impact
