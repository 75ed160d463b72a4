// The energy and the forces of a patch. Forces between two steps are taken as the mean of both ends: then the work on a
// linear material is exactly the change of what it stores, and what is left over is friction and viscosity.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "carom/patch/contact_patch.h"

namespace carom {

namespace {

/// In a step, of the tolerance of gaps: elements that approach less may have come or gone by what was left unsolved.
constexpr double kLeastApproach = 10.0;

double calc_product(const PatchField& pressure, const ShearField& traction, const PatchField& u_z,
                    const ShearField& u) {
  return (pressure * u_z + traction.x * u.x + traction.y * u.y).sum();
}

}  // namespace

double ContactPatch::calc_stored(const Snapshot& at) const {
  const PatchStrain& lasting = at.lasting;
  double twice = calc_product(lasting.pressure, lasting.traction, lasting.u_z, lasting.u);
  const PatchViscosity& viscosity = options_.viscosity;
  if (viscosity.time > 0.0 && viscosity.relaxation > 0.0) {
    const PatchStrain& inner = at.inner;
    twice += viscosity.time / viscosity.relaxation *
             ((lasting.pressure - inner.pressure) * (lasting.u_z - inner.u_z) +
              (lasting.traction.x - inner.traction.x) * (lasting.u.x - inner.u.x) +
              (lasting.traction.y - inner.traction.y) * (lasting.u.y - inner.u.y))
                 .sum();
  }
  return 0.5 * twice * grid().element_area();
}

// The mean of an element's pressure at both ends is not its mean over a step in which it came or went: it pressed for a
// part of it only. That part's work on the bodies would be missing from, or left over in, what the material got. So the
// mean is bent, p̄ (1 − λ d) with d the approach of an element, until both works are the same: the discrete gradient of
// [gonzalez1996], taken over the area.
double ContactPatch::bend_mean_pressure(PatchEnergy& energy) {
  const double sink = next_.motion.depth - now_.motion.depth;
  double rim = 0.0, unsolved = 0.0, weight = 0.0, farthest = 0.0;
  for (int i = 0; i < grid().size(); ++i) {
    const double p = 0.5 * (now_.pressure[i] + next_.pressure[i]);
    mean_pressure_[i] = p;
    if (!(p > 0.0)) continue;
    const double approach = sink - (next_.profile[i] - now_.profile[i]);
    const double parted = p * (approach - (next_.lasting.u_z[i] - now_.lasting.u_z[i]));
    // What pressed all the time has not parted, but for the tolerance.
    (now_.pressure[i] > 0.0 && next_.pressure[i] > 0.0 ? unsolved : rim) += parted;
    weight += p * approach * approach;
    farthest = std::max(farthest, std::abs(approach));
  }
  // No element pulls; and where the bodies move by no more than the tolerance of gaps, as at the turn of an impact,
  // next to nothing is bent.
  const double tolerance = options_.tolerance * next_.lasting.u_z.maxCoeff();  // [m]
  const double least_approach = std::max(farthest, kLeastApproach * tolerance);
  const double bend = weight > 0.0 ? std::clamp(rim / weight, -1.0 / least_approach, 1.0 / least_approach) : 0.0;
  energy.rim += (rim + unsolved - bend * weight) * grid().element_area();
  return bend;
}

PatchLoad ContactPatch::book_energy() {
  const double area = grid().element_area();
  const double sink = next_.motion.depth - now_.motion.depth;
  const double turn = next_.motion.spin - now_.motion.spin;
  const double before = now_.energy.stored;
  PatchEnergy& energy = next_.energy;
  energy = now_.energy;
  const double bend = bend_mean_pressure(energy);
  PatchLoad mean;
  double work = 0.0, friction = 0.0, viscous = 0.0;
  for (int i = 0; i < grid().size(); ++i) {
    const double p = mean_pressure_[i];
    const Eigen::Vector2d q(0.5 * (now_.traction.x[i] + next_.traction.x[i]),
                            0.5 * (now_.traction.y[i] + next_.traction.y[i]));
    const double moved_z = next_.lasting.u_z[i] - now_.lasting.u_z[i];
    const Eigen::Vector2d moved(next_.lasting.u.x[i] - now_.lasting.u.x[i], next_.lasting.u.y[i] - now_.lasting.u.y[i]);
    const double lasting_p = 0.5 * (now_.lasting.pressure[i] + next_.lasting.pressure[i]);
    const Eigen::Vector2d lasting_q(0.5 * (now_.lasting.traction.x[i] + next_.lasting.traction.x[i]),
                                    0.5 * (now_.lasting.traction.y[i] + next_.lasting.traction.y[i]));
    viscous += (p - lasting_p) * moved_z + (q - lasting_q).dot(moved);
    if (!(p > 0.0)) continue;
    const double x = grid().x(i), y = grid().plane() ? 0.0 : grid().y(i);
    const Eigen::Vector2d carried(next_.motion.shift_x - now_.motion.shift_x - turn * y,
                                  next_.motion.shift_y - now_.motion.shift_y + (grid().plane() ? 0.0 : turn * x));
    const double approach = sink - (next_.profile[i] - now_.profile[i]);
    const double bent = p * (1.0 - bend * approach);
    work += bent * approach + q.dot(carried);
    friction += q.dot(carried - moved);
    mean.normal += area * bent;
    mean.moment_x += area * bent * x;
    mean.moment_y += area * bent * y;
    mean.second_xx += area * bent * x * x;
    mean.second_xy += area * bent * x * y;
    mean.second_yy += area * bent * y * y;
    mean.shear_x += area * q.x();
    mean.shear_y += area * q.y();
    mean.torque += area * (x * q.y() - y * q.x());
  }
  energy.work += area * work;
  energy.friction += area * friction;
  energy.stored = calc_stored(next_);
  // What the dashpot's row took, less what its spring keeps of it.
  const auto calc_lasting = [&](const PatchStrain& at) {
    return 0.5 * area * calc_product(at.pressure, at.traction, at.u_z, at.u);
  };
  energy.viscous +=
      area * viscous - ((energy.stored - calc_lasting(next_.lasting)) - (before - calc_lasting(now_.lasting)));
  return mean;
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
