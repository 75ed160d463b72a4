#include "carom/complementarity/linear/block_operator.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <set>

#include "carom/base/assert.h"

namespace carom {

DenseOperator::DenseOperator(const ConstMatrixRef& G, int block_size)
    : BlockOperator(block_size, static_cast<int>(G.rows()) / block_size), G_(G) {
  CAROM_ASSERT(G.rows() == G.cols() && G.rows() % block_size == 0 && block_size <= kLargestBlock);
}

DenseOperator::DenseOperator(const ConstMatrixRef& G, int block_size, VectorX& memory) : DenseOperator(G, block_size) {
  memory_ = &memory;
}

void DenseOperator::multiply(const ConstVectorRef& r, VectorRef u) const { u.noalias() = G_ * r; }

void DenseOperator::multiply_sizes(const ConstVectorRef& r, VectorRef u) const {
  u.setZero();
  for (int column = 0; column < size(); ++column) u += G_.col(column).cwiseAbs() * std::abs(r[column]);
}

BlockMatrix DenseOperator::diagonal(int block) const {
  const int at = block * block_size();
  return G_.block(at, at, block_size(), block_size());
}

Eigen::SparseMatrix<double> DenseOperator::assemble() const { return G_.sparseView(); }

void DenseOperator::assemble(MatrixX& G) const { G = G_; }

void DenseOperator::start_sweep(const ConstVectorRef& r) { swept() = r; }

BlockVector DenseOperator::calc_block(int block) const {
  BlockVector u(block_size());
  u.noalias() = G_.middleRows(block * block_size(), block_size()).lazyProduct(swept());
  return u;
}

void DenseOperator::change_block(int block, const BlockVector& change) {
  swept().segment(block * block_size(), block_size()) += change;
}

BlockSparseOperator::BlockSparseOperator(const Eigen::SparseMatrix<double>& G, int block_size)
    : BlockOperator(block_size, static_cast<int>(G.rows()) / block_size), r_(G.rows()) {
  CAROM_ASSERT(G.rows() == G.cols() && G.rows() % block_size == 0 && block_size <= kLargestBlock);
  const int square = block_size * block_size;
  const Eigen::SparseMatrix<double, Eigen::RowMajor> rows = G;
  using Iterator = Eigen::SparseMatrix<double, Eigen::RowMajor>::InnerIterator;
  for (int block = 0; block < block_count(); ++block) {
    starts_.push_back(static_cast<int>(columns_.size()));
    // The diagonal block is always there.
    std::set<int> present{block};
    for (int row = block * block_size; row < (block + 1) * block_size; ++row) {
      for (Iterator it(rows, row); it; ++it) present.insert(static_cast<int>(it.col()) / block_size);
    }
    columns_.insert(columns_.end(), present.begin(), present.end());
    values_.resize(columns_.size() * static_cast<std::size_t>(square), 0.0);
    for (int row = block * block_size; row < (block + 1) * block_size; ++row) {
      for (Iterator it(rows, row); it; ++it) {
        const auto column = static_cast<int>(it.col());
        const auto place = std::lower_bound(columns_.begin() + starts_.back(), columns_.end(), column / block_size);
        const auto first = static_cast<std::size_t>(place - columns_.begin()) * static_cast<std::size_t>(square);
        values_[first + static_cast<std::size_t>(column % block_size * block_size + row % block_size)] = it.value();
      }
    }
  }
  starts_.push_back(static_cast<int>(columns_.size()));
}

Eigen::Map<const MatrixX> BlockSparseOperator::entry(int place) const {
  const int square = block_size() * block_size();
  return {values_.data() + static_cast<std::ptrdiff_t>(place) * square, block_size(), block_size()};
}

template <int Size>
void BlockSparseOperator::calc_sized_row(int block, const double* r, double* u) const {
  using Vector = Eigen::Matrix<double, Size, 1, 0, Size == Eigen::Dynamic ? kLargestBlock : Size, 1>;
  const int size = block_size();
  Vector sum = Vector::Zero(size);
  for (int place = starts_[block]; place < starts_[block + 1]; ++place) {
    const Eigen::Map<const Eigen::Matrix<double, Size, Size>> own(
        values_.data() + static_cast<std::ptrdiff_t>(place) * size * size, size, size);
    sum += own.lazyProduct(Eigen::Map<const Vector>(r + columns_[place] * size, size));
  }
  Eigen::Map<Vector>(u, size) = sum;
}

void BlockSparseOperator::calc_row(int block, const double* r, double* u) const {
  switch (block_size()) {
    case 2:
      return calc_sized_row<2>(block, r, u);
    case 3:
      return calc_sized_row<3>(block, r, u);
    default:
      return calc_sized_row<Eigen::Dynamic>(block, r, u);
  }
}

void BlockSparseOperator::multiply(const ConstVectorRef& r, VectorRef u) const {
  for (int block = 0; block < block_count(); ++block) calc_row(block, r.data(), u.data() + block * block_size());
}

void BlockSparseOperator::multiply_sizes(const ConstVectorRef& r, VectorRef u) const {
  const int rows = block_size();
  const double* value = values_.data();
  for (int block = 0; block < block_count(); ++block) {
    std::array<double, kLargestBlock> sums{};
    for (int place = starts_[block]; place < starts_[block + 1]; ++place) {
      for (int j = 0; j < rows; ++j, value += rows) {
        const double size = std::abs(r[columns_[place] * rows + j]);
        for (int i = 0; i < rows; ++i) sums[i] += std::abs(value[i]) * size;
      }
    }
    std::copy_n(sums.data(), rows, u.data() + block * rows);
  }
}

BlockMatrix BlockSparseOperator::diagonal(int block) const {
  const auto begin = columns_.begin() + starts_[block], end = columns_.begin() + starts_[block + 1];
  return entry(static_cast<int>(std::lower_bound(begin, end, block) - columns_.begin()));
}

Eigen::SparseMatrix<double> BlockSparseOperator::assemble() const {
  std::vector<Eigen::Triplet<double>> triplets;
  for (int block = 0; block < block_count(); ++block) {
    for (int place = starts_[block]; place < starts_[block + 1]; ++place) {
      const auto values = entry(place);
      for (int j = 0; j < block_size(); ++j) {
        for (int i = 0; i < block_size(); ++i) {
          if (values(i, j) == 0.0) continue;
          triplets.emplace_back(block * block_size() + i, columns_[place] * block_size() + j, values(i, j));
        }
      }
    }
  }
  Eigen::SparseMatrix<double> G(size(), size());
  G.setFromTriplets(triplets.begin(), triplets.end());
  return G;
}

void BlockSparseOperator::assemble(MatrixX& G) const {
  G.setZero(size(), size());
  const int rows = block_size();
  const double* value = values_.data();
  for (int block = 0; block < block_count(); ++block) {
    for (int place = starts_[block]; place < starts_[block + 1]; ++place) {
      for (int j = 0; j < rows; ++j, value += rows)
        std::copy_n(value, rows, &G(block * rows, columns_[place] * rows + j));
    }
  }
}

void BlockSparseOperator::start_sweep(const ConstVectorRef& r) { r_ = r; }

BlockVector BlockSparseOperator::calc_block(int block) const {
  BlockVector u(block_size());
  calc_row(block, r_.data(), u.data());
  return u;
}

void BlockSparseOperator::change_block(int block, const BlockVector& change) {
  r_.segment(block * block_size(), block_size()) += change;
}

}  // namespace carom
