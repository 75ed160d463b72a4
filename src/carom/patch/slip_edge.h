#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "carom/patch/elastic_operator.h"

namespace carom {

/// Mends tractions near elements that have just begun or ceased to slip, without a convolution: what such an element
/// lets go of its neighbours take up, which may begin to slip in their turn. Left to Newton's method that goes on
/// round after round, each with a convolution and gradients that start afresh, for fewer elements each time. It is a
/// matter of a few elements' width, and here settled by Gauss–Seidel sweeps over them with the kernel cut off at
/// kReach. The rest is smooth, and the next round's.
class SlipEdge {
 public:
  SlipEdge(const PatchGrid& grid, const InfluenceFunction& influence);

  /// Forgets the elements that were marked.
  void clear();
  /// The surroundings of an element: to be mended, as far as bounds there are positive.
  void mark(int i, const PatchField& bound);
  /// Takes the displacement of a change of an element's traction off the slip around it.
  void spread(int i, const Eigen::Vector2d& change, double share, ShearField& slip) const;
  /// Of marked elements, those changes that are larger than `least`.  [m]
  void mend(const PatchField& bound, double share, double least, ShearField& slip, ShearField& traction);

 private:
  static constexpr int kReach = 4;     // elements each way
  static constexpr int kVicinity = 2;  // likewise, of a marked element
  static constexpr int kSweeps = 3;
  static constexpr int kWidth = 2 * kReach + 1;

  struct Block {
    int left, right, top, bottom;  // the last ones included
  };
  [[nodiscard]] Block find_block(int i, int reach) const;

  PatchGrid grid_;
  std::vector<double> xx_, yy_, xy_;  // of offsets from −kReach to kReach
  std::vector<int> elements_;
  std::vector<std::uint8_t> marked_;
};

/// The nearest traction within the bound.
[[nodiscard]] inline Eigen::Vector2d project_to_disc(const Eigen::Vector2d& q, double bound) {
  const double squared = q.squaredNorm();
  return squared <= bound * bound ? q : Eigen::Vector2d(bound / std::sqrt(squared) * q);
}

}  // namespace carom
