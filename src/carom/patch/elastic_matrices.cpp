// Small grids: the operators as matrices, which are found column by column from the transforms.
#include "carom/patch/elastic_operator.h"

namespace carom {

void ElasticOperator::make_matrices() {
  auto matrices = std::make_unique<Matrices>();
  const Eigen::Index size = grid_.size(), shear_size = grid_.plane() ? size : 2 * size;
  matrices->normal = matrices->inverse_normal = Eigen::MatrixXd::Zero(size, size);
  matrices->shear = matrices->inverse_shear = Eigen::MatrixXd::Zero(shear_size, shear_size);
  matrices->in = matrices->out = Eigen::VectorXd::Zero(shear_size);

  PatchField unit = PatchField::Zero(size), answer = unit;
  for (Eigen::Index i = 0; i < size; ++i) {
    unit[i] = 1.0;
    calc_normal(unit, answer);
    matrices->normal.col(i) = answer;
    precondition_normal(unit, answer);
    matrices->inverse_normal.col(i) = answer;
    unit[i] = 0.0;
  }

  PatchElements all(grid_);
  all.choose([](int) { return true; });
  ShearVector pull(all.size(), Eigen::Vector2d::Zero()), answers = pull;
  const auto store = [&](Eigen::MatrixXd& matrix, Eigen::Index column) {
    for (Eigen::Index i = 0; i < shear_size; ++i) {
      matrix(i, column) = answers[static_cast<std::size_t>(i % size)][i / size];
    }
  };
  for (Eigen::Index i = 0; i < shear_size; ++i) {
    double& one = pull[static_cast<std::size_t>(i % size)][i / size];
    one = 1.0;
    calc_shear(all, pull, answers);
    store(matrices->shear, i);
    precondition_shear(all, pull, answers);
    store(matrices->inverse_shear, i);
    one = 0.0;
  }
  matrices_ = std::move(matrices);
}

void ElasticOperator::multiply_dense(const Eigen::MatrixXd& matrix, const PatchElements& elements,
                                     const ShearVector& in, ShearVector& out) {
  const Eigen::Index size = grid_.size();
  const bool plane = grid_.plane();
  Eigen::VectorXd &from = matrices_->in, &to = matrices_->out;
  from.setZero();
  for (std::size_t n = 0; n < elements.size(); ++n) {
    from[elements.at(n)] = in[n].x();
    if (!plane) from[size + elements.at(n)] = in[n].y();
  }
  to.noalias() = matrix * from;
  for (std::size_t n = 0; n < elements.size(); ++n) {
    out[n] = {to[elements.at(n)], plane ? 0.0 : to[size + elements.at(n)]};
  }
}

}  // namespace carom
