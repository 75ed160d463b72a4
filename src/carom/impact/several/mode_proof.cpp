#include "carom/impact/several/mode_proof.h"

#include <cmath>
#include <optional>

#include "carom/impact/modes/contact_modes.h"

namespace carom::impact {
namespace {

/// Combinations that take no longer than a few milliseconds.
constexpr double kMostCombinations = 300.0;

/// The direction in which a contact can move along its surface, where there is but one: columns (t, n) of its plane.
std::optional<Eigen::Matrix<double, 3, 2>> find_plane(const ImpulseProblem& problem, int contact) {
  constexpr double kStill = 1e-12;
  const Eigen::Matrix2d A = problem.G.block<2, 2>(3 * contact, 3 * contact);
  const Eigen::Vector2d slip = problem.q.segment<2>(3 * contact);
  Eigen::Vector2d along = A.col(A(0, 0) >= A(1, 1) ? 0 : 1);
  if (!(along.norm() > kStill * problem.G.diagonal().maxCoeff())) along = slip;
  if (!(along.norm() > 0.0)) along = Eigen::Vector2d::UnitX();
  along.normalize();
  const Eigen::Vector2d across(-along.y(), along.x());
  const VectorX moved = across.transpose() * problem.G.middleRows<2>(3 * contact);
  if (moved.cwiseAbs().maxCoeff() > kStill * problem.G.diagonal().maxCoeff()) return {};
  if (std::abs(across.dot(slip)) > kStill * problem.q.cwiseAbs().maxCoeff()) return {};
  Eigen::Matrix<double, 3, 2> plane = Eigen::Matrix<double, 3, 2>::Zero();
  plane.topLeftCorner<2, 1>() = along;
  plane(2, 1) = 1.0;
  return plane;
}

/// Axes of all planes, where every contact has one: rows in space × rows in the plane.
std::optional<MatrixX> find_planes(const ImpulseProblem& problem) {
  MatrixX axes = MatrixX::Zero(3 * problem.count(), 2 * problem.count());
  for (int i = 0; i < problem.count(); ++i) {
    const auto plane = find_plane(problem, i);
    if (!plane) return {};
    axes.block<3, 2>(3 * i, 2 * i) = *plane;
  }
  return axes;
}

ModeProof try_modes(const ImpulseProblem& problem, VectorX& p) {
  ContactModeProblem modes{
      .dimension = problem.dimension, .delassus = problem.G, .free_motion = problem.q, .friction = problem.friction};
  if (problem.least.maxCoeff() > 0.0) modes.normal_force_at_least = problem.least;
  const ContactModeReport report = find_contact_modes(modes);
  if (!report.solutions.empty()) {
    p = report.solutions.front().force;
    return ModeProof::Found;
  }
  return report.status == ContactModeStatus::Complete ? ModeProof::NoSolution : ModeProof::Unknown;
}

}  // namespace

ModeProof try_every_mode(const ImpulseProblem& problem, VectorX& p) {
  if (problem.dimension > 3) return ModeProof::Unknown;  // modes of turning are not tried
  if (problem.dimension == 3) {
    if (const auto axes = find_planes(problem)) {
      const ImpulseProblem planar{.dimension = 2,
                                  .G = axes->transpose() * problem.G * *axes,
                                  .q = axes->transpose() * problem.q,
                                  .friction = problem.friction,
                                  .least = problem.least};
      const ModeProof proof = try_every_mode(planar, p);
      if (proof == ModeProof::Found) p = *axes * p;
      return proof;
    }
  }
  const double choices = problem.dimension == 2 ? 4.0 : 3.0;
  if (std::pow(choices, problem.count()) > kMostCombinations) return ModeProof::Unknown;
  return try_modes(problem, p);
}

}  // namespace carom::impact
