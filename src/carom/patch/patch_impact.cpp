#include "carom/patch/patch_impact.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace carom {

namespace {

constexpr int kMostTurns = 60;  // between the force of a step and its motion
// Of the force, against the largest so far. An element on the rim may come and go from turn to turn for ever: then
// tenfold every three turns, up to what its coming and going is worth.
constexpr double kSettled = 1e-11, kNearlySettled = 1e-7;

/// A step of the bodies and the patch.
class ImpactStep {
 public:
  ImpactStep(const PatchImpactOptions& options, ContactPatch& patch) : options_(options), patch_(patch) {}

  /// Moves the row on by a step, unless the report says what failed.
  PatchReport take(PatchImpactRow& row) {
    PatchReport report;
    Eigen::Vector3d mean = 1.5 * row.force - 0.5 * force_before_;
    for (int turn = 0; turn < kMostTurns; ++turn) {
      const double tolerance = std::min(kSettled * std::pow(10.0, std::max(turn - 5, 0) / 3), kNearlySettled);
      const Eigen::Vector3d moved = calc_displacement(row.velocity, mean);
      const Eigen::Vector3d to = row.displacement + moved;
      report =
          patch_.try_step({.depth = -to.z(), .shift_x = to.x(), .shift_y = to.y()}, patch_.profile(), options_.step);
      if (!report.converged) return report;
      // The patch tells the forces on the second body; shear holds the first one back.
      const Eigen::Vector3d found(-report.mean.shear_x, -report.mean.shear_y, report.mean.normal);
      largest_ = std::max(largest_, found.norm());
      const bool settled = (found - mean).norm() <= tolerance * largest_;
      if (settled) {
        patch_.accept();
        force_before_ = row.force;
        row.displacement = to;
        row.velocity += options_.step * (options_.inverse_inertia * mean);
        row.force = {-report.shear_x, -report.shear_y, report.normal_force};
        impulse_ = options_.step * mean;
        return report;
      }
      mean = found;
    }
    report.converged = false;
    report.sentence = "the force of a step and its motion do not settle: make the step shorter";
    return report;
  }
  [[nodiscard]] const Eigen::Vector3d& impulse() const { return impulse_; }  // of the last step  [N·s]

 private:
  [[nodiscard]] Eigen::Vector3d calc_displacement(const Eigen::Vector3d& velocity, const Eigen::Vector3d& force) const {
    return options_.step * (velocity + 0.5 * options_.step * (options_.inverse_inertia * force));
  }

  const PatchImpactOptions& options_;
  ContactPatch& patch_;
  Eigen::Vector3d force_before_{Eigen::Vector3d::Zero()};  // at the start of the last step  [N]
  Eigen::Vector3d impulse_{Eigen::Vector3d::Zero()};
  double largest_{};  // [N]
};

}  // namespace

PatchImpactReport simulate_patch_impact(const PatchImpactOptions& options, ContactPatch& patch) {
  PatchImpactReport result;
  PatchImpactRow row{
      .displacement = Eigen::Vector3d::Zero(), .velocity = options.velocity, .force = Eigen::Vector3d::Zero()};
  result.velocity = options.velocity;
  result.impulse.setZero();
  result.rows.push_back(row);
  ImpactStep impact(options, patch);
  for (int step = 1; step <= options.most_steps && !result.separated; ++step) {
    row.time = step * options.step;
    const PatchReport report = impact.take(row);
    if (!report.converged) {
      result.sentence = fmt::format("after {:g} s: {}", row.time, report.sentence);
      return result;
    }
    row.energy = patch.energy();
    result.impulse += impact.impulse();
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
