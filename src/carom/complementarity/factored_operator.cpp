#include "carom/complementarity/factored_operator.h"

#include <algorithm>
#include <utility>

#include "carom/base/assert.h"

namespace carom {

FactoredOperator::FactoredOperator(int block_size, int block_count, int velocities, std::vector<Part> parts,
                                   VectorX compliance)
    : BlockOperator(block_size, block_count),
      parts_(std::move(parts)),
      compliance_(compliance.size() > 0 ? std::move(compliance) : VectorX::Zero(block_size * block_count)),
      v_(VectorX::Zero(velocities)),
      r_(VectorX::Zero(block_size * block_count)),
      product_(velocities) {
  std::stable_sort(parts_.begin(), parts_.end(), [](const Part& a, const Part& b) { return a.block < b.block; });
  starts_.assign(static_cast<std::size_t>(block_count) + 1, 0);
  for (const Part& part : parts_) {
    CAROM_ASSERT(part.block < block_count && part.J.rows() == block_size && part.MJ.cols() == block_size);
    ++starts_[part.block + 1];
  }
  for (int block = 0; block < block_count; ++block) starts_[block + 1] += starts_[block];
}

void FactoredOperator::add_velocities(int block, const BlockVector& r, VectorX& v) const {
  for (int k = starts_[block]; k < starts_[block + 1]; ++k) {
    v.segment(parts_[k].first, parts_[k].MJ.rows()) += parts_[k].MJ.lazyProduct(r);
  }
}

BlockVector FactoredOperator::read_block(int block, const VectorX& v) const {
  BlockVector u = BlockVector::Zero(block_size());
  for (int k = starts_[block]; k < starts_[block + 1]; ++k) {
    u += parts_[k].J.lazyProduct(v.segment(parts_[k].first, parts_[k].J.cols()));
  }
  return u;
}

void FactoredOperator::multiply(const ConstVectorRef& r, VectorRef u) const {
  product_.setZero();
  for (int block = 0; block < block_count(); ++block) {
    add_velocities(block, r.segment(block * block_size(), block_size()), product_);
  }
  for (int block = 0; block < block_count(); ++block) {
    u.segment(block * block_size(), block_size()) = read_block(block, product_);
  }
  u += compliance_.cwiseProduct(r);
}

BlockMatrix FactoredOperator::diagonal(int block) const {
  BlockMatrix sum = BlockMatrix::Zero(block_size(), block_size());
  for (int k = starts_[block]; k < starts_[block + 1]; ++k) sum += parts_[k].J.lazyProduct(parts_[k].MJ);
  sum.diagonal() += compliance_.segment(block * block_size(), block_size());
  return sum;
}

Eigen::SparseMatrix<double> FactoredOperator::assemble() const {
  const std::optional<OperatorFactors> factors = assemble_factors();
  Eigen::SparseMatrix<double> W = factors->J * factors->MJ;
  W.diagonal() += compliance_;
  return W;
}

std::optional<OperatorFactors> FactoredOperator::assemble_factors() const {
  std::vector<Eigen::Triplet<double>> J, MJ;
  for (const Part& part : parts_) {
    for (int i = 0; i < block_size(); ++i) {
      const int row = part.block * block_size() + i;
      for (int j = 0; j < part.J.cols(); ++j) {
        J.emplace_back(row, part.first + j, part.J(i, j));
        MJ.emplace_back(part.first + j, row, part.MJ(j, i));
      }
    }
  }
  OperatorFactors factors{Eigen::SparseMatrix<double>(size(), v_.size()),
                          Eigen::SparseMatrix<double>(v_.size(), size()), compliance_};
  factors.J.setFromTriplets(J.begin(), J.end());
  factors.MJ.setFromTriplets(MJ.begin(), MJ.end());
  return factors;
}

void FactoredOperator::start_sweep(const ConstVectorRef& r) {
  r_ = r;
  v_.setZero();
  for (int block = 0; block < block_count(); ++block) {
    add_velocities(block, r.segment(block * block_size(), block_size()), v_);
  }
}

BlockVector FactoredOperator::calc_block(int block) const {
  const int at = block * block_size();
  BlockVector u = read_block(block, v_);
  u += compliance_.segment(at, block_size()).cwiseProduct(r_.segment(at, block_size()));
  return u;
}

void FactoredOperator::change_block(int block, const BlockVector& change) {
  r_.segment(block * block_size(), block_size()) += change;
  add_velocities(block, change, v_);
}

}  // namespace carom
