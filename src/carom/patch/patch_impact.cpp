#include "carom/patch/patch_impact.h"

#include <algorithm>

#include <fmt/format.h>

namespace carom {

PatchImpactReport simulate_patch_impact(const PatchImpactOptions& options, ContactPatch& patch) {
  PatchImpactReport result;
  PatchImpactRow row{
      .displacement = Eigen::Vector3d::Zero(), .velocity = options.velocity, .force = Eigen::Vector3d::Zero()};
  result.velocity = options.velocity;
  result.impulse.setZero();
  result.rows.push_back(row);
  const double dt = options.step;
  for (int step = 1; step <= options.most_steps && !result.separated; ++step) {
    const Eigen::Vector3d force_before = row.force;
    row.time = step * dt;
    row.displacement += dt * row.velocity + 0.5 * dt * dt * (options.inverse_inertia * force_before);
    const PatchReport report = patch.advance(
        {.depth = -row.displacement.z(), .shift_x = row.displacement.x(), .shift_y = row.displacement.y()}, dt);
    if (!report.converged) {
      result.sentence = fmt::format("after {:g} s: {}", row.time, report.sentence);
      return result;
    }
    // The patch tells the forces on the second body; shear holds the first one back.
    row.force = {-report.shear_x, -report.shear_y, report.normal_force};
    const Eigen::Vector3d impulse = 0.5 * dt * (force_before + row.force);
    row.velocity += options.inverse_inertia * impulse;
    row.energy = patch.energy();
    result.impulse += impulse;
    result.peak_force = std::max(result.peak_force, report.normal_force);
    result.peak_depth = std::max(result.peak_depth, -row.displacement.z());
    result.separated = report.normal_force <= 0.0 && row.velocity.z() > 0.0;
    result.rows.push_back(row);
  }
  result.duration = row.time;
  result.velocity = row.velocity;
  // Lost: −∫ v · dP, with v straight in P.
  result.loss = -0.5 * (options.velocity + result.velocity).dot(result.impulse);
  result.energy = row.energy;
  if (!result.separated) result.sentence = fmt::format("the bodies have not separated after {:g} s", row.time);
  return result;
}

}  // namespace carom
