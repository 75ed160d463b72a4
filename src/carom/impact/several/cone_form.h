#pragma once

#include <span>
#include <vector>

#include "carom/complementarity/cones/friction_problem.h"
#include "carom/impact/several/scaled_impulses.h"

namespace carom::impact {

/// The same problem as the complementarity layer states it: a normal impulse first, and none given. A contact with a
/// given normal impulse m becomes two blocks that share its velocity: one whose normal row reads r_n − m, so that its
/// friction is bounded by μ m, and one that pushes as much more as it takes. Both oppose the same slip, and their sum
/// is bounded by μ times the whole.
class ConeForm {
 public:
  explicit ConeForm(const ScaledImpulses& problem);

  /// What the solvers take; valid as long as this is.
  [[nodiscard]] FrictionProblem problem() {
    return {
        operator_, q_, mu_, rolling_, {}, {}, std::span(spinning_.data(), static_cast<std::size_t>(spinning_.size()))};
  }
  [[nodiscard]] int blocks() const { return static_cast<int>(blocks_.size()); }
  [[nodiscard]] int block_size() const { return size_; }
  [[nodiscard]] VectorX gather(const VectorX& r) const;

 private:
  struct Block {
    int contact{};
    bool given{};
  };
  [[nodiscard]] static std::vector<Block> list_blocks(const ScaledImpulses& problem);
  /// Of a row of a block among the rows of the contacts.
  [[nodiscard]] int row(int block, int place) const {
    return size_ * blocks_[static_cast<std::size_t>(block)].contact + (place == 0 ? size_ - 1 : place - 1);
  }
  [[nodiscard]] MatrixX make_matrix(const ScaledImpulses& problem) const;

  int size_;
  std::vector<Block> blocks_;
  MatrixX G_;
  VectorX q_, mu_;
  VectorX rolling_, spinning_;  // empty: contacts do not resist turning
  DenseOperator operator_;
};

}  // namespace carom::impact
