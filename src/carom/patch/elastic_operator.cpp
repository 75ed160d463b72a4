#include "carom/patch/elastic_operator.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "carom/patch/kernel_spectrum.h"

namespace carom {

namespace {

using Complex = Convolution::Complex;
using Parts = Convolution::Parts;

KernelParity find_parity(Influence which) {
  return {.odd_x = which == Influence::XY || which == Influence::ZX,
          .odd_y = which == Influence::XY || which == Influence::ZY};
}

/// From 1 to 0 over the grid.
double fade(int offset, int num) { return std::pow(std::cos(0.5 * std::numbers::pi * offset / num), 2); }

/// A spectrum that is to be inverted has no value near or below zero; fading leaves few of them.
Eigen::ArrayXXd keep_positive(const Eigen::ArrayXXd& spectrum) {
  return spectrum.max(1e-4 * spectrum.abs().maxCoeff());
}

/// Pairs of rows; a single one would be taken for a plane.
int count_pairs(const PatchGrid& grid) { return grid.plane() ? 1 : std::max(2, (grid.num_y + 1) / 2); }

}  // namespace

ElasticOperator::ElasticOperator(const PatchGrid& grid, const InfluenceFunction& influence, DenseLimit dense)
    : grid_(grid),
      shear_(grid.num_x, grid.num_y, Convolution::Padding::Twice, space_),
      periodic_shear_(grid.num_x, grid.num_y, Convolution::Padding::None, space_),
      normal_(grid.num_x, count_pairs(grid), Convolution::Padding::Twice, space_),
      periodic_normal_(grid.num_x, count_pairs(grid), Convolution::Padding::None, space_) {
  const Eigen::Array2i num(grid.num_x, grid.num_y);
  Eigen::Array2i size(shear_.along_x().size(), shear_.along_y().size());
  const auto transform = [&](Influence which) {
    return transform_kernel([&](int column, int row) { return influence(which, column * grid.dx, row * grid.dy); },
                            find_parity(which), num, size);
  };
  // Faded out towards the ends of the grid: cut off there, the spectrum would ring.
  const auto transform_faded = [&](Influence which) {
    return transform_kernel(
        [&](int column, int row) {
          return influence(which, column * grid.dx, row * grid.dy) * fade(column, grid.num_x) * fade(row, grid.num_y);
        },
        find_parity(which), num, size);
  };
  Eigen::ArrayXXd xx = transform(Influence::XX), yy = transform(Influence::YY), xy = transform(Influence::XY);
  shear_bound_ = (xx.abs().max(yy.abs()) + xy.abs()).maxCoeff();
  shear_diagonal_ = influence(Influence::XX, 0.0, 0.0);
  shear_kernels_ = {shear_.arrange(0.5 * (xx + yy)), shear_.arrange(0.5 * (xx - yy)), shear_.arrange(xy)};
  xx = keep_positive(transform_faded(Influence::XX));
  yy = keep_positive(transform_faded(Influence::YY));
  xy = transform_faded(Influence::XY);
  const Eigen::ArrayXXd determinant = (xx * yy - xy.square()).max(0.01 * xx * yy);
  inverse_shear_ = {periodic_shear_.arrange(0.5 * (xx + yy) / determinant),
                    periodic_shear_.arrange(0.5 * (yy - xx) / determinant), periodic_shear_.arrange(-xy / determinant)};
  const Eigen::ArrayXXd zx = transform(Influence::ZX), zy = transform(Influence::ZY);
  coupled_ = zx.abs().maxCoeff() > 0.0 || zy.abs().maxCoeff() > 0.0;
  if (coupled_) {
    zx_ = shear_.arrange(zx);
    zy_ = shear_.arrange(zy);
  }
  size.y() = 2 * normal_.along_y().size();
  normal_kernels_ = fold_rows(normal_, transform(Influence::ZZ));
  inverse_normal_ = fold_rows(periodic_normal_, keep_positive(transform_faded(Influence::ZZ)).inverse());
  if (grid.size() <= (grid.plane() ? dense.strips : dense.elements)) make_matrices();
}

ElasticOperator::RowKernels ElasticOperator::fold_rows(const Convolution& convolution,
                                                       const Eigen::ArrayXXd& spectrum) {
  if (spectrum.cols() == 1) {
    const Eigen::ArrayXXd none = Eigen::ArrayXXd::Zero(spectrum.rows(), 1);
    return {convolution.arrange(spectrum), convolution.arrange(none), convolution.arrange(none)};
  }
  // A row's frequencies k and k' = period − k are the same one of every second row. With the halves of the kernel's sum
  // and difference there, s and d, and θ the angle by which rows differ at k: W = (s − d sin θ) Z + i d cos θ Z*.
  const Eigen::Index last = spectrum.cols() - 1, half = last / 2;
  Eigen::ArrayXXd even(spectrum.rows(), half + 1), odd = even, across = even;
  for (Eigen::Index k = 0; k <= half; ++k) {
    const double theta = std::numbers::pi * static_cast<double>(k) / static_cast<double>(last);
    const Eigen::ArrayXd difference = 0.5 * (spectrum.col(k) - spectrum.col(last - k));
    even.col(k) = 0.5 * (spectrum.col(k) + spectrum.col(last - k));
    odd.col(k) = -std::sin(theta) * difference;
    across.col(k) = std::cos(theta) * difference;
  }
  return {convolution.arrange(even), convolution.arrange(odd), convolution.arrange(across)};
}

auto ElasticOperator::multiply(const ShearKernels& kernels) {
  return
      [means = kernels.mean.data(), differences = kernels.difference.data(), xys = kernels.xy.data()](Eigen::Index i) {
        return [mean = means[i], difference = differences[i], xy = xys[i]](double sign_x, double sign_y, const Parts& z,
                                                                           const Parts& opposite) -> Parts {
          // Z* and i Z* are (x, −y) and (y, x).
          return mean * z + Parts(difference, -difference) * opposite + (sign_x * sign_y * xy) * opposite.reverse();
        };
      };
}

void ElasticOperator::multiply_shear(Convolution& convolution, const ShearKernels& kernels,
                                     const PatchElements& elements, const ShearVector& in, ShearVector& out) {
  const int num_x = convolution.along_x().num();
  const PatchRows rows = elements.rows();
  const double sideways = convolution.along_y().num() == 1 ? 0.0 : 1.0;  // nothing leaves a plane
  const auto load = [&](int row, Complex* z) {
    std::fill_n(z, num_x, Complex{});
    for (std::size_t n = elements.start(row), end = elements.start(row + 1); n < end; ++n) {
      z[elements.at(n) - row * num_x] = {in[n].x(), in[n].y()};
    }
  };
  const auto store = [&](int row, const Complex* w) {
    for (std::size_t n = elements.start(row), end = elements.start(row + 1); n < end; ++n) {
      const Complex& value = w[elements.at(n) - row * num_x];
      out[n] = {value.real(), sideways * value.imag()};
    }
  };
  convolution.convolve(rows, load, multiply(kernels), rows, store);
}

void ElasticOperator::multiply_rows(Convolution& convolution, const RowKernels& kernels, const PatchField& in,
                                    PatchField& out) {
  const int num_x = convolution.along_x().num();
  const Eigen::Index num_y = in.size() / num_x;
  const auto load = [&](Eigen::Index row, Complex* z) {
    const double* even = in.data() + 2 * row * num_x;
    const bool pair = 2 * row + 1 < num_y;
    for (int i = 0; i < num_x; ++i) z[i] = {even[i], pair ? even[num_x + i] : 0.0};
  };
  const auto store = [&](Eigen::Index row, const Complex* w) {
    double* even = out.data() + 2 * row * num_x;
    const bool pair = 2 * row + 1 < num_y;
    for (int i = 0; i < num_x; ++i) {
      even[i] = w[i].real();
      if (pair) even[num_x + i] = w[i].imag();
    }
  };
  const double *evens = kernels.even.data(), *odds = kernels.odd.data(), *acrosses = kernels.across.data();
  const auto at = [=](Eigen::Index i) {
    return [even = evens[i], odd = odds[i], across = acrosses[i]](double, double sign_y, const Parts& z,
                                                                  const Parts& opposite) -> Parts {
      return (even + sign_y * odd) * z + across * opposite.reverse();
    };
  };
  const PatchRows pairs{.first = 0, .last = static_cast<int>(num_y + 1) / 2};
  convolution.convolve(pairs, load, at, pairs, store);
}

void ElasticOperator::calc_normal(const PatchField& pressure, PatchField& u_z) {
  if (matrices_) {
    u_z.matrix().noalias() = matrices_->normal * pressure.matrix();
    return;
  }
  multiply_rows(normal_, normal_kernels_, pressure, u_z);
}

void ElasticOperator::calc_shear(const ShearField& traction, PatchRows rows, ShearField& u) {
  const int num_x = grid_.num_x;
  if (matrices_) {
    const Eigen::Index size = grid_.size();
    matrices_->in.head(size) = traction.x;
    if (!grid_.plane()) matrices_->in.tail(size) = traction.y;
    matrices_->out.noalias() = matrices_->shear * matrices_->in;
    u.x = matrices_->out.head(size);
    if (grid_.plane()) {
      u.y.setZero();
    } else {
      u.y = matrices_->out.tail(size);
    }
    return;
  }
  const double sideways = grid_.plane() ? 0.0 : 1.0;
  const auto load = [&](Eigen::Index row, Complex* z) {
    const double *x = traction.x.data() + row * num_x, *y = traction.y.data() + row * num_x;
    for (int i = 0; i < num_x; ++i) z[i] = {x[i], y[i]};
  };
  const auto store = [&](Eigen::Index row, const Complex* w) {
    double *x = u.x.data() + row * num_x, *y = u.y.data() + row * num_x;
    for (int i = 0; i < num_x; ++i) {
      x[i] = w[i].real();
      y[i] = sideways * w[i].imag();
    }
  };
  shear_.convolve(rows, load, multiply(shear_kernels_), shear_.all_rows(), store);
}

void ElasticOperator::calc_shear(const PatchElements& elements, const ShearVector& traction, ShearVector& u) {
  if (matrices_) return multiply_dense(matrices_->shear, elements, traction, u);
  multiply_shear(shear_, shear_kernels_, elements, traction, u);
}

void ElasticOperator::calc_normal_of_shear(const ShearField& traction, PatchField& u_z) {
  if (!coupled_) {
    u_z.setZero();
    return;
  }
  const int num_x = grid_.num_x;
  shear_.convolve(
      shear_.all_rows(),
      [&](Eigen::Index row, Complex* z) {
        for (int i = 0; i < num_x; ++i) z[i] = {traction.x[row * num_x + i], traction.y[row * num_x + i]};
      },
      [&](Eigen::Index i) {
        return
            [zx = zx_[i], zy = zy_[i]](double sign_x, double sign_y, const Parts& z, const Parts& opposite) -> Parts {
              const Parts conjugate(opposite.x(), -opposite.y());
              const Parts q_x = 0.5 * (z + conjugate), i_q_y = 0.5 * (z - conjugate);
              return sign_x * zx * Parts(-q_x.y(), q_x.x()) + sign_y * zy * i_q_y;
            };
      },
      shear_.all_rows(),
      [&](Eigen::Index row, const Complex* w) {
        for (int i = 0; i < num_x; ++i) u_z[row * num_x + i] = w[i].real();
      });
}

void ElasticOperator::calc_shear_of_normal(const PatchField& pressure, ShearField& u) {
  if (!coupled_) {
    u.x.setZero();
    u.y.setZero();
    return;
  }
  const int num_x = grid_.num_x;
  shear_.convolve(
      shear_.all_rows(),
      [&](Eigen::Index row, Complex* z) {
        for (int i = 0; i < num_x; ++i) z[i] = pressure[row * num_x + i];
      },
      [&](Eigen::Index i) {
        return [zx = zx_[i], zy = zy_[i]](double sign_x, double sign_y, const Parts& z, const Parts&) -> Parts {
          return sign_y * zy * z - sign_x * zx * Parts(-z.y(), z.x());
        };
      },
      shear_.all_rows(),
      [&](Eigen::Index row, const Complex* w) {
        for (int i = 0; i < num_x; ++i) {
          u.x[row * num_x + i] = w[i].real();
          u.y[row * num_x + i] = w[i].imag();
        }
      });
}

void ElasticOperator::precondition_normal(const PatchField& u_z, PatchField& pressure) {
  if (matrices_) {
    pressure.matrix().noalias() = matrices_->inverse_normal * u_z.matrix();
    return;
  }
  multiply_rows(periodic_normal_, inverse_normal_, u_z, pressure);
}

void ElasticOperator::precondition_shear(const PatchElements& elements, const ShearVector& u, ShearVector& traction) {
  if (matrices_) return multiply_dense(matrices_->inverse_shear, elements, u, traction);
  multiply_shear(periodic_shear_, inverse_shear_, elements, u, traction);
}

}  // namespace carom
