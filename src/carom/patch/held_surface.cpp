#include "carom/patch/held_surface.h"

#include <algorithm>

namespace carom {

namespace {

constexpr int kMaxIterations = 200;  // what is left over then is let go

// Twice the energy that tractions hold, over the area of an element.
double calc_product(const PatchStrain& strain) {
  return (strain.pressure * strain.u_z + strain.traction.x * strain.u.x + strain.traction.y * strain.u.y).sum();
}

double find_largest(const PatchStrain& strain) {
  return std::max({strain.u_z.abs().maxCoeff(), strain.u.x.abs().maxCoeff(), strain.u.y.abs().maxCoeff()});
}

}  // namespace

HeldSurface::HeldSurface(ElasticOperator& elastic, bool shear)
    : elastic_(elastic),
      shear_(shear),
      all_(elastic.grid()),
      in_(static_cast<std::size_t>(elastic.grid().size())),
      out_(in_.size()),
      wanted_(elastic.grid().size()),
      missing_(wanted_),
      direction_(wanted_),
      coupling_z_(PatchField::Zero(elastic.grid().size())),
      coupling_(elastic.grid().size()) {
  all_.choose([](int) { return true; });
}

void HeldSurface::hold(const PatchField& part, double tolerance, PatchStrain& strain) {
  wanted_ = strain;
  strain.pressure *= part;
  strain.traction.x *= part;
  strain.traction.y *= part;
  calc_displacements(strain);
  const double goal = tolerance * find_largest(wanted_);
  double before = 0.0;
  for (int i = 0; i < kMaxIterations && calc_missing(part, strain) > goal; ++i) {
    precondition(part, missing_);
    const double rho = calc_product(missing_), again = i > 0 ? rho / before : 0.0;
    before = rho;
    direction_.pressure = missing_.pressure + again * direction_.pressure;
    direction_.traction.x = missing_.traction.x + again * direction_.traction.x;
    direction_.traction.y = missing_.traction.y + again * direction_.traction.y;
    calc_displacements(direction_);
    const double step = rho / calc_product(direction_);
    strain.pressure += step * direction_.pressure;
    strain.traction.x += step * direction_.traction.x;
    strain.traction.y += step * direction_.traction.y;
    strain.u_z += step * direction_.u_z;
    strain.u.x += step * direction_.u.x;
    strain.u.y += step * direction_.u.y;
  }
}

void HeldSurface::calc_displacements(PatchStrain& strain) {
  elastic_.calc_normal(strain.pressure, strain.u_z);
  elastic_.calc_normal_of_shear(strain.traction, coupling_z_);
  strain.u_z += coupling_z_;
  elastic_.calc_shear(strain.traction, all_.rows(), strain.u);
  elastic_.calc_shear_of_normal(strain.pressure, coupling_);
  strain.u.x += coupling_.x;
  strain.u.y += coupling_.y;
}

void HeldSurface::precondition(const PatchField& part, PatchStrain& strain) {
  elastic_.precondition_normal(strain.u_z, strain.pressure);
  strain.pressure *= part;
  if (!shear_) return;
  for (std::size_t n = 0; n < in_.size(); ++n) {
    const auto i = static_cast<Eigen::Index>(n);
    in_[n] = {strain.u.x[i], strain.u.y[i]};
  }
  elastic_.precondition_shear(all_, in_, out_);
  for (std::size_t n = 0; n < in_.size(); ++n) {
    const auto i = static_cast<Eigen::Index>(n);
    strain.traction.x[i] = part[i] * out_[n].x();
    strain.traction.y[i] = part[i] * out_[n].y();
  }
}

double HeldSurface::calc_missing(const PatchField& part, const PatchStrain& strain) {
  missing_.u_z = part * (wanted_.u_z - strain.u_z);
  if (shear_) {
    missing_.u.x = part * (wanted_.u.x - strain.u.x);
    missing_.u.y = part * (wanted_.u.y - strain.u.y);
  }
  return find_largest(missing_);
}

}  // namespace carom
