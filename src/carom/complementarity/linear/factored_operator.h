#pragma once

#include <vector>

#include "carom/complementarity/linear/block_operator.h"

namespace carom {

/// G = J M⁻¹ Jᵀ + C that is never formed: a sweep keeps the velocities v = M⁻¹ Jᵀ r of the few parts that each block
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
  FactoredOperator(int block_size, int block_count, const std::vector<Part>& parts, const VectorX& compliance = {});

  /// Empty, to be filled by reset(), the parts block by block, and finish(); again and again in the same storage.
  explicit FactoredOperator(int block_size) : FactoredOperator(block_size, 0, {}) {}
  void reset(int block_count);
  /// With Jᵀ and M⁻¹Jᵀ, unknowns × block_size, the latter times a factor; blocks must not descend.
  void add_part(int block, int first, const ConstMatrixRef& Jt, const ConstMatrixRef& MJ, double factor = 1.0);
  void finish(const ConstVectorRef& compliance);

  void multiply(const ConstVectorRef& r, VectorRef u) const override;
  void multiply_sizes(const ConstVectorRef& r, VectorRef u) const override;
  /// Products with J, and those that make the velocities of a part.
  [[nodiscard]] int terms(int block) const override;
  [[nodiscard]] BlockMatrix diagonal(int block) const override;
  [[nodiscard]] Eigen::SparseMatrix<double> assemble() const override;
  void assemble(MatrixX& G) const override;
  [[nodiscard]] std::optional<OperatorFactors> assemble_factors() const override;
  [[nodiscard]] const FactoredOperator* as_factored() const override { return this; }
  void start_sweep(const ConstVectorRef& r) override;
  [[nodiscard]] BlockVector calc_block(int block) const override;
  void change_block(int block, const BlockVector& change) override;

  /// For those who use the structure: the parts of a block are those from start(block) on, before start(block + 1).
  [[nodiscard]] int velocities() const { return velocities_; }
  [[nodiscard]] int largest_part() const { return largest_part_; }  // its velocities
  [[nodiscard]] const VectorX& compliance() const { return compliance_; }
  [[nodiscard]] int start(int block) const { return starts_[static_cast<std::size_t>(block)]; }
  [[nodiscard]] int first(int part) const { return places_[static_cast<std::size_t>(part)].first; }
  [[nodiscard]] int unknowns(int part) const { return places_[static_cast<std::size_t>(part)].unknowns; }
  /// unknowns × block_size each, column by column.
  [[nodiscard]] const double* Jt(int part) const { return values_.data() + place(part).at; }
  [[nodiscard]] const double* MJ(int part) const { return Jt(part) + block_size() * place(part).unknowns; }

  void add_velocities(const ConstVectorRef& r, VectorX& v) const;  // v += M⁻¹Jᵀ r
  void read_velocities(const VectorX& v, VectorRef u) const;       // u = J v

 private:
  struct Place {
    int first{}, unknowns{};
    std::size_t at{};  // of Jᵀ and M⁻¹Jᵀ among the values
  };
  [[nodiscard]] const Place& place(int part) const { return places_[static_cast<std::size_t>(part)]; }
  template <class R, class V>
  void add_block(int block, const R& r, V& v) const;
  template <class U>
  void read_block(int block, const VectorX& v, U&& u) const;

  std::vector<Place> places_;  // sorted by block
  std::vector<int> starts_;
  int started_{};  // blocks whose start is known
  int velocities_{}, largest_part_{};
  std::vector<int> touching_;  // blocks of the part that begins with a velocity
  std::vector<double> values_;
  VectorX compliance_;
  VectorX v_, r_;
  mutable VectorX product_;  // the v of multiply, kept apart from the sweep's
};

}  // namespace carom
