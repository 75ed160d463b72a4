// Bodies that a step of an adaptive method could fly through. The scenes have nothing but the ball and the plate: steps
// are as long as the flight.
#include "carom/simulation/contacts/passage_search.h"

#include <gtest/gtest.h>

#include "cases/random_source.h"
#include "simulation/compliant/contact_scenes.h"

namespace carom {
namespace {

using test::Ball;
using test::make_adaptive;
using test::make_contact;
using test::make_model;
using test::simulate;

constexpr double kThickness = 1e-3, kBallSize = 5e-3;  // [m]

ShapeSpec make_plate() { return {.geometry = shapes::Box{.size = {1.0, 1.0, kThickness}}}; }

SimulationOptions make_rigid(double duration) {
  ContactSetup contacts = make_contact(kBallSize, make_plate(), normal::Hertz{.stiffness = 1e9});
  contacts.rules[0].impact = impact::Newton{.restitution = 0.5};
  SimulationOptions options = make_adaptive(contacts, duration, 1e-9);
  options.formulation = FormulationKind::EventDriven;
  return options;
}

// From h: impacts at √(2h/g), then after 2 e √(2h/g) and so on; in 1 s there are two. A plane would do the same.
TEST(PassageSearch, ABallThatIsDroppedOnAThinPlateBouncesOnIt) {
  const double height = 1.0, g = 9.81, fall = std::sqrt(2.0 * height / g);
  const Ball ball{.mass = 4e-3,
                  .radius = kBallSize,
                  .position = {0.1, 0.2, height + kBallSize + 0.5 * kThickness},
                  .gravity = {0.0, 0.0, -g}};
  const SimulationReport report = simulate(make_model(ball), make_rigid(1.0));
  EXPECT_EQ(report.contacts[0].episodes, 2);
  const double since = 1.0 - 2.0 * fall, speed = 0.25 * g * fall;
  EXPECT_NEAR(report.state.q[6] - kBallSize - 0.5 * kThickness, (speed - 0.5 * g * since) * since, 1e-9);

  const ContactSetup soft = make_contact(kBallSize, make_plate(), normal::Hertz{.stiffness = 1e9});
  const SimulationReport compliant = simulate(make_model(ball), make_adaptive(soft, 1.0, 1e-9));
  EXPECT_EQ(compliant.contacts[0].episodes, 1);
  EXPECT_GT(compliant.state.q[6], 0.0);
}

TEST(PassageSearch, NoShotPassesThroughAPlate) {
  cases::RandomSource random(5);
  for (const double speed : {10.0, 1e3, 1e5}) {
    for (int shot = 0; shot < 10000; ++shot) {
      Vector3 direction = random.direction();
      direction.z() = -std::max(std::abs(direction.z()), 0.2);
      direction.normalize();
      const double way = random.uniform(0.3, 0.9);
      const Vector3 target(random.uniform(-0.3, 0.3), random.uniform(-0.3, 0.3), 0.0);
      const Ball ball{.mass = 4e-3,
                      .radius = kBallSize,
                      .position = target - way * direction,
                      .velocity = speed * direction,
                      .spin = random.vector(10.0)};
      const SimulationReport report = simulate(make_model(ball), make_rigid(2.0 * way / speed));
      ASSERT_EQ(report.contacts[0].episodes, 1) << "shot " << shot << " at " << speed << " m/s";
      EXPECT_GT(report.state.v[5], 0.0) << "shot " << shot << " at " << speed << " m/s";
    }
  }
}

// Beside the plate, seen from the other side afterwards: a search that finds nothing.
TEST(PassageSearch, ABallThatFliesPastIsLeftAlone) {
  const Ball ball{.radius = kBallSize, .position = {0.51, 0.0, 1.0}, .velocity = {0.0, 0.0, -10.0}};
  const SimulationReport report = simulate(make_model(ball), make_rigid(0.2));
  EXPECT_EQ(report.status, SimulationStatus::Finished);
  EXPECT_EQ(report.contacts[0].episodes, 0);
  EXPECT_NEAR(report.state.q[6], -1.0, 1e-12);
}

// 2 kJ against a spring that holds ⅖ k x^(5/2) = 1 mJ where they are past each other's middle, 5.5 mm deep.
TEST(PassageSearch, AContactThatDoesNotStopItsBodiesEndsTheRun) {
  const Ball ball{.mass = 4e-3, .radius = kBallSize, .position = {0.0, 0.0, 0.1}, .velocity = {0.0, 0.0, -1000.0}};
  const ContactSetup soft = make_contact(kBallSize, make_plate(), normal::Hertz{.stiffness = 1e3});
  const SimulationReport report = simulate(make_model(ball), make_adaptive(soft, 2e-4, 1e-9));
  EXPECT_EQ(report.status, SimulationStatus::Failed);
  EXPECT_EQ(report.verdict.grade, Grade::Failed);
  EXPECT_NE(report.sentence.find("does not stop"), std::string::npos) << report.sentence;
}

}  // namespace
}  // namespace carom
