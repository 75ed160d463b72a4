#include "carom/patch/elastic_operator.h"

#include <cmath>
#include <numbers>

namespace carom {

namespace {

constexpr std::complex<double> kI(0.0, 1.0);

/// One influence function by the offset of elements. Each is even or odd along each axis: a quadrant tells the rest.
class Kernel {
 public:
  Kernel(const PatchGrid& grid, const InfluenceFunction& influence, Influence which)
      : values_(grid.num_x, grid.num_y),
        odd_x_(which == Influence::XY || which == Influence::ZX),
        odd_y_(which == Influence::XY || which == Influence::ZY) {
    for (int row = 0; row < grid.num_y; ++row) {
      for (int column = 0; column < grid.num_x; ++column) {
        values_(column, row) = influence(which, column * grid.dx, row * grid.dy);
      }
    }
    if (odd_x_) values_.row(0).setZero();
    if (odd_y_) values_.col(0).setZero();
  }

  [[nodiscard]] double operator()(int column, int row) const {
    const double sign = (odd_x_ && column < 0) != (odd_y_ && row < 0) ? -1.0 : 1.0;
    return sign * values_(std::abs(column), std::abs(row));
  }
  /// Faded out towards the ends of the grid: cut off there, its spectrum would ring.
  [[nodiscard]] double fade(int column, int row) const {
    const auto fading = [](int offset, Eigen::Index num) {
      return std::pow(std::cos(0.5 * std::numbers::pi * offset / static_cast<double>(num)), 2);
    };
    return (*this)(column, row) * fading(column, values_.rows()) * fading(row, values_.cols());
  }

 private:
  Eigen::ArrayXXd values_;
  bool odd_x_, odd_y_;
};

using Part = Convolution::Part;

/// A symmetric matrix at every frequency.
struct ShearKernels {
  const Eigen::ArrayXd &xx, &yy, &xy;
};

void multiply_shear(Convolution& convolution, const ShearKernels& kernels, const ShearField& in, ShearField& out) {
  if (convolution.grid().plane()) {
    convolution.convolve({&in.x}, {&out.x},
                         [&](Part part) { part.first *= kernels.xx.segment(part.start, part.size); });
    return;
  }
  convolution.convolve({&in.x, &in.y}, {&out.x, &out.y}, [&](Part part) {
    const double *xx = kernels.xx.data() + part.start, *yy = kernels.yy.data() + part.start,
                 *xy = kernels.xy.data() + part.start;
    for (Eigen::Index i = 0; i < part.size; ++i) {
      // By components: as whole numbers g++ sends them through memory.
      const double x = part.first[i].real(), x_i = part.first[i].imag(), y = part.second[i].real(),
                   y_i = part.second[i].imag();
      part.first[i] = {xx[i] * x + xy[i] * y, xx[i] * x_i + xy[i] * y_i};
      part.second[i] = {xy[i] * x + yy[i] * y, xy[i] * x_i + yy[i] * y_i};
    }
  });
}

/// A spectrum that is to be inverted has no value near or below zero; fading leaves few of them.
Eigen::ArrayXd keep_positive(const Eigen::ArrayXd& spectrum) { return spectrum.max(1e-4 * spectrum.abs().maxCoeff()); }

}  // namespace

ElasticOperator::ElasticOperator(const PatchGrid& grid, const InfluenceFunction& influence)
    : grid_(grid), convolution_(grid), periodic_(grid, Convolution::Padding::None) {
  Eigen::ArrayXd faded;
  const auto transform = [&](Influence which) {
    const Kernel kernel(grid, influence, which);
    if (which != Influence::ZX && which != Influence::ZY) {
      faded = periodic_.thin_out(
          convolution_.transform_kernel([&](int column, int row) { return kernel.fade(column, row); }).real());
    }
    return convolution_.transform_kernel(kernel);
  };
  zz_ = transform(Influence::ZZ).real();
  inverse_zz_ = keep_positive(faded).inverse();
  xx_ = transform(Influence::XX).real();
  const Eigen::ArrayXd xx = keep_positive(faded);
  yy_ = transform(Influence::YY).real();
  const Eigen::ArrayXd yy = keep_positive(faded);
  xy_ = transform(Influence::XY).real();
  const Eigen::ArrayXd determinant = (xx * yy - faded.square()).max(0.01 * xx * yy);
  inverse_xx_ = yy / determinant;
  inverse_yy_ = xx / determinant;
  inverse_xy_ = -faded / determinant;
  zx_ = transform(Influence::ZX).imag();
  zy_ = transform(Influence::ZY).imag();
  coupled_ = zx_.abs().maxCoeff() > 0.0 || zy_.abs().maxCoeff() > 0.0;
  shear_diagonal_ = influence(Influence::XX, 0.0, 0.0);
  shear_bound_ = (xx_.abs().max(yy_.abs()) + xy_.abs()).maxCoeff();
}

void ElasticOperator::calc_normal(const PatchField& pressure, PatchField& u_z) {
  convolution_.convolve({&pressure}, {&u_z}, [&](Part part) { part.first *= zz_.segment(part.start, part.size); });
}

void ElasticOperator::calc_shear(const ShearField& traction, ShearField& u) {
  multiply_shear(convolution_, {xx_, yy_, xy_}, traction, u);
}

void ElasticOperator::calc_normal_of_shear(const ShearField& traction, PatchField& u_z) {
  if (!coupled_) {
    u_z.setZero();
    return;
  }
  if (grid_.plane()) {
    convolution_.convolve({&traction.x}, {&u_z},
                          [&](Part part) { part.first *= kI * zx_.segment(part.start, part.size); });
    return;
  }
  convolution_.convolve({&traction.x, &traction.y}, {&u_z}, [&](Part part) {
    part.first =
        kI * (zx_.segment(part.start, part.size) * part.first + zy_.segment(part.start, part.size) * part.second);
  });
}

void ElasticOperator::calc_shear_of_normal(const PatchField& pressure, ShearField& u) {
  if (!coupled_) {
    u.x.setZero();
    u.y.setZero();
    return;
  }
  if (grid_.plane()) {
    convolution_.convolve({&pressure}, {&u.x},
                          [&](Part part) { part.first *= -kI * zx_.segment(part.start, part.size); });
    return;
  }
  convolution_.convolve({&pressure}, {&u.x, &u.y}, [&](Part part) {
    part.second = -kI * zy_.segment(part.start, part.size) * part.first;
    part.first *= -kI * zx_.segment(part.start, part.size);
  });
}

void ElasticOperator::precondition_normal(const PatchField& u_z, PatchField& pressure) {
  periodic_.convolve({&u_z}, {&pressure}, [&](Part part) { part.first *= inverse_zz_.segment(part.start, part.size); });
}

void ElasticOperator::precondition_shear(const ShearField& u, ShearField& traction) {
  multiply_shear(periodic_, {inverse_xx_, inverse_yy_, inverse_xy_}, u, traction);
}

}  // namespace carom
