#include "carom/patch/elastic_operator.h"

namespace carom {

namespace {

/// 1/K̂, where K̂ is safely above zero: padding makes a few values small or negative, and those are cut off.
Eigen::ArrayXd invert_spectrum(const Convolution::Spectrum& kernel) {
  const double least = 1e-4 * kernel.real().abs().maxCoeff();
  return kernel.real().max(least).inverse();
}

}  // namespace

ElasticOperator::ElasticOperator(const PatchGrid& grid, const InfluenceFunction& influence)
    : grid_(grid), convolution_(grid) {
  const auto transform = [&](Influence which) {
    return convolution_.transform_kernel(
        [&](int column, int row) { return influence(which, column * grid.dx, row * grid.dy); });
  };
  zz_ = transform(Influence::ZZ);
  xx_ = transform(Influence::XX);
  yy_ = transform(Influence::YY);
  xy_ = transform(Influence::XY);
  zx_ = transform(Influence::ZX);
  zy_ = transform(Influence::ZY);
  coupled_ = zx_.abs().maxCoeff() > 0.0 || zy_.abs().maxCoeff() > 0.0;
  shear_diagonal_ = influence(Influence::XX, 0.0, 0.0);
  shear_bound_ = (xx_.abs().max(yy_.abs()) + xy_.abs()).maxCoeff();
  inverse_zz_ = invert_spectrum(zz_);
  inverse_xx_ = invert_spectrum(xx_);
  inverse_yy_ = invert_spectrum(yy_);
  in_ = in_2_ = out_ = convolution_.make_spectrum();
}

void ElasticOperator::calc_normal(const PatchField& pressure, PatchField& u_z) {
  convolution_.transform(pressure, in_);
  out_ = zz_ * in_;
  convolution_.invert(out_, u_z);
}

void ElasticOperator::calc_shear(const ShearField& traction, ShearField& u) {
  convolution_.transform(traction.x, in_);
  if (grid_.plane()) {
    out_ = xx_ * in_;
    convolution_.invert(out_, u.x);
    return;
  }
  convolution_.transform(traction.y, in_2_);
  out_ = xx_ * in_ + xy_ * in_2_;
  convolution_.invert(out_, u.x);
  out_ = xy_ * in_ + yy_ * in_2_;
  convolution_.invert(out_, u.y);
}

void ElasticOperator::calc_normal_of_shear(const ShearField& traction, PatchField& u_z) {
  if (!coupled_) {
    u_z.setZero();
    return;
  }
  convolution_.transform(traction.x, in_);
  out_ = zx_ * in_;
  if (!grid_.plane()) {
    convolution_.transform(traction.y, in_2_);
    out_ += zy_ * in_2_;
  }
  convolution_.invert(out_, u_z);
}

void ElasticOperator::calc_shear_of_normal(const PatchField& pressure, ShearField& u) {
  if (!coupled_) {
    u.x.setZero();
    u.y.setZero();
    return;
  }
  convolution_.transform(pressure, in_);
  out_ = -zx_ * in_;
  convolution_.invert(out_, u.x);
  if (grid_.plane()) return;
  out_ = -zy_ * in_;
  convolution_.invert(out_, u.y);
}

void ElasticOperator::precondition_normal(const PatchField& u_z, PatchField& pressure) {
  convolution_.transform(u_z, in_);
  out_ = inverse_zz_ * in_;
  convolution_.invert(out_, pressure);
}

void ElasticOperator::precondition_shear(const ShearField& u, ShearField& traction) {
  convolution_.transform(u.x, in_);
  out_ = inverse_xx_ * in_;
  convolution_.invert(out_, traction.x);
  if (grid_.plane()) return;
  convolution_.transform(u.y, in_);
  out_ = inverse_yy_ * in_;
  convolution_.invert(out_, traction.y);
}

}  // namespace carom
