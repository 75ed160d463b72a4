#include <cmath>
#include <vector>

#include "carom/complementarity/newton_equations.h"
#include "carom/complementarity/sparse_or_dense_lu.h"

namespace carom {
namespace {

using SparseMatrix = Eigen::SparseMatrix<double>;

/// In units of each contact in which the diagonal of its block is about one: r = √ρ x.
class ImpulseEquations : public NewtonEquations {
 public:
  double start(const FrictionProblem& problem, const ConstVectorRef& rho) override {
    size_ = problem.W.block_size();
    scale_.resize(problem.W.size());
    for (int i = 0; i < scale_.size(); ++i) scale_[i] = std::sqrt(rho[i / size_]);
    W_ = scale_.asDiagonal() * problem.W.assemble() * scale_.asDiagonal();
    identity_.resize(W_.rows(), W_.cols());
    identity_.setIdentity();
    return std::pow(static_cast<double>(W_.rows()), 3);
  }

  void factor(std::span<const BlockMatrix> P, double epsilon) override {
    const SparseMatrix projection = make_blocks(P, [](const BlockMatrix& block) { return block; });
    const BlockMatrix one = BlockMatrix::Identity(size_, size_);
    const SparseMatrix rest = make_blocks(P, [&](const BlockMatrix& block) -> BlockMatrix { return one - block; });
    const SparseMatrix regularised = W_ + epsilon * identity_;
    regular_ = lu_.factor(SparseMatrix(projection * regularised) + rest);
  }

  void solve(const VectorX& function, VectorX& step) override {
    if (regular_) {
      step = -scale_.cwiseProduct(lu_.solve(function.cwiseQuotient(scale_)));
    } else {
      step.setConstant(function.size(), NAN);
    }
  }

 private:
  template <class Function>
  [[nodiscard]] SparseMatrix make_blocks(std::span<const BlockMatrix> P, const Function& function) const {
    std::vector<Eigen::Triplet<double>> triplets;
    triplets.reserve(P.size() * static_cast<std::size_t>(size_ * size_));
    for (int contact = 0; contact < static_cast<int>(P.size()); ++contact) {
      const BlockMatrix block = function(P[static_cast<std::size_t>(contact)]);
      for (int i = 0; i < size_; ++i) {
        for (int j = 0; j < size_; ++j) {
          if (block(i, j) != 0.0) triplets.emplace_back(contact * size_ + i, contact * size_ + j, block(i, j));
        }
      }
    }
    SparseMatrix matrix(W_.rows(), W_.cols());
    matrix.setFromTriplets(triplets.begin(), triplets.end());
    return matrix;
  }

  int size_{};  // of a block
  VectorX scale_;
  SparseMatrix W_, identity_;
  SparseOrDenseLu lu_;
  bool regular_{};
};

}  // namespace

std::unique_ptr<NewtonEquations> make_impulse_equations() { return std::make_unique<ImpulseEquations>(); }

}  // namespace carom
