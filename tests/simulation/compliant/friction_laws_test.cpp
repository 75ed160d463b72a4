// Every friction law in the simulator: a spinning ball thrown at the ground, which bounces, slides and rolls.
#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "contact/friction/sample_laws.h"
#include "simulation/compliant/contact_scenes.h"

namespace carom {
namespace {

using test::ContactWatcher;

constexpr double kRadius = 0.05;
const normal::Gonthier kNormal{.stiffness = 1e7, .restitution = 0.6};

test::Ball make_thrown_ball() {
  return {.mass = 0.3,
          .radius = kRadius,
          .position = Vector3(0.1, -0.2, 0.1),
          .velocity = Vector3(0.8, 0.5, -0.3),
          .spin = Vector3(3.0, -12.0, 7.0),
          .gravity = Vector3(0, 0, -9.81)};
}

double calc_energy(const test::Ball& ball) {
  return 0.5 * ball.mass * ball.velocity.squaredNorm() +
         0.2 * ball.mass * ball.radius * ball.radius * ball.spin.squaredNorm() +
         ball.mass * 9.81 * (ball.position.z() - ball.radius);
}

std::vector<FrictionLaw> make_every_law() {
  std::vector<FrictionLaw> laws = test::make_friction_laws();
  laws.emplace_back(friction::None{});
  return laws;
}

class EveryFrictionLaw : public testing::TestWithParam<FrictionLaw> {
 protected:
  [[nodiscard]] static SimulationOptions make_options(const ShapeSpec& plane, double duration, double tolerance) {
    return test::make_adaptive(test::make_contact(kRadius, plane, kNormal, GetParam()), duration, tolerance);
  }
};

// At every sample: no friction apart, none out of the tangent plane; and the account closes.
TEST_P(EveryFrictionLaw, IsZeroApartLiesInTheTangentPlaneAndTheAccountCloses) {
  ContactWatcher watcher;
  SimulationOptions options = make_options(test::make_plane(), 0.4, 1e-10);
  options.record_every = 1e-4;
  const SimulationReport report = test::simulate(test::make_model(make_thrown_ball()), options, &watcher);
  ASSERT_EQ(report.status, SimulationStatus::Finished) << report.sentence;
  for (const ContactWatcher::Sample& sample : watcher.samples) {
    if (!sample.touching) {
      EXPECT_EQ(sample.forces.friction.norm(), 0.0);
    }
    EXPECT_LE(std::abs(sample.forces.friction.dot(sample.normal)), 1e-12 * sample.forces.friction.norm());
    EXPECT_LE(std::abs(sample.memory.bristle.dot(sample.normal)), 1e-18);
  }
  EXPECT_GE(report.contacts.front().episodes, 2);
  EXPECT_GE(report.ledger.total(LedgerKind::Dissipated), 0.0);
  EXPECT_NEAR(report.ledger.residual() / calc_energy(make_thrown_ball()), 0.0, 1e-8) << test::describe(GetParam());
  EXPECT_TRUE(report.contacts.front().gains.empty()) << test::describe(GetParam());
}

// The whole scene moved, turned and mirrored moves as the picture of the one that was not.
TEST_P(EveryFrictionLaw, MovesTurnsAndMirrorsWithTheScene) {
  struct Placing {
    Matrix3 turn{Matrix3::Identity()};
    Vector3 shift{Vector3::Zero()};
  };
  const Matrix3 turn = Eigen::AngleAxisd(1.1, Vector3(0.48, -0.6, 0.64)).toRotationMatrix();
  const Matrix3 mirror = turn * Vector3(1, -1, 1).asDiagonal();
  const auto simulate = [&](const Placing& placing) {
    const double hand = placing.turn.determinant();  // angular velocities are axial
    test::Ball ball = make_thrown_ball();
    ball.position = placing.turn * ball.position + placing.shift;
    ball.velocity = placing.turn * ball.velocity;
    ball.spin = hand * placing.turn * ball.spin;
    ball.gravity = placing.turn * ball.gravity;
    const ShapeSpec plane = test::make_plane(placing.shift, placing.turn * Vector3::UnitZ());
    const SimulationReport report = test::simulate(test::make_model(ball), make_options(plane, 0.3, 1e-9));
    EXPECT_EQ(report.status, SimulationStatus::Finished) << report.sentence;
    const State& end = report.state;
    // Back to where the first one is.
    const Matrix3 back = placing.turn.transpose();
    Eigen::Matrix<double, 9, 1> result;
    result << back * (Vector3(end.q.tail<3>()) - placing.shift), back * Vector3(end.v.tail<3>()),
        hand * back * Vector3(end.v.head<3>());
    return result;
  };
  const auto plain = simulate({});
  for (const Placing& placing : {Placing{.shift = Vector3(3, -7, 2)}, Placing{.turn = turn}, Placing{.turn = mirror},
                                 Placing{.turn = mirror, .shift = Vector3(-1, 4, 2)}}) {
    // Ten tolerances of each of a few hundred steps' errors, in units of 1 m, 1 m/s, and 10 rad/s.
    EXPECT_LE((simulate(placing) - plain).cwiseAbs().maxCoeff(), 1e-6) << test::describe(GetParam());
  }
}

INSTANTIATE_TEST_SUITE_P(Battery, EveryFrictionLaw, testing::ValuesIn(make_every_law()), [](const auto& law) {
  std::string name = test::describe(law.param);
  std::ranges::replace(name, '-', '_');
  return name;
});

}  // namespace
}  // namespace carom
