#pragma once

#include <optional>
#include <vector>

#include <Eigen/SparseCore>

#include "carom/math/types.h"

namespace carom {

/// A block of unknowns: one for a row of an MLCP; normal and tangents, or also rolling and spinning moments, for a
/// contact. Of any size up to six without an allocation.
constexpr int kLargestBlock = 6;
using BlockVector = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, kLargestBlock, 1>;
using BlockMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, kLargestBlock, kLargestBlock>;

/// G = J · MJ + C through the velocities of a mechanism, MJ = M⁻¹Jᵀ.
struct OperatorFactors {
  Eigen::SparseMatrix<double> J;
  Eigen::SparseMatrix<double> MJ;
  VectorX compliance;  // C, a number a row
};

class FactoredOperator;

/// The matrix of a problem as iterative solvers see it, in blocks of equal size. Each of them asks for one virtual call
/// a block, which is little beside the arithmetic on the block.
class BlockOperator {
 public:
  BlockOperator(int block_size, int block_count) : block_size_(block_size), block_count_(block_count) {}
  virtual ~BlockOperator() = default;

  [[nodiscard]] int block_size() const { return block_size_; }
  [[nodiscard]] int block_count() const { return block_count_; }
  [[nodiscard]] int size() const { return block_size_ * block_count_; }

  /// u = G r
  virtual void multiply(const ConstVectorRef& r, VectorRef u) const = 0;
  /// |G| |r|, entry by entry: the size of the terms that the above adds up,
  virtual void multiply_sizes(const ConstVectorRef& r, VectorRef u) const = 0;
  /// and how many of them there are in a row of a block.
  [[nodiscard]] virtual int terms(int block) const = 0;
  [[nodiscard]] virtual BlockMatrix diagonal(int block) const = 0;
  [[nodiscard]] virtual Eigen::SparseMatrix<double> assemble() const = 0;
  /// The same as a full matrix, of few contacts.
  virtual void assemble(MatrixX& G) const { G = assemble(); }
  /// Nothing where the matrix is not known as a product.
  [[nodiscard]] virtual std::optional<OperatorFactors> assemble_factors() const { return {}; }
  /// Itself where it is one, for methods that use the structure.
  [[nodiscard]] virtual const FactoredOperator* as_factored() const { return nullptr; }

  /// Sweeps over the blocks: start with some r, then ask for (G r) of a block and change r there, block by block.
  virtual void start_sweep(const ConstVectorRef& r) = 0;
  [[nodiscard]] virtual BlockVector calc_block(int block) const = 0;
  virtual void change_block(int block, const BlockVector& change) = 0;

 protected:
  void set_block_count(int block_count) { block_count_ = block_count; }

 private:
  int block_size_;
  int block_count_;
};

/// A dense matrix that lives elsewhere.
class DenseOperator : public BlockOperator {
 public:
  DenseOperator(const ConstMatrixRef& G, int block_size);
  /// With memory for sweeps that outlives it, so that many problems one after another allocate nothing.
  DenseOperator(const ConstMatrixRef& G, int block_size, VectorX& memory);

  void multiply(const ConstVectorRef& r, VectorRef u) const override;
  void multiply_sizes(const ConstVectorRef& r, VectorRef u) const override;
  [[nodiscard]] int terms(int /*block*/) const override { return size(); }
  [[nodiscard]] BlockMatrix diagonal(int block) const override;
  [[nodiscard]] Eigen::SparseMatrix<double> assemble() const override;
  void assemble(MatrixX& G) const override;
  void start_sweep(const ConstVectorRef& r) override;
  [[nodiscard]] BlockVector calc_block(int block) const override;
  void change_block(int block, const BlockVector& change) override;

 private:
  [[nodiscard]] VectorX& swept() { return memory_ != nullptr ? *memory_ : own_memory_; }
  [[nodiscard]] const VectorX& swept() const { return memory_ != nullptr ? *memory_ : own_memory_; }

  ConstMatrixRef G_;
  VectorX own_memory_;
  VectorX* memory_{};  // null: its own
};

/// Blocks that are not zero, row by row.
class BlockSparseOperator : public BlockOperator {
 public:
  BlockSparseOperator(const Eigen::SparseMatrix<double>& G, int block_size);

  void multiply(const ConstVectorRef& r, VectorRef u) const override;
  void multiply_sizes(const ConstVectorRef& r, VectorRef u) const override;
  [[nodiscard]] int terms(int block) const override {
    const auto at = static_cast<std::size_t>(block);
    return block_size() * (starts_[at + 1] - starts_[at]);
  }
  [[nodiscard]] BlockMatrix diagonal(int block) const override;
  [[nodiscard]] Eigen::SparseMatrix<double> assemble() const override;
  void assemble(MatrixX& G) const override;
  void start_sweep(const ConstVectorRef& r) override;
  [[nodiscard]] BlockVector calc_block(int block) const override;
  void change_block(int block, const BlockVector& change) override;

 private:
  [[nodiscard]] Eigen::Map<const MatrixX> entry(int place) const;
  template <int Size>
  void calc_sized_row(int block, const double* r, double* u) const;
  void calc_row(int block, const double* r, double* u) const;

  std::vector<int> starts_;     // of each row of blocks in the two lists below
  std::vector<int> columns_;    // ascending within a row
  std::vector<double> values_;  // block after block, each column by column
  VectorX r_;
};

}  // namespace carom
