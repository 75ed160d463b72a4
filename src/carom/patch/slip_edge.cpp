#include "carom/patch/slip_edge.h"

#include <algorithm>
#include <cmath>

namespace carom {

using Eigen::Vector2d;

SlipEdge::SlipEdge(const PatchGrid& grid, const InfluenceFunction& influence) : grid_(grid) {
  for (int row = -kReach; row <= kReach; ++row) {
    for (int column = -kReach; column <= kReach; ++column) {
      const double x = column * grid.dx, y = row * grid.dy;
      xx_.push_back(influence(Influence::XX, x, y));
      yy_.push_back(influence(Influence::YY, x, y));
      xy_.push_back(influence(Influence::XY, x, y));
    }
  }
  elements_.reserve(static_cast<std::size_t>(grid.size()));
  marked_.assign(static_cast<std::size_t>(grid.size()), 0);
}

void SlipEdge::clear() {
  for (const int i : elements_) marked_[static_cast<std::size_t>(i)] = 0;
  elements_.clear();
}

SlipEdge::Block SlipEdge::find_block(int i, int reach) const {
  const int column = i % grid_.num_x, row = i / grid_.num_x;
  return {.left = std::max(column - reach, 0),
          .right = std::min(column + reach, grid_.num_x - 1),
          .top = std::max(row - reach, 0),
          .bottom = std::min(row + reach, grid_.num_y - 1)};
}

void SlipEdge::mark(int i, const PatchField& bound) {
  const Block block = find_block(i, kVicinity);
  for (int row = block.top; row <= block.bottom; ++row) {
    for (int j = row * grid_.num_x + block.left; j <= row * grid_.num_x + block.right; ++j) {
      std::uint8_t& marked = marked_[static_cast<std::size_t>(j)];
      if (marked != 0 || !(bound[j] > 0.0)) continue;
      marked = 1;
      elements_.push_back(j);
    }
  }
}

void SlipEdge::spread(int i, const Vector2d& change, double share, ShearField& slip) const {
  const Block block = find_block(i, kReach);
  const Vector2d q = share * change;
  for (int row = block.top; row <= block.bottom; ++row) {
    const int middle = (row - i / grid_.num_x + kReach) * kWidth + kReach - i % grid_.num_x;
    for (int column = block.left; column <= block.right; ++column) {
      const auto k = static_cast<std::size_t>(middle + column);
      const Eigen::Index at = row * grid_.num_x + column;
      slip.x[at] -= xx_[k] * q.x() + xy_[k] * q.y();
      slip.y[at] -= xy_[k] * q.x() + yy_[k] * q.y();
    }
  }
}

void SlipEdge::mend(const PatchField& bound, double share, double least, ShearField& slip, ShearField& traction) {
  constexpr std::size_t kMiddle = kReach * kWidth + kReach;
  const double own = share * std::max(xx_[kMiddle], yy_[kMiddle]);
  std::sort(elements_.begin(), elements_.end());
  for (int sweep = 0; sweep < kSweeps; ++sweep) {
    for (const int i : elements_) {
      const Vector2d q(traction.x[i], traction.y[i]);
      const Vector2d next = project_to_disc(q + Vector2d(slip.x[i], slip.y[i]) / own, bound[i]);
      if (own * (next - q).norm() <= least) continue;
      traction.x[i] = next.x();
      traction.y[i] = next.y();
      spread(i, next - q, share, slip);
    }
  }
}

}  // namespace carom
