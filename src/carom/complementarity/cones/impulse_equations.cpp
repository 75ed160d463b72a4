#include <algorithm>
#include <cmath>
#include <vector>

#include "carom/complementarity/cones/newton_equations.h"
#include "carom/complementarity/linear/block_lu.h"
#include "carom/complementarity/linear/dense_lu.h"

namespace carom {
namespace {

// Up to so many rows, finding a good order of elimination costs more than it saves.
constexpr int kMostDenseRows = 60;
// A dense factorisation takes a third of the cube of its rows; and a multiplication takes it that much less time.
constexpr double kDenseWork = 1.0 / 3.0, kDenseSpeed = 0.4;

std::size_t at(int place) { return static_cast<std::size_t>(place); }

/// In units of each contact in which the diagonal of its block is about one, r = √ρ x: G becomes √ρ G √ρ. A contact
/// that is apart, P' = 0, has a step of its own; the others are factored together, as a full matrix where they are few
/// or nearly all touch each other, else block by block.
class ImpulseEquations : public NewtonEquations {
 public:
  double start(const FrictionProblem& problem, const ConstVectorRef& rho) override {
    size_ = problem.G.block_size();
    rows_ = problem.G.size();
    scale_.resize(rows_);
    for (int i = 0; i < rows_; ++i) scale_[i] = std::sqrt(rho[i / size_]);
    is_dense_ = rows_ <= kMostDenseRows;
    if (!is_dense_) find_blocks(problem.G);
    if (is_dense_) {
      problem.G.assemble(dense_);
      dense_ = scale_.asDiagonal() * dense_ * scale_.asDiagonal();
    }
    return is_dense_ ? kDenseWork * std::pow(static_cast<double>(rows_), 3) : lu_.work();
  }

  void factor(std::span<const BlockMatrix> P, double epsilon) override {
    P_.assign(P.begin(), P.end());
    if (is_dense_ && size_ == 2) {
      factor_dense<2>(epsilon);
    } else if (is_dense_ && size_ == 3) {
      factor_dense<3>(epsilon);
    } else if (is_dense_) {
      factor_dense<Eigen::Dynamic>(epsilon);
    } else {
      factor_blocks(epsilon);
    }
  }

  void solve(const VectorX& function, VectorX& step) override {
    step = -function.cwiseQuotient(scale_);
    if (is_dense_) {
      solve_dense(step);
    } else {
      lu_.solve(step);
    }
    step = step.cwiseProduct(scale_);
  }

 private:
  [[nodiscard]] bool is_apart(int contact) const { return P_[at(contact)](0, 0) == 0.0; }

  // Rows of P' (G + ε) + 1 − P', of what touches.
  template <int Size>
  void factor_dense(double epsilon) {
    using Matrix = Eigen::Matrix<double, Size, Size, 0, Size == Eigen::Dynamic ? kLargestBlock : Size,
                                 Size == Eigen::Dynamic ? kLargestBlock : Size>;
    touching_.clear();
    for (int contact = 0; contact < rows_ / size_; ++contact) {
      if (!is_apart(contact)) touching_.push_back(contact);
    }
    const auto count = static_cast<int>(touching_.size());
    Eigen::Map<MatrixX> matrix = dense_lu_.resize(size_ * count);
    const Matrix one = Matrix::Identity(size_, size_);
    for (int i = 0; i < count; ++i) {
      const Matrix own = P_[at(touching_[at(i)])];
      for (int j = 0; j < count; ++j) {
        matrix.block<Size, Size>(size_ * i, size_ * j, size_, size_) =
            own.lazyProduct(dense_.block<Size, Size>(size_ * touching_[at(i)], size_ * touching_[at(j)], size_, size_));
      }
      matrix.block<Size, Size>(size_ * i, size_ * i, size_, size_) += one - (1.0 - epsilon) * own;
    }
    dense_lu_.factor();
  }

  // What is apart moves the others by its own step.
  void solve_dense(VectorX& step) {
    if (touching_.empty()) return;
    const auto count = static_cast<int>(touching_.size());
    right_.resize(size_ * count);
    alone_ = step;
    for (const int contact : touching_) alone_.segment(size_ * contact, size_).setZero();
    const bool others = count * size_ < rows_;
    for (int i = 0; i < count; ++i) {
      const int first = size_ * touching_[at(i)];
      auto own = right_.segment(size_ * i, size_);
      own = step.segment(first, size_);
      if (others) own -= P_[at(touching_[at(i)])] * BlockVector(dense_.middleRows(first, size_).lazyProduct(alone_));
    }
    dense_lu_.solve(right_);
    for (int i = 0; i < count; ++i) step.segment(size_ * touching_[at(i)], size_) = right_.segment(size_ * i, size_);
  }

  // The scaled blocks of G, column after column. Falls back on a full matrix where elimination would fill it.
  void find_blocks(const BlockOperator& G) {
    const Eigen::SparseMatrix<double> matrix = scale_.asDiagonal() * G.assemble() * scale_.asDiagonal();
    const int count = rows_ / size_;
    blocks_.clear();
    edges_.clear();
    std::vector<int> place(at(count), -1);  // of a row of blocks in the present column
    for (int column = 0; column < count; ++column) {
      const std::size_t first = blocks_.size();
      for (int j = column * size_; j < (column + 1) * size_; ++j) {
        for (Eigen::SparseMatrix<double>::InnerIterator it(matrix, j); it; ++it) {
          const int row = static_cast<int>(it.row()) / size_;
          if (place[at(row)] < static_cast<int>(first)) {
            place[at(row)] = static_cast<int>(blocks_.size());
            blocks_.push_back({row, column, BlockMatrix::Zero(size_, size_)});
            if (row != column) edges_.push_back({std::min(row, column), std::max(row, column)});
          }
          blocks_[at(place[at(row)])].value(static_cast<int>(it.row()) % size_, j % size_) = it.value();
        }
      }
    }
    std::sort(edges_.begin(), edges_.end());
    edges_.erase(std::unique(edges_.begin(), edges_.end()), edges_.end());
    const std::vector<int> sizes(at(count), size_);
    lu_.set_pattern(sizes, edges_);
    is_dense_ = kDenseSpeed * kDenseWork * std::pow(static_cast<double>(rows_), 3) < lu_.work();
  }

  void factor_blocks(double epsilon) {
    lu_.set_identity();
    for (const Block& block : blocks_) {
      if (is_apart(block.row)) continue;
      Eigen::Map<MatrixX>(lu_.block(block.row, block.column), size_, size_) += P_[at(block.row)] * block.value;
    }
    for (int contact = 0; contact < rows_ / size_; ++contact) {
      if (is_apart(contact)) continue;
      Eigen::Map<MatrixX>(lu_.block(contact, contact), size_, size_) -= (1.0 - epsilon) * P_[at(contact)];
    }
    lu_.factor();
  }

  struct Block {
    int row{}, column{};
    BlockMatrix value;
  };

  int size_{}, rows_{};  // of a block, of all
  VectorX scale_;
  bool is_dense_{};
  std::vector<BlockMatrix> P_;
  MatrixX dense_;
  DenseLu dense_lu_;
  std::vector<int> touching_;
  VectorX right_, alone_;
  std::vector<Block> blocks_;
  std::vector<BlockLu::Edge> edges_;
  BlockLu lu_;
};

}  // namespace

std::unique_ptr<NewtonEquations> make_impulse_equations() { return std::make_unique<ImpulseEquations>(); }

}  // namespace carom
