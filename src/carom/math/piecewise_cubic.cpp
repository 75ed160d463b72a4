#include "carom/math/piecewise_cubic.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <utility>

#include "carom/base/assert.h"

namespace carom {
namespace {

PiecewiseCubic::Sample evaluate(const CubicPiece& piece, double x) {
  const double d = x - piece.start;
  return {piece.value + d * (piece.slope + d * (0.5 * piece.curvature + d * piece.third / 6.0)),
          piece.slope + d * (piece.curvature + 0.5 * d * piece.third), piece.curvature + d * piece.third};
}

// ∫ from a to b of one piece, about the start of the interval.
double integrate(const CubicPiece& piece, double a, double b) {
  const auto [value, slope, curvature] = evaluate(piece, a);
  const double d = b - a;
  return d * (value + d * (slope / 2.0 + d * (curvature / 6.0 + d * piece.third / 24.0)));
}

// The lowest derivative in which two pieces differ at the start of the second; 4: none. Points on a line have slopes
// that differ by the rounding of their values.
int find_order(const CubicPiece& left, const CubicPiece& right, double shorter) {
  constexpr double kRounding = 16.0 * std::numeric_limits<double>::epsilon();
  const auto [value, slope, curvature] = evaluate(left, right.start);
  const double same_slope = kRounding * (std::abs(left.value) + std::abs(right.value)) / shorter;
  if (right.joins < 0 && right.value != value) return 0;
  if (right.joins < 1 && std::abs(right.slope - slope) > same_slope) return 1;
  if (right.joins < 2 && right.curvature != curvature) return 2;
  return right.third != left.third ? 3 : 4;
}

[[maybe_unused]] bool are_valid(const std::vector<CubicPiece>& pieces) {
  const auto is_finite = [](const CubicPiece& p) {
    return std::isfinite(p.start) && std::isfinite(p.value) && std::isfinite(p.slope) && std::isfinite(p.curvature) &&
           std::isfinite(p.third);
  };
  return !pieces.empty() && std::ranges::all_of(pieces, is_finite) &&
         std::ranges::adjacent_find(pieces, std::greater_equal<>{}, &CubicPiece::start) == pieces.end();
}

}  // namespace

CubicPiece make_hermite_piece(double x, double h, double y0, double y1, double d0, double d1, int joins) {
  const double secant = (y1 - y0) / h;
  return {x, y0, d0, 2.0 * (3.0 * secant - 2.0 * d0 - d1) / h, 6.0 * (d0 + d1 - 2.0 * secant) / (h * h), joins};
}

std::vector<double> calc_monotone_slopes(std::span<const double> x, std::span<const double> y) {
  std::vector<double> slopes(x.size(), 0.0);
  for (std::size_t i = 1; i + 1 < x.size(); ++i) {
    const double before = x[i] - x[i - 1], after = x[i + 1] - x[i];
    const double left = (y[i] - y[i - 1]) / before, right = (y[i + 1] - y[i]) / after;
    if (!(left * right > 0.0)) continue;
    const double weight = (before + 2.0 * after) / (3.0 * (before + after));
    slopes[i] = left * right / (weight * right + (1.0 - weight) * left);
  }
  return slopes;
}

PiecewiseCubic::PiecewiseCubic(double before, std::vector<CubicPiece> pieces) : pieces_(std::move(pieces)) {
  CAROM_ASSERT(are_valid(pieces_));
  before_ = {.start = pieces_.front().start, .value = before};
  for (std::size_t i = 0; i < pieces_.size(); ++i) {
    double shorter = std::numeric_limits<double>::infinity();  // of the two lengths
    if (i > 0) shorter = pieces_[i].start - pieces_[i - 1].start;
    if (i + 1 < pieces_.size()) shorter = std::min(shorter, pieces_[i + 1].start - pieces_[i].start);
    const int order = find_order(i == 0 ? before_ : pieces_[i - 1], pieces_[i], shorter);
    if (order <= 3) breaks_.push_back({pieces_[i].start, order});
    has_jumps_ = has_jumps_ || order == 0;
  }
}

const CubicPiece& PiecewiseCubic::find_piece(double x) const {
  const auto after = std::ranges::upper_bound(pieces_, x, {}, &CubicPiece::start);
  return after == pieces_.begin() ? before_ : *(after - 1);
}

PiecewiseCubic::Sample PiecewiseCubic::sample(double x, double within) const { return evaluate(find_piece(within), x); }

double PiecewiseCubic::integral(double a, double b) const {
  auto next = std::ranges::upper_bound(pieces_, a, {}, &CubicPiece::start);
  const CubicPiece* piece = next == pieces_.begin() ? &before_ : &*(next - 1);
  double sum = 0.0;
  for (; next != pieces_.end() && next->start < b; ++next) {
    sum += integrate(*piece, a, next->start);
    a = next->start;
    piece = &*next;
  }
  return sum + integrate(*piece, a, b);
}

PiecewiseCubic::Break PiecewiseCubic::next_break(double x) const {
  const auto found = std::ranges::upper_bound(breaks_, x, {}, &Break::x);
  return found == breaks_.end() ? Break{} : *found;
}

}  // namespace carom
