#pragma once

#include <vector>

#include "carom/complementarity/block_operator.h"

namespace carom {

/// W = J M⁻¹ Jᵀ + C that is never formed: a sweep keeps the velocities v = M⁻¹ Jᵀ r of the few parts that each block
/// touches and reads J v from them, so that a visit costs the same however many contacts share a part.
class FactoredOperator : public BlockOperator {
 public:
  /// What one block does to one part, of `unknowns` velocities from `first` on.
  struct Part {
    int block{};
    int first{};   // of the part's velocities in v
    MatrixX J{};   // block_size × unknowns
    MatrixX MJ{};  // M⁻¹ Jᵀ of the part: unknowns × block_size
  };

  /// C is diagonal, with a number a row; empty: zero.
  FactoredOperator(int block_size, int block_count, int velocities, std::vector<Part> parts, VectorX compliance = {});

  void multiply(const ConstVectorRef& r, VectorRef u) const override;
  [[nodiscard]] BlockMatrix diagonal(int block) const override;
  [[nodiscard]] Eigen::SparseMatrix<double> assemble() const override;
  [[nodiscard]] std::optional<OperatorFactors> assemble_factors() const override;
  [[nodiscard]] bool has_factors() const override { return true; }
  void start_sweep(const ConstVectorRef& r) override;
  [[nodiscard]] BlockVector calc_block(int block) const override;
  void change_block(int block, const BlockVector& change) override;

 private:
  void add_velocities(int block, const BlockVector& r, VectorX& v) const;
  [[nodiscard]] BlockVector read_block(int block, const VectorX& v) const;

  std::vector<Part> parts_;  // sorted by block
  std::vector<int> starts_;
  VectorX compliance_;
  VectorX v_, r_;
  mutable VectorX product_;  // the v of multiply, kept apart from the sweep's
};

}  // namespace carom
