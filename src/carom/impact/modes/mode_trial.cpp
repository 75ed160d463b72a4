#include "carom/impact/modes/mode_trial.h"

#include <algorithm>
#include <cmath>

#include <Eigen/QR>

#include "carom/impact/modes/possible_force.h"

namespace carom::impact {
namespace {

using Tangential = SupposedMode::Tangential;

/// Of the scales of motion and force: what counts as zero.
constexpr double kTolerance = 1e-11;
/// Of the largest pivot: what counts as singular.
constexpr double kSingular = 1e-11;

double get_or(const VectorX& values, int index, double otherwise) {
  return values.size() > 0 ? values(index) : otherwise;
}

}  // namespace

ModeTrial::ModeTrial(const ContactModeProblem& problem) : problem_(problem) {
  motion_scale_ = problem.free_motion.size() > 0 ? problem.free_motion.cwiseAbs().maxCoeff() : 0.0;
  const double mobility = problem.delassus.size() > 0 ? problem.delassus.diagonal().maxCoeff() : 0.0;
  force_scale_ = mobility > 0.0 ? motion_scale_ / mobility : 0.0;
  if (problem.normal_force_at_least.size() > 0) {
    force_scale_ = std::max(force_scale_, problem.normal_force_at_least.maxCoeff());
    motion_scale_ = std::max(motion_scale_, force_scale_ * mobility);
  }
}

ModeTrial::LinearSystem ModeTrial::make_system(const std::vector<SupposedMode>& supposed) const {
  const int n = problem_.dimension, tangents = n - 1;
  LinearSystem system{.columns = MatrixX::Zero(n * problem_.count(), n * problem_.count()),
                      .fixed = VectorX::Zero(n * problem_.count())};
  Eigen::Index unknowns = 0;
  for (int contact = 0; contact < problem_.count(); ++contact) {
    const SupposedMode& mode = supposed[static_cast<std::size_t>(contact)];
    const Eigen::Index first = n * contact, normal = first + tangents;
    const double friction = problem_.friction(contact);
    const VectorX against =
        mode.slides() ? VectorX(-friction * mode.direction.head(tangents)) : VectorX::Zero(tangents);
    const double given = get_or(problem_.normal_force_at_least, contact, 0.0);
    system.fixed(normal) = given;
    system.fixed.segment(first, tangents) = given * against;
    if (mode.closed) {
      system.columns(normal, unknowns) = 1.0;
      system.columns.col(unknowns++).segment(first, tangents) = against;
      system.rows.push_back(normal);
    }
    if (mode.tangential == Tangential::Stick) {
      for (Eigen::Index t = first; t < normal; ++t) {
        system.columns(t, unknowns++) = 1.0;
        system.rows.push_back(t);
      }
    }
  }
  system.columns.conservativeResize(Eigen::NoChange, unknowns);
  return system;
}

bool ModeTrial::holds(const std::vector<SupposedMode>& supposed, const VectorX& force, const VectorX& motion) const {
  const int n = problem_.dimension, tangents = n - 1;
  const double no_motion = kTolerance * motion_scale_, no_force = kTolerance * force_scale_;
  for (int contact = 0; contact < problem_.count(); ++contact) {
    const SupposedMode& mode = supposed[static_cast<std::size_t>(contact)];
    const Eigen::Index first = n * contact, normal = first + tangents;
    const double limit = get_or(problem_.static_friction, contact, problem_.friction(contact));
    if (mode.closed && force(normal) < get_or(problem_.normal_force_at_least, contact, 0.0) - no_force) return false;
    if (!mode.closed && motion(normal) < -no_motion) return false;
    switch (mode.tangential) {
      case Tangential::Stick:
        if (force.segment(first, tangents).norm() > limit * force(normal) + no_force) return false;
        break;
      case Tangential::BeginsToSlide:
        if (motion.segment(first, tangents).dot(mode.direction.head(tangents)) < -no_motion) return false;
        break;
      case Tangential::Slide:
      case Tangential::Free:
        break;
    }
  }
  return true;
}

ModeTrial::Forces ModeTrial::find_forces(const std::vector<SupposedMode>& supposed) const {
  const LinearSystem system = make_system(supposed);
  if (system.columns.cols() == 0) return {.force = system.fixed};
  const MatrixX matrix = (problem_.delassus * system.columns)(system.rows, Eigen::all);
  const VectorX right = -(problem_.free_motion + problem_.delassus * system.fixed)(system.rows);
  Eigen::CompleteOrthogonalDecomposition<MatrixX> solver;
  solver.setThreshold(kSingular);
  solver.compute(matrix);
  const VectorX x = solver.solve(right);
  return {.force = system.fixed + system.columns * x,
          .unique = solver.rank() == matrix.cols(),
          .exact = (matrix * x - right).cwiseAbs().maxCoeff() <= kTolerance * motion_scale_};
}

VectorX ModeTrial::find_motion(const std::vector<SupposedMode>& supposed) const {
  return problem_.free_motion + problem_.delassus * find_forces(supposed).force;
}

std::optional<ContactModeSolution> ModeTrial::test(const std::vector<SupposedMode>& supposed) const {
  const Forces forces = find_forces(supposed);
  if (!forces.exact) return std::nullopt;
  const VectorX motion = problem_.free_motion + problem_.delassus * forces.force;
  if (holds(supposed, forces.force, motion)) return make_solution(supposed, forces.force, forces.unique);
  if (forces.unique) return std::nullopt;
  const auto other = find_possible_force(problem_, supposed, kTolerance * motion_scale_);
  return other ? std::optional(make_solution(supposed, *other, false)) : std::nullopt;
}

ContactModeSolution ModeTrial::make_solution(const std::vector<SupposedMode>& supposed, const VectorX& force,
                                             bool unique) const {
  const int n = problem_.dimension, tangents = n - 1;
  ContactModeSolution solution;
  solution.force = force;
  solution.motion = problem_.free_motion + problem_.delassus * force;
  solution.force_is_unique = unique;
  solution.slide_direction = VectorX::Zero(tangents * problem_.count());
  for (int contact = 0; contact < problem_.count(); ++contact) {
    const SupposedMode& mode = supposed[static_cast<std::size_t>(contact)];
    const bool sticks = mode.closed && mode.tangential == Tangential::Stick;
    solution.modes.push_back(!mode.closed ? ContactMode::Separate : sticks ? ContactMode::Stick : ContactMode::Slide);
    if (mode.closed && mode.slides()) {
      solution.slide_direction.segment(tangents * contact, tangents) = mode.direction.head(tangents);
    }
  }
  return solution;
}

}  // namespace carom::impact
