#include "carom/complementarity/linear/factored_operator.h"

#include <algorithm>
#include <cmath>

#include "carom/base/assert.h"

namespace carom {
namespace {

template <int Rows, int Columns>
using ConstMap = Eigen::Map<const Eigen::Matrix<double, Rows, Columns>>;

// A contact in space on a free body has sizes that the compiler may know.
constexpr int kFreeBody = 6, kContact = 3;

}  // namespace

FactoredOperator::FactoredOperator(int block_size, int block_count, const std::vector<Part>& parts,
                                   const VectorX& compliance)
    : BlockOperator(block_size, block_count) {
  std::vector<const Part*> sorted;
  for (const Part& part : parts) sorted.push_back(&part);
  std::stable_sort(sorted.begin(), sorted.end(), [](const Part* a, const Part* b) { return a->block < b->block; });
  reset(block_count);
  for (const Part* part : sorted) add_part(part->block, part->first, part->J.transpose(), part->MJ);
  finish(compliance.size() > 0 ? compliance : VectorX::Zero(size()));
}

void FactoredOperator::reset(int block_count) {
  set_block_count(block_count);
  places_.clear();
  values_.clear();
  starts_.assign(static_cast<std::size_t>(block_count) + 1, 0);
  started_ = 0;
  velocities_ = largest_part_ = 0;
}

void FactoredOperator::add_part(int block, int first, const ConstMatrixRef& Jt, const ConstMatrixRef& MJ,
                                double factor) {
  CAROM_ASSERT(started_ <= block + 1 && block < block_count());
  CAROM_ASSERT(Jt.cols() == block_size() && MJ.cols() == block_size());
  while (started_ <= block) starts_[static_cast<std::size_t>(started_++)] = static_cast<int>(places_.size());
  const auto unknowns = static_cast<int>(Jt.rows());
  places_.push_back({first, unknowns, values_.size()});
  values_.resize(values_.size() + 2 * static_cast<std::size_t>(Jt.size()));
  double* at = values_.data() + places_.back().at;
  Eigen::Map<MatrixX>(at, unknowns, block_size()) = Jt;
  Eigen::Map<MatrixX>(at + Jt.size(), unknowns, block_size()) = factor * MJ;
  velocities_ = std::max(velocities_, first + unknowns);
  largest_part_ = std::max(largest_part_, unknowns);
}

void FactoredOperator::finish(const ConstVectorRef& compliance) {
  while (started_ <= block_count()) starts_[static_cast<std::size_t>(started_++)] = static_cast<int>(places_.size());
  compliance_ = compliance;
  touching_.assign(static_cast<std::size_t>(velocities_), 0);
  for (const Place& part : places_) ++touching_[static_cast<std::size_t>(part.first)];
  r_.setZero(size());
  v_.setZero(velocities_);
  product_.resize(velocities_);
}

template <class R, class V>
void FactoredOperator::add_block(int block, const R& r, V& v) const {
  for (int k = start(block); k < start(block + 1); ++k) {
    const int n = unknowns(k);
    if (n == kFreeBody && block_size() == kContact) {
      v.template segment<kFreeBody>(first(k)) +=
          ConstMap<kFreeBody, kContact>(MJ(k)).lazyProduct(r.template head<kContact>());
    } else {
      v.segment(first(k), n) += Eigen::Map<const MatrixX>(MJ(k), n, block_size()).lazyProduct(r);
    }
  }
}

template <class U>
void FactoredOperator::read_block(int block, const VectorX& v, U&& u) const {
  u.setZero();
  for (int k = start(block); k < start(block + 1); ++k) {
    const int n = unknowns(k);
    if (n == kFreeBody && block_size() == kContact) {
      u.template head<kContact>() +=
          ConstMap<kFreeBody, kContact>(Jt(k)).transpose().lazyProduct(v.segment<kFreeBody>(first(k)));
    } else {
      u += Eigen::Map<const MatrixX>(Jt(k), n, block_size()).transpose().lazyProduct(v.segment(first(k), n));
    }
  }
}

void FactoredOperator::add_velocities(const ConstVectorRef& r, VectorX& v) const {
  for (int block = 0; block < block_count(); ++block)
    add_block(block, r.segment(block * block_size(), block_size()), v);
}

void FactoredOperator::read_velocities(const VectorX& v, VectorRef u) const {
  for (int block = 0; block < block_count(); ++block)
    read_block(block, v, u.segment(block * block_size(), block_size()));
}

void FactoredOperator::multiply(const ConstVectorRef& r, VectorRef u) const {
  product_.setZero();
  add_velocities(r, product_);
  read_velocities(product_, u);
  u += compliance_.cwiseProduct(r);
}

void FactoredOperator::multiply_sizes(const ConstVectorRef& r, VectorRef u) const {
  product_.setZero();
  for (int row = 0; row < size(); ++row) {
    const int block = row / block_size(), i = row % block_size();
    for (int k = start(block); k < start(block + 1); ++k) {
      const double* column = MJ(k) + i * unknowns(k);
      for (int j = 0; j < unknowns(k); ++j) product_[first(k) + j] += std::abs(column[j] * r[row]);
    }
  }
  for (int row = 0; row < size(); ++row) {
    const int block = row / block_size(), i = row % block_size();
    u[row] = std::abs(compliance_[row] * r[row]);
    for (int k = start(block); k < start(block + 1); ++k) {
      const double* column = Jt(k) + i * unknowns(k);
      for (int j = 0; j < unknowns(k); ++j) u[row] += std::abs(column[j]) * product_[first(k) + j];
    }
  }
}

int FactoredOperator::terms(int block) const {
  int count = 1;
  for (int k = start(block); k < start(block + 1); ++k) {
    count += unknowns(k) + block_size() * touching_[static_cast<std::size_t>(first(k))];
  }
  return count;
}

BlockMatrix FactoredOperator::diagonal(int block) const {
  BlockMatrix sum = BlockMatrix::Zero(block_size(), block_size());
  for (int k = start(block); k < start(block + 1); ++k) {
    const Eigen::Map<const MatrixX> Jt_of(Jt(k), unknowns(k), block_size()), MJ_of(MJ(k), unknowns(k), block_size());
    sum += Jt_of.transpose().lazyProduct(MJ_of);
  }
  sum.diagonal() += compliance_.segment(block * block_size(), block_size());
  return sum;
}

Eigen::SparseMatrix<double> FactoredOperator::assemble() const {
  const std::optional<OperatorFactors> factors = assemble_factors();
  Eigen::SparseMatrix<double> G = factors->J * factors->MJ;
  G.diagonal() += compliance_;
  return G;
}

void FactoredOperator::assemble(MatrixX& G) const {
  MatrixX J = MatrixX::Zero(size(), velocities_), MJ = MatrixX::Zero(velocities_, size());
  for (int block = 0; block < block_count(); ++block) {
    for (int k = start(block); k < start(block + 1); ++k) {
      const Eigen::Map<const MatrixX> Jt_of(Jt(k), unknowns(k), block_size()),
          MJ_of(this->MJ(k), unknowns(k), block_size());
      J.block(block * block_size(), first(k), block_size(), unknowns(k)) = Jt_of.transpose();
      MJ.block(first(k), block * block_size(), unknowns(k), block_size()) = MJ_of;
    }
  }
  G.noalias() = J * MJ;
  G.diagonal() += compliance_;
}

std::optional<OperatorFactors> FactoredOperator::assemble_factors() const {
  std::vector<Eigen::Triplet<double>> J_entries, MJ_entries;
  for (int row = 0; row < size(); ++row) {
    const int block = row / block_size(), i = row % block_size();
    for (int k = start(block); k < start(block + 1); ++k) {
      for (int j = 0; j < unknowns(k); ++j) {
        J_entries.emplace_back(row, first(k) + j, Jt(k)[i * unknowns(k) + j]);
        MJ_entries.emplace_back(first(k) + j, row, MJ(k)[i * unknowns(k) + j]);
      }
    }
  }
  OperatorFactors factors{Eigen::SparseMatrix<double>(size(), velocities()),
                          Eigen::SparseMatrix<double>(velocities(), size()), compliance_};
  factors.J.setFromTriplets(J_entries.begin(), J_entries.end());
  factors.MJ.setFromTriplets(MJ_entries.begin(), MJ_entries.end());
  return factors;
}

void FactoredOperator::start_sweep(const ConstVectorRef& r) {
  r_ = r;
  v_.setZero();
  add_velocities(r, v_);
}

BlockVector FactoredOperator::calc_block(int block) const {
  const int at = block * block_size();
  BlockVector u(block_size());
  read_block(block, v_, u);
  u += compliance_.segment(at, block_size()).cwiseProduct(r_.segment(at, block_size()));
  return u;
}

void FactoredOperator::change_block(int block, const BlockVector& change) {
  r_.segment(block * block_size(), block_size()) += change;
  add_block(block, change, v_);
}

}  // namespace carom
