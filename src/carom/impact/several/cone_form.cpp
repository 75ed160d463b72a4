#include "carom/impact/several/cone_form.h"

namespace carom::impact {

std::vector<ConeForm::Block> ConeForm::list_blocks(const ScaledImpulses& problem) {
  std::vector<Block> blocks;
  for (int i = 0; i < problem.count(); ++i) {
    if (problem.least(i) > 0.0) blocks.push_back({.contact = i, .given = true});
    blocks.push_back({.contact = i, .given = false});
  }
  return blocks;
}

MatrixX ConeForm::make_matrix(const ScaledImpulses& problem) const {
  const int rows = size_ * blocks();
  MatrixX G(rows, rows);
  for (int a = 0; a < rows; ++a) {
    for (int b = 0; b < rows; ++b) G(a, b) = problem.G()(row(a / size_, a % size_), row(b / size_, b % size_));
  }
  for (int block = 0; block < blocks(); ++block) {
    if (!blocks_[static_cast<std::size_t>(block)].given) continue;
    G.row(size_ * block).setZero();
    G(size_ * block, size_ * block) = 1.0;
  }
  return G;
}

ConeForm::ConeForm(const ScaledImpulses& problem)
    : size_(problem.dimension()),
      blocks_(list_blocks(problem)),
      G_(make_matrix(problem)),
      q_(size_ * blocks()),
      mu_(blocks()),
      operator_(G_, size_) {
  if (size_ == 6) {
    rolling_.resize(blocks());
    spinning_.resize(blocks());
  }
  for (int block = 0; block < blocks(); ++block) {
    const auto& [contact, given] = blocks_[static_cast<std::size_t>(block)];
    const ImpulseDiscs discs = problem.discs(contact);
    mu_[block] = discs.discs[0].bound;
    if (size_ == 6) {
      rolling_[block] = discs.discs[1].bound;
      spinning_[block] = discs.discs[2].bound;
    }
    for (int place = 0; place < size_; ++place) q_[size_ * block + place] = problem.q()[row(block, place)];
    if (given) q_[size_ * block] = -problem.least(contact);
  }
}

VectorX ConeForm::gather(const VectorX& r) const {
  VectorX x = VectorX::Zero(size_ * (blocks_.back().contact + 1));
  for (int block = 0; block < blocks(); ++block) {
    for (int place = 0; place < size_; ++place) x[row(block, place)] += r[size_ * block + place];
  }
  return x;
}

}  // namespace carom::impact
