#include "carom/simulation/event_driven/modes/mode_solver.h"

#include <gtest/gtest.h>

#include "carom/simulation/event_driven/impacts/contact_groups.h"
#include "carom/simulation/event_driven/modes/cone_modes.h"
#include "simulation/event_driven/resting_bodies.h"

namespace carom::simulation_tests {
namespace {

constexpr Resting kKinds[] = {Resting::BoxOnFeet,    Resting::BoxUnderBalls, Resting::BoxOnBalls,
                              Resting::BlockOnSlope, Resting::Stack,         Resting::BoxSlidesAndSpins};

// Forces in their cones, no contact that closes, friction against the slip: recomputed from f alone. Friction at rest
// always has a solution where the bodies have room, so that each of these scenes has one. Hard ones: 25 balls under a
// box, seed 2, where a ball that slips fast carries 1e-7 of the load; two balls on a box, seed 5, for which pivoting
// offers friction across the slip.
TEST(ModeSolver, BodiesPushedFromRestGoOnByForcesThatSatisfyCoulombsLaw) {
  double worst = 0.0;
  std::string where;
  for (const double static_ratio : {1.0, 1.2}) {
    for (const Resting kind : kKinds) {
      for (const int count : {1, 2, 3, 4, 5, 7, 9, 12, 16, 25}) {
        for (unsigned seed = 0; seed < 6; ++seed) {
          std::mt19937 random(1000 * static_cast<unsigned>(count) + seed);
          ModeProblem problem = make_problem(make_resting(kind, count, random, static_ratio));
          VectorX f(problem.b.size()), a(problem.b.size());
          std::vector<TouchingContact> contacts = problem.contacts;
          const ModeAnswer answer = solve_modes(problem.G, problem.b, contacts, f, a, {});
          const std::string name = "kind " + std::to_string(static_cast<int>(kind)) + ", " + std::to_string(count) +
                                   ", seed " + std::to_string(seed);
          ASSERT_EQ(answer.status, ModeStatus::One) << name;
          // What the modes say in the next moment is what was found.
          VectorX again(f.size());
          ASSERT_TRUE(calc_smooth_forces(problem.G, problem.b, contacts, again)) << name;
          const double violation = calc_worst_violation(problem, again);
          if (violation > worst) {
            worst = violation;
            where = name;
          }
        }
      }
    }
  }
  // The solvers for cones end at 1e-10 of the loads, and what is below 1e-8 of the largest force counts as none.
  EXPECT_LT(worst, 1e-7) << where;
}

// A rod that slides on its tip: a_n = (G_nn − μ G_nt) f_n + b_n with one contact, whose sign pattern decides. The rod
// leans by the angle θ against its motion and turns at ω.                                       [wang1992, section 3]
struct Rod {
  double angle{}, spin{}, friction{};
};

RestingBodies make_rod(const Rod& rod, int tips) {
  constexpr double kLength = 1.0, kMass = 1.0;
  RestingBodies scene;
  scene.friction = scene.static_friction = rod.friction;
  const Vector3 center(-0.5 * kLength * std::cos(rod.angle), 0.0, 0.5 * kLength * std::sin(rod.angle));
  RestingBodies::Body body{.center = center, .mass = kMass, .inertia = Vector3::Constant(kMass * kLength / 12.0)};
  body.velocity = {1.0, 0.0, 0.0};
  scene.bodies.push_back(body);
  for (int k = 0; k < tips; ++k) {
    // Close together, so that each is in the same trouble.
    scene.contacts.push_back({0, -1, Vector3(1e-3 * (k % 4), 1e-3 * (k / 4), 0.0)});
  }
  // The centripetal acceleration of the tip, l/2 ω² along the rod upwards to the center.
  scene.gravity.z() += 0.5 * kLength * rod.spin * rod.spin * std::sin(rod.angle);
  return scene;
}

TEST(ModeSolver, APainleveRodHasNoSolutionOneOrTwoAsTheSignsOfItsEquationSay) {
  std::mt19937 random(7);
  const auto draw = [&](double low, double high) { return std::uniform_real_distribution<double>(low, high)(random); };
  int counts[3] = {};
  for (int i = 0; i < 500; ++i) {
    const Rod rod{.angle = draw(0.2, 1.5), .spin = draw(0.0, 8.0), .friction = draw(0.1, 4.0)};
    ModeProblem problem = make_problem(make_rod(rod, 1));
    const double along = problem.G(2, 2) - rod.friction * problem.G(2, 0), closing = problem.b[2];
    if (std::abs(along) < 1e-6 || std::abs(closing) < 1e-6) continue;
    const ModeStatus expected = along > 0.0 ? ModeStatus::One : closing < 0.0 ? ModeStatus::None : ModeStatus::Several;
    VectorX f(3), a(3);
    const ModeAnswer answer = solve_modes(problem.G, problem.b, problem.contacts, f, a, {});
    EXPECT_EQ(answer.status, expected) << "angle " << rod.angle << ", spin " << rod.spin << ", mu " << rod.friction;
    if (expected == ModeStatus::Several) {
      ASSERT_EQ(answer.solutions.size(), 2U);
      EXPECT_EQ(describe_modes(answer.solutions[0]), "S");
      EXPECT_EQ(describe_modes(answer.solutions[1]), "x");
      EXPECT_NEAR(answer.solutions[1].force[2], -closing / along, 1e-9 * std::abs(closing / along));
    }
    ++counts[static_cast<int>(expected)];
  }
  for (const int count : counts) EXPECT_GT(count, 20);
}

TEST(ModeSolver, ThatATipOfManyPointsHasNoSolutionIsProvenForAnyNumberOfThem) {
  for (const int tips : {1, 4, 12, 40}) {
    ModeProblem problem = make_problem(make_rod({.angle = 1.1, .spin = 0.0, .friction = 2.0}, tips));
    VectorX f(problem.b.size()), a(problem.b.size());
    EXPECT_TRUE(prove_no_force(problem.G, problem.b, problem.contacts)) << tips;
    EXPECT_EQ(solve_modes(problem.G, problem.b, problem.contacts, f, a, {}).status, ModeStatus::None) << tips;
  }
}

TEST(ModeSolver, AProofIsNeverFoundWhereThereIsASolution) {
  for (const Resting kind : kKinds) {
    for (unsigned seed = 0; seed < 10; ++seed) {
      std::mt19937 random(seed);
      const ModeProblem problem = make_problem(make_resting(kind, 5, random, 1.0));
      EXPECT_FALSE(prove_no_force(problem.G, problem.b, problem.contacts)) << static_cast<int>(kind) << ", " << seed;
    }
  }
}

TEST(ContactGroups, BodiesThatShareNoneAreGroupsOfTheirOwn) {
  RestingBodies scene;
  scene.friction = scene.static_friction = 0.5;
  for (int k = 0; k < 3; ++k) {
    scene.bodies.push_back({.center = {1.0 * k, 0, 0.1}, .mass = 1.0, .inertia = Vector3::Ones()});
  }
  scene.contacts = {{0, -1, {0, 0, 0}}, {1, -1, {1, 0, 0}}, {2, 0, {1, 0, 0.1}}, {1, -1, {1, 0.1, 0}}};
  ContactGroups groups;
  groups.find(make_problem(scene).G, 4);
  ASSERT_EQ(groups.count(), 2);
  EXPECT_EQ(std::vector(groups.group(0).begin(), groups.group(0).end()), (std::vector{0, 2}));
  EXPECT_EQ(std::vector(groups.group(1).begin(), groups.group(1).end()), (std::vector{1, 3}));
}

}  // namespace
}  // namespace carom::simulation_tests
