// Laws that remember how deep a contact was, in runs with located events and in fixed steps.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include <gtest/gtest.h>

#include "contact/normal/sample_laws.h"
#include "simulation/compliant/contact_scenes.h"

namespace carom {
namespace {

using test::ContactWatcher;
using test::describe;

constexpr double kMass = 0.5, kRadius = 0.1;

Model make_ball(double height, double speed, double gravity = 0.0, const Vector3& slide = Vector3::Zero()) {
  return test::make_model({.mass = kMass,
                           .radius = kRadius,
                           .position = Vector3(0, 0, kRadius + height),
                           .velocity = slide - speed * Vector3::UnitZ(),
                           .gravity = Vector3(0, 0, -gravity)});
}

SimulationOptions make_options(const NormalLaw& law, double duration, const FrictionLaw& friction = friction::None{}) {
  return test::make_adaptive(test::make_contact(kRadius, test::make_plane(), law, friction), duration, 1e-10);
}

double restitution_of(const SimulationReport& report) {
  const ContactEvent& impact = report.contacts.front().impacts.front();
  return impact.separation_speed / impact.approach_speed;
}

TEST(PlasticContacts, WaltonAndBraunReturnTheRootOfTheStiffnesses) {
  for (const double ratio : {1.0, 0.64, 0.04}) {
    const normal::WaltonBraun law{.stiffness = 1e6, .unloading_stiffness = 1e6 / ratio};
    for (const double speed : {1e-3, 2.0, 50.0}) {
      const SimulationReport report = test::simulate(make_ball(1e-3 * speed, speed), make_options(law, 0.02));
      ASSERT_EQ(report.contacts.front().impacts.size(), 1U) << ratio << " at " << speed;
      EXPECT_NEAR(restitution_of(report), std::sqrt(ratio), 1e-8) << ratio << " at " << speed;
      EXPECT_NEAR(report.ledger.residual(), 0.0, 1e-9 * 0.5 * kMass * speed * speed);
    }
  }
}

// The step in which a contact turns round knows its depth from a cubic: an error of second order is left of the force
// on the way between.
TEST(PlasticContacts, FixedStepsComeToTheSameRestitution) {
  for (const NormalLaw& law : test::make_plastic_laws()) {
    const double exact = restitution_of(test::simulate(make_ball(1e-3, 1.0), make_options(law, 0.02)));
    double last = 1.0;
    for (const double step : {2e-5, 5e-6, 1.25e-6}) {
      SimulationOptions options = make_options(law, 0.02);
      options.integrator = FixedStepOptions{.method = FixedMethod::Rk4, .step = step};
      const SimulationReport report = test::simulate(make_ball(1e-3, 1.0), options);
      ASSERT_EQ(report.contacts.front().impacts.size(), 1U) << describe(law) << report.sentence;
      const double error = std::abs(restitution_of(report) - exact);
      EXPECT_LT(error, 2e-2 * step / 2e-5) << describe(law) << " with " << step;
      EXPECT_NEAR(report.ledger.residual(), 0.0, 0.02 * step / 2e-5 * 0.25) << describe(law);
      EXPECT_TRUE(report.contacts.front().gains.empty()) << describe(law);
      last = error;
    }
    EXPECT_LT(last, 1e-4) << describe(law);
  }
}

// So much gravity that the ball falls back into its dent before it has left the ground.
TEST(PlasticContacts, AContactThatIsPressedAgainGoesOnFromItsDent) {
  const normal::WaltonBraun law{.stiffness = 1e6, .unloading_stiffness = 2.5e7};
  SimulationOptions options = make_options(law, 0.05);
  options.record_every = 1e-5;
  ContactWatcher watcher;
  const SimulationReport report = test::simulate(make_ball(1e-5, 0.5, 2000.0), options, &watcher);
  ASSERT_EQ(report.status, SimulationStatus::Finished) << report.sentence;
  EXPECT_TRUE(report.contacts.front().impacts.empty());
  double deepest = 0.0;
  int free = 0, pressed = 0;
  for (const ContactWatcher::Sample& sample : watcher.samples) {
    deepest = std::max(deepest, sample.depth);
    if (!sample.touching || sample.depth < 0.9 * deepest) continue;
    (sample.forces.normal == 0.0 ? free : pressed) += 1;
    if (sample.forces.normal > 0.0 && sample.motion.depth_rate < 0.0) {
      EXPECT_NEAR(sample.forces.normal, 1e6 * deepest - 2.5e7 * (deepest - sample.depth), 1.0);
    }
  }
  EXPECT_GT(free, 10);
  EXPECT_GT(pressed, 10);
  EXPECT_NEAR(report.ledger.residual(), 0.0, 1e-8);
  EXPECT_TRUE(report.contacts.front().gains.empty());
}

TEST(PlasticContacts, ABallThatBouncesToRestClosesItsAccount) {
  for (const NormalLaw& law : test::make_plastic_laws()) {
    SimulationOptions options =
        make_options(law, 1.0, friction::CundallStrack{.friction = 0.3, .bristle_stiffness = 1e5});
    options.integrator = AdaptiveOptions{.relative_tolerance = 1e-8};
    const SimulationReport report = test::simulate(make_ball(0.05, 0.0, 9.81, Vector3(0.3, 0.1, 0.0)), options);
    ASSERT_EQ(report.status, SimulationStatus::Finished) << describe(law) << report.sentence;
    EXPECT_GT(report.contacts.front().impacts.size(), 2U) << describe(law);
    EXPECT_NEAR(report.ledger.residual(), 0.0, 1e-6 * kMass * 9.81 * 0.05) << describe(law);
    EXPECT_TRUE(report.contacts.front().gains.empty()) << describe(law);
  }
}

std::vector<std::uint64_t> bits_of(const State& state) {
  std::vector<std::uint64_t> bits;
  for (const double value : state.q) bits.push_back(std::bit_cast<std::uint64_t>(value));
  for (const double value : state.v) bits.push_back(std::bit_cast<std::uint64_t>(value));
  return bits;
}

// Checkpoints before, in and after the turn of the first impact, which lasts about 2 ms.
TEST(PlasticContacts, ARunThatIsResumedHasTheSameBits) {
  for (const NormalLaw& law : test::make_plastic_laws()) {
    for (const bool fixed : {false, true}) {
      const Model model = make_ball(1e-3, 1.0, 9.81);
      SimulationOptions options = make_options(law, 0.005);
      options.checkpoint_every = 1e-5;
      if (fixed) options.integrator = FixedStepOptions{.method = FixedMethod::Rk4, .step = 2e-6};
      ContactWatcher watcher;
      const SimulationReport expected = test::simulate(model, options, &watcher);
      const std::size_t count = watcher.checkpoints.size();
      ASSERT_GT(count, 15U) << expected.sentence;
      for (std::size_t i = 1; i < count; i += std::max(count / 40, std::size_t{1})) {
        const SimulationReport resumed = Simulation(model, watcher.checkpoints[i], options).run(nullptr);
        EXPECT_EQ(bits_of(resumed.state), bits_of(expected.state)) << describe(law) << " from " << i;
        EXPECT_EQ(resumed.ledger.total(LedgerKind::Dissipated), expected.ledger.total(LedgerKind::Dissipated));
      }
    }
  }
}

}  // namespace
}  // namespace carom
