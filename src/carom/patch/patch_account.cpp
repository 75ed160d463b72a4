// The energy and the forces of a patch. Forces between two steps are taken as the mean of both ends: then the work on a
// linear material is exactly the change of what it stores, and what is left over is friction, viscosity and the rim.
#include <cmath>

#include <fmt/format.h>

#include "carom/patch/contact_patch.h"

namespace carom {

namespace {

double calc_product(const PatchField& pressure, const ShearField& traction, const PatchField& u_z,
                    const ShearField& u) {
  return (pressure * u_z + traction.x * u.x + traction.y * u.y).sum();
}

}  // namespace

double ContactPatch::calc_stored(const Snapshot& at) const {
  const Strain& lasting = at.lasting;
  double twice = calc_product(lasting.pressure, lasting.traction, lasting.u_z, lasting.u);
  const PatchViscosity& viscosity = options_.viscosity;
  if (viscosity.time > 0.0 && viscosity.relaxation > 0.0) {
    const Strain& inner = at.inner;
    twice += viscosity.time / viscosity.relaxation *
             ((lasting.pressure - inner.pressure) * (lasting.u_z - inner.u_z) +
              (lasting.traction.x - inner.traction.x) * (lasting.u.x - inner.u.x) +
              (lasting.traction.y - inner.traction.y) * (lasting.u.y - inner.u.y))
                 .sum();
  }
  return 0.5 * twice * grid().element_area();
}

void ContactPatch::book_energy() {
  const double half_area = 0.5 * grid().element_area();
  const double sink = next_.motion.depth - now_.motion.depth;
  const double turn = next_.motion.spin - now_.motion.spin;
  double work = 0.0, friction = 0.0, rim = 0.0, viscous = 0.0;
  for (int i = 0; i < grid().size(); ++i) {
    const double p = now_.pressure[i] + next_.pressure[i];
    const Eigen::Vector2d q(now_.traction.x[i] + next_.traction.x[i], now_.traction.y[i] + next_.traction.y[i]);
    const double moved_z = next_.lasting.u_z[i] - now_.lasting.u_z[i];
    const Eigen::Vector2d moved(next_.lasting.u.x[i] - now_.lasting.u.x[i], next_.lasting.u.y[i] - now_.lasting.u.y[i]);
    const Eigen::Vector2d carried =
        Eigen::Vector2d(next_.motion.shift_x - now_.motion.shift_x, next_.motion.shift_y - now_.motion.shift_y) +
        (grid().plane() ? Eigen::Vector2d(0.0, 0.0) : Eigen::Vector2d(-turn * grid().y(i), turn * grid().x(i)));
    work += p * sink + q.dot(carried);
    friction += q.dot(carried - moved);
    rim += p * (sink - moved_z);
    const double lasting_p = now_.lasting.pressure[i] + next_.lasting.pressure[i];
    const Eigen::Vector2d lasting_q(now_.lasting.traction.x[i] + next_.lasting.traction.x[i],
                                    now_.lasting.traction.y[i] + next_.lasting.traction.y[i]);
    viscous += (p - lasting_p) * moved_z + (q - lasting_q).dot(moved);
  }
  const double before = now_.energy.stored;
  PatchEnergy& energy = next_.energy;
  energy = now_.energy;
  energy.work += half_area * work;
  energy.friction += half_area * friction;
  energy.rim += half_area * rim;
  energy.stored = calc_stored(next_);
  // What the dashpot's row took, less what its spring keeps of it.
  const double lasting_before =
      half_area * calc_product(now_.lasting.pressure, now_.lasting.traction, now_.lasting.u_z, now_.lasting.u);
  const double lasting_after =
      half_area * calc_product(next_.lasting.pressure, next_.lasting.traction, next_.lasting.u_z, next_.lasting.u);
  energy.viscous += half_area * viscous - ((energy.stored - lasting_after) - (before - lasting_before));
}

PatchReport ContactPatch::describe(const PatchSolveReport& normal, const PatchSolveReport& shear) const {
  const double area = grid().element_area();
  PatchReport report{.converged = normal.converged && shear.converged,
                     .iterations = normal.iterations + shear.iterations,
                     .residual = std::max(normal.residual, shear.residual)};
  double sticking = 0.0, touching = 0.0;
  bool on_edge = false;
  const double margin_x = 0.4 * grid().num_x * grid().dx, margin_y = 0.4 * grid().num_y * grid().dy;
  for (int i = 0; i < grid().size(); ++i) {
    const double p = next_.pressure[i];
    if (p <= 0.0) continue;
    const double q_x = next_.traction.x[i], q_y = next_.traction.y[i], x = grid().x(i);
    const double y = grid().plane() ? 0.0 : grid().y(i);
    touching += 1.0;
    report.normal_force += p * area;
    report.shear_x += q_x * area;
    report.shear_y += q_y * area;
    report.torque += (x * q_y - y * q_x) * area;
    report.tilt_x += p * y * area;
    report.tilt_y -= p * x * area;
    report.max_pressure = std::max(report.max_pressure, p);
    if (options_.friction > 0.0 && !friction_.slips(i)) sticking += 1.0;
    on_edge = on_edge || grid().on_edge(i);
    report.near_edge = report.near_edge || std::abs(x) > margin_x || std::abs(y) > margin_y;
  }
  report.area = touching * area;
  report.stick_fraction = touching > 0.0 ? sticking / touching : 0.0;
  if (!normal.converged) {
    report.sentence = fmt::format("the pressure was not found to tolerance: residual {:.1e} after {} iterations",
                                  normal.residual, normal.iterations);
  } else if (!shear.converged) {
    report.sentence = fmt::format(
        "the shear traction was not found to tolerance: residual {:.1e} after {} iterations; "
        "try smaller steps",
        shear.residual, shear.iterations);
  } else if (on_edge) {
    report.converged = false;
    report.sentence = "the contact has reached the edge of the grid: make the grid wider";
  }
  return report;
}

}  // namespace carom
