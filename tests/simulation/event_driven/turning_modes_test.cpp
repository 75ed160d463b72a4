// Modes of contacts that resist rolling and spinning: what is found obeys every condition, as recomputed from the
// forces.
#include "carom/simulation/event_driven/modes/turning_modes.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "cases/random_source.h"

namespace carom {
namespace {

struct TurningProblem {
  MatrixX G;
  VectorX b;
  std::vector<TouchingContact> contacts{};
  std::vector<TurningDisc> discs{};
};

// A body of mass 1 and inertia 0.4 on points of a sphere around its mass center, pressed against all of them.
TurningProblem make_problem(cases::RandomSource& random, int count) {
  MatrixX J(6 * count, 6);
  TurningProblem problem;
  Vector6 load;
  load << random.vector(1.0), random.vector(1.0);
  for (int i = 0; i < count; ++i) {
    Vector3 n = random.direction();
    n.z() = std::abs(n.z()) + 0.3;
    n.normalize();
    load.tail<3>() -= 5.0 * n;
    Matrix3 axes;
    axes.col(2) = n;
    axes.col(0) = n.unitOrthogonal();
    axes.col(1) = n.cross(axes.col(0));
    const Vector3 arm = random.vector(1.0);
    for (int k = 0; k < 3; ++k) {
      J.row(3 * i + k) << arm.cross(axes.col(k)).transpose(), axes.col(k).transpose();
      J.row(3 * count + 3 * i + k) << axes.col(k).transpose(), Vector3::Zero().transpose();
    }
    const double mu = random.log_uniform(0.05, 1.0);
    TouchingContact contact{.friction = mu, .static_friction = mu, .slips = random.chance(0.3)};
    const double angle = random.uniform(-3.1, 3.1);
    contact.direction = Eigen::Vector2d(std::cos(angle), std::sin(angle));
    contact.mode = contact.slips ? RigidMode::Sliding : RigidMode::Sticking;
    problem.contacts.push_back(contact);
    for (const int size : {2, 1}) {
      TurningDisc disc{.contact = i,
                       .row = 3 * count + 3 * i + (size == 2 ? 0 : 2),
                       .size = size,
                       .bound = random.log_uniform(0.001, 0.1),
                       .turns = random.chance(0.3)};
      disc.direction = size == 2 ? contact.direction : Eigen::Vector2d(random.chance(0.5) ? 1.0 : -1.0, 0.0);
      disc.mode = disc.turns ? TurningMode::Resisted : TurningMode::Held;
      problem.discs.push_back(disc);
    }
  }
  Vector6 inverse;
  inverse << 2.5, 2.5, 2.5, 1, 1, 1;
  problem.G = J * inverse.asDiagonal() * J.transpose();
  problem.b = J * inverse.asDiagonal() * load;
  return problem;
}

// How far a part with the bound `limit` on its force is from Coulomb's law: against the direction of what moves, within
// the bound where nothing does, against the acceleration where it begins to.
double judge_part(const VectorX& force, const VectorX& motion, double limit, const VectorX* direction) {
  if (direction != nullptr) return (force + limit * *direction).norm();
  const double beyond = std::max(0.0, force.norm() - limit);
  return std::max(beyond, (force * motion.norm() + limit * motion).norm() / (1.0 + motion.norm()));
}

double judge(const TurningProblem& problem, const VectorX& f) {
  const VectorX a = problem.b + problem.G * f;
  double worst = 0.0;
  for (std::size_t i = 0; i < problem.contacts.size(); ++i) {
    const TouchingContact& contact = problem.contacts[i];
    const auto row = 3 * static_cast<Eigen::Index>(i);
    const double f_n = f[row + 2], a_n = a[row + 2];
    worst = std::max({worst, -f_n, -a_n, std::min(f_n, a_n)});
    const VectorX direction = contact.direction;
    worst = std::max(worst, judge_part(f.segment(row, 2), a.segment(row, 2), contact.friction * f_n,
                                       contact.slips ? &direction : nullptr));
  }
  for (const TurningDisc& disc : problem.discs) {
    const VectorX direction = disc.way();
    worst = std::max(worst, judge_part(disc.of(f), disc.of(a), disc.bound * f[3 * disc.contact + 2],
                                       disc.turns ? &direction : nullptr));
  }
  return worst;
}

// Once modes are known forces follow from linear equations: of forces of order 10 rounding leaves 1e-12.
TEST(TurningModes, ForcesAndMomentsObeyTheirLawsAtEveryContact) {
  cases::RandomSource random(25);
  for (int trial = 0; trial < 200; ++trial) {
    TurningProblem problem = make_problem(random, 1 + random.pick(4));
    const TurningProblem given = problem;
    VectorX f = VectorX::Zero(problem.b.size()), a = problem.b;
    const TurningModeAnswer answer =
        solve_turning_modes(problem.G, problem.b, problem.contacts, problem.discs, f, a, StopToken{});
    EXPECT_EQ(answer.modes.status, ModeStatus::One) << trial;
    EXPECT_LT(judge(given, f), 1e-10) << "trial " << trial << ", contacts " << given.contacts.size();
  }
}

// What a ball has at its contact is known: b = 5/7 of the slope's pull beyond its resistance, or nothing.
TEST(TurningModes, WhatDoesNotTurnHoldsUpToItsBound) {
  for (const double part : {0.5, 0.999, 1.001, 2.0}) {
    // A ball of mass 1 and radius 1 in units of ℓ = 1: rows (t, t, n) and (m, m, s).
    MatrixX J = MatrixX::Zero(6, 6);
    J.topRightCorner<3, 3>().setIdentity();
    J.bottomLeftCorner<3, 3>().setIdentity();
    J(0, 1) = -1.0;  // ω × (−n)
    J(1, 0) = 1.0;
    Vector6 inverse, load;
    inverse << 2.5, 2.5, 2.5, 1, 1, 1;
    load << 0, 0, 0, part * 0.1, 0, -1;
    TurningProblem problem{.G = J * inverse.asDiagonal() * J.transpose(), .b = J * inverse.asDiagonal() * load};
    problem.contacts = {{.friction = 0.5, .static_friction = 0.5, .mode = RigidMode::Sticking}};
    problem.discs = {{.contact = 0, .row = 3, .size = 2, .bound = 0.1}};
    VectorX f = VectorX::Zero(6), a = problem.b;
    const TurningModeAnswer answer =
        solve_turning_modes(problem.G, problem.b, problem.contacts, problem.discs, f, a, StopToken{});
    ASSERT_EQ(answer.modes.status, ModeStatus::One) << part;
    EXPECT_EQ(problem.discs[0].mode, part < 1.0 ? TurningMode::Held : TurningMode::Resisted) << part;
    EXPECT_NEAR(f.segment<2>(3).norm(), std::min(part, 1.0) * 0.1, 1e-12) << part;
    EXPECT_NEAR(a.segment<2>(3).norm(), 5.0 / 7.0 * 0.1 * std::max(part - 1.0, 0.0), 1e-12) << part;
  }
}

}  // namespace
}  // namespace carom
