#include "carom/patch/contact_patch.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "carom/base/input_error.h"
#include "carom/contact/parameter_checks.h"
#include "carom/patch/kernel_spectrum.h"

namespace carom {

namespace {

constexpr int kMaxCouplings = 60;  // turns between pressure and shear of unlike materials

PatchMotion calc_change(const PatchMotion& from, const PatchMotion& to) {
  return {.depth = to.depth - from.depth,
          .shift_x = to.shift_x - from.shift_x,
          .shift_y = to.shift_y - from.shift_y,
          .spin = to.spin - from.spin};
}

double calc_product(const PatchMotion& a, const PatchMotion& b, double reach) {
  return a.depth * b.depth + a.shift_x * b.shift_x + a.shift_y * b.shift_y + reach * reach * a.spin * b.spin;
}

}  // namespace

void validate(const PatchOptions& options) {
  ParameterChecks checks("patch");
  const PatchGrid& grid = options.grid;
  checks.within("elements across", grid.num_x, {.least = 2.0, .most = 4096.0});
  checks.within("elements along", grid.num_y, {.least = 1.0, .most = 4096.0});
  checks.positive("size of an element", grid.dx);
  checks.positive("size of an element", grid.dy);
  checks.not_negative("friction", options.friction);
  checks.not_negative("smoothing", options.smoothing);
  checks.not_negative("viscous time", options.viscosity.time);
  checks.not_negative("relaxation", options.viscosity.relaxation);
  checks.within("tolerance", options.tolerance, {.least = 1e-13, .most = 1e-2});
  if (options.profile.size() != grid.size()) {
    throw InputError("patch", fmt::format("the profile has {} values and the grid {} elements", options.profile.size(),
                                          grid.size()));
  }
  if (options.profile.isNaN().any() || (options.profile == -std::numeric_limits<double>::infinity()).any()) {
    throw InputError("patch", "the profile has values that are no distances");
  }
  if (!options.influence) throw InputError("patch", "no influence function is given");
}

namespace {

const PatchOptions& validated(const PatchOptions& options) {
  validate(options);
  return options;
}

}  // namespace

ContactPatch::ContactPatch(const PatchOptions& options)
    : options_(validated(options)),
      elastic_(options.grid, options.influence),
      normal_(elastic_),
      friction_(elastic_, options.influence),
      now_(options.grid.size()),
      next_(now_),
      before_(options.grid.size()),
      coupling_(options.grid.size()),
      target_(options.grid.size()) {
  now_.profile = next_.profile = options.profile;
  offset_ = coupling_z_ = pressure_before_ = mean_pressure_ = PatchField::Zero(options.grid.size());
  if (options.viscosity.time > 0.0) held_ = std::make_unique<HeldSurface>(elastic_, options.friction > 0.0);
  if (options.smoothing > 0.0) {
    const auto weigh = [&](int column, int row) {
      const double r2 =
          std::pow(column * options.grid.dx, 2) + std::pow(options.grid.plane() ? 0.0 : row * options.grid.dy, 2);
      return std::exp(-r2 / (options.smoothing * options.smoothing));
    };
    double total = 0.0;
    for (int row = 1 - options.grid.num_y; row < options.grid.num_y; ++row) {
      for (int column = 1 - options.grid.num_x; column < options.grid.num_x; ++column) total += weigh(column, row);
    }
    smoothing_ = std::make_unique<Convolution>(options.grid.num_x, options.grid.num_y, Convolution::Padding::Twice,
                                               std::make_shared<Eigen::ArrayXcd>());
    smoothing_kernel_ = smoothing_->arrange(transform_kernel(
        [&](int column, int row) { return weigh(column, row) / total; }, KernelParity{},
        {options.grid.num_x, options.grid.num_y}, {smoothing_->along_x().size(), smoothing_->along_y().size()}));
  }
}

PatchReport ContactPatch::advance(const PatchMotion& to, double dt) {
  PatchReport report = solve(to, dt);
  if (report.converged) accept();
  return report;
}

PatchReport ContactPatch::try_step(const PatchMotion& to, const PatchField& profile, double dt) {
  next_.profile = profile;
  return solve(to, dt);
}

void ContactPatch::accept() {
  tried_ = false;
  most_stored_ = std::max(most_stored_, next_.energy.stored);
  before_.motion = now_.motion;
  before_.pressure = now_.pressure;
  before_.traction = now_.traction;
  std::swap(now_, next_);
  next_.profile = now_.profile;
}

double ContactPatch::calc_again(const PatchMotion& to) const {
  const double reach = 0.5 * grid().num_x * grid().dx;
  const PatchMotion last = calc_change(before_.motion, now_.motion);
  const double square = calc_product(last, last, reach);
  if (!(square > 0.0)) return 0.0;
  return std::clamp(calc_product(calc_change(now_.motion, to), last, reach) / square, 0.0, 2.0);
}

double ContactPatch::calc_pressing_again(const PatchMotion& to, double again) const {
  const double last = now_.motion.depth - before_.motion.depth;
  if (elastic_.coupled() || last == 0.0 || (next_.profile != now_.profile).any()) return again;
  return std::clamp((to.depth - now_.motion.depth) / last, -1.0, 3.0);
}

void ContactPatch::predict(const PatchMotion& to) {
  const double again = calc_again(to), pressing = calc_pressing_again(to, again);
  next_.pressure = (now_.pressure + pressing * (now_.pressure - before_.pressure)).max(0.0);
  next_.traction.x = now_.traction.x + again * (now_.traction.x - before_.traction.x);
  next_.traction.y = now_.traction.y + again * (now_.traction.y - before_.traction.y);
}

/// What slips is likely to go on: it starts from its new bound.
void ContactPatch::keep_slipping() {
  for (int i = 0; i < grid().size(); ++i) {
    const double bound = now_.bound[i], now = std::hypot(now_.traction.x[i], now_.traction.y[i]);
    if (bound <= 0.0 || now < (1.0 - 1e-9) * bound) continue;
    const double next = std::hypot(next_.traction.x[i], next_.traction.y[i]);
    const double longer = next > 0.0 ? next_.bound[i] / next : 0.0;
    next_.traction.x[i] *= longer;
    next_.traction.y[i] *= longer;
  }
}

PatchReport ContactPatch::solve(const PatchMotion& to, double dt) {
  const PatchViscosity& viscosity = options_.viscosity;
  const double lag = viscosity.time > 0.0 ? viscosity.time / (viscosity.relaxation + dt) : 0.0;
  share_ = 1.0 / (1.0 + lag);
  memory_ = lag / (1.0 + lag);
  next_.motion = to;
  const bool first_try = !std::exchange(tried_, true);
  if (first_try) predict(to);
  PatchSolveReport normal, shear{.converged = true};
  const bool rubs = options_.friction > 0.0;
  for (int turn = 0; turn < kMaxCouplings; ++turn) {
    pressure_before_ = next_.pressure;
    const PatchSolveReport pressed = solve_normal(to.depth);
    normal.iterations += pressed.iterations;
    normal.residual = pressed.residual;
    normal.converged = pressed.converged;
    if (!rubs) break;
    calc_bound();
    if (turn == 0 && first_try) keep_slipping();
    const PatchSolveReport sheared = solve_friction(to);
    shear.iterations += sheared.iterations;
    shear.residual = sheared.residual;
    shear.converged = sheared.converged;
    if (!normal.converged || !shear.converged) break;
    const double change = (next_.pressure - pressure_before_).abs().maxCoeff();
    if (!elastic_.coupled() || change <= options_.tolerance * next_.pressure.maxCoeff()) break;
    if (turn == kMaxCouplings - 1) shear.converged = false;
  }
  calc_displacements();
  relax(dt);
  const PatchLoad mean = book_energy();
  PatchReport report = describe(normal, shear);
  report.mean = mean;
  tried_ = report.converged;
  return report;
}

PatchReport ContactPatch::advance_to_force(double normal_force, PatchMotion to, double dt) {
  if (!(normal_force > 0.0)) {
    to.depth = now_.motion.depth - (now_.pressure.maxCoeff() > 0.0 ? now_.lasting.u_z.maxCoeff() : 0.0);
    return advance(to, dt);
  }
  // Secants of F^(2/3), which is nearly straight in the depth for round bodies; the force grows with the depth.
  const auto bend = [](double force) { return std::cbrt(force * force); };
  const double goal = bend(normal_force);
  double low = now_.motion.depth, low_value = 0.0, high = 0.0, high_value = -1.0;
  double depth = to.depth > 0.0 ? to.depth : 1e-6 * options_.grid.dx;
  PatchReport report;
  for (int trial = 0; trial < 100; ++trial) {
    to.depth = depth;
    report = solve(to, dt);
    if (!report.converged) return report;
    const double value = bend(report.normal_force);
    if (std::abs(report.normal_force - normal_force) <= 10.0 * options_.tolerance * normal_force) {
      accept();
      return report;
    }
    if (value < goal) {
      low = depth;
      low_value = value;
    } else {
      high = depth;
      high_value = value;
    }
    if (high_value < 0.0) {
      depth = value > 0.0 ? depth * std::clamp(1.02 * goal / value, 1.01, 4.0) : 2.0 * depth;
      continue;
    }
    const double secant = low + (goal - low_value) / (high_value - low_value) * (high - low);
    depth = std::clamp(secant, low + 0.01 * (high - low), high - 0.01 * (high - low));
  }
  report.converged = false;
  report.sentence = fmt::format("no depth was found that gives the normal force of {} N", normal_force);
  return report;
}

PatchSolveReport ContactPatch::solve_normal(double depth) {
  elastic_.calc_normal_of_shear(next_.traction, coupling_z_);
  offset_ = next_.profile - depth + share_ * coupling_z_ + memory_ * now_.inner.u_z;
  return normal_.solve(offset_, share_, options_.tolerance, next_.pressure);
}

PatchSolveReport ContactPatch::solve_friction(const PatchMotion& to) {
  elastic_.calc_shear_of_normal(next_.pressure, coupling_);
  const double turn = to.spin - now_.motion.spin;
  for (int i = 0; i < grid().size(); ++i) {
    target_.x[i] = to.shift_x - now_.motion.shift_x - turn * (grid().plane() ? 0.0 : grid().y(i));
    target_.y[i] = grid().plane() ? 0.0 : to.shift_y - now_.motion.shift_y + turn * grid().x(i);
  }
  target_.x += now_.lasting.u.x - share_ * coupling_.x - memory_ * now_.inner.u.x;
  target_.y += now_.lasting.u.y - share_ * coupling_.y - memory_ * now_.inner.u.y;
  return friction_.solve(target_, next_.bound, share_, options_.tolerance, next_.traction);
}

void ContactPatch::calc_bound() {
  if (smoothing_) {
    const int num_x = grid().num_x;
    smoothing_->convolve(
        smoothing_->all_rows(),
        [&](Eigen::Index row, std::complex<double>* z) {
          for (int i = 0; i < num_x; ++i) z[i] = next_.pressure[row * num_x + i];
        },
        [&](Eigen::Index i) {
          return
              [factor = smoothing_kernel_[i]](double, double, const Convolution::Parts& z,
                                              const Convolution::Parts&) -> Convolution::Parts { return factor * z; };
        },
        smoothing_->all_rows(),
        [&](Eigen::Index row, const std::complex<double>* w) {
          for (int i = 0; i < num_x; ++i) next_.bound[row * num_x + i] = w[i].real();
        });
    // Only what touches can rub.
    next_.bound = (next_.pressure > 0.0).select(options_.friction * next_.bound.max(0.0), 0.0);
  } else {
    next_.bound = options_.friction * next_.pressure;
  }
}

void ContactPatch::calc_displacements() {
  elastic_.calc_normal_of_shear(next_.traction, coupling_z_);
  next_.lasting.u_z = normal_.displacement() + share_ * coupling_z_ + memory_ * now_.inner.u_z;
  elastic_.calc_shear_of_normal(next_.pressure, coupling_);
  friction_.calc_displacement(next_.lasting.u);
  next_.lasting.u.x += share_ * coupling_.x + memory_ * now_.inner.u.x;
  next_.lasting.u.y += share_ * coupling_.y + memory_ * now_.inner.u.y;
}

void ContactPatch::relax(double dt) {
  const auto hold = [&](PatchField& lasting, const PatchField& now, const PatchField& inner) {
    lasting = share_ * now + memory_ * inner;
  };
  hold(next_.lasting.pressure, next_.pressure, now_.inner.pressure);
  hold(next_.lasting.traction.x, next_.traction.x, now_.inner.traction.x);
  hold(next_.lasting.traction.y, next_.traction.y, now_.inner.traction.y);

  const double keep =
      options_.viscosity.relaxation > 0.0 ? options_.viscosity.relaxation / (options_.viscosity.relaxation + dt) : 0.0;
  const auto follow = [&](PatchField& inner, const PatchField& before, const PatchField& lasting) {
    inner = keep * before + (1.0 - keep) * lasting;
  };
  const auto follow_shear = [&](ShearField& inner, const ShearField& before, const ShearField& lasting) {
    follow(inner.x, before.x, lasting.x);
    follow(inner.y, before.y, lasting.y);
  };
  follow(next_.inner.u_z, now_.inner.u_z, next_.lasting.u_z);
  follow_shear(next_.inner.u, now_.inner.u, next_.lasting.u);
  follow(next_.inner.pressure, now_.inner.pressure, next_.lasting.pressure);
  follow_shear(next_.inner.traction, now_.inner.traction, next_.lasting.traction);
}

}  // namespace carom
