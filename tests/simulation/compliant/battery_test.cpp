// Random scenes of a kind, judged by momentum, by the account, and by what bodies cannot do: chains of touching balls
// that are struck, balls dropped with every method, bodies put down. The worst offender of each kind is printed.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>
#include <string>
#include <tuple>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "carom/base/input_error.h"
#include "simulation/compliant/contact_scenes.h"

namespace carom {
namespace {

/// Balls in a row, each of 0.1 kg and 20 mm; the first one flies at 1 m/s towards the others, which overlap.
struct Chain {
  int balls{};
  double overlap{};      // of neighbours  [m]
  double stiffness{};    // [N/m^1.5]
  double restitution{};  // [-]
  double tolerance{};    // [-]

  [[nodiscard]] std::string describe() const {
    return fmt::format("{} balls, overlap {:g} m, stiffness {:g}, restitution {:g}, tolerance {:g}", balls, overlap,
                       stiffness, restitution, tolerance);
  }
};

constexpr double kRadius = 0.02, kMass = 0.1;

Model make_model(const Chain& chain) {
  ModelBuilder builder;
  builder.set_gravity(Vector3::Zero());
  for (int i = 0; i < chain.balls; ++i) {
    BodySpec body;
    body.name = fmt::format("b{}", i);
    body.mass.mass = kMass;
    body.mass.inertia_about_center = 0.4 * kMass * kRadius * kRadius * Matrix3::Identity();
    body.joint.type = JointType::Free;
    const double x = i == 0 ? -0.02 : i * (2.0 * kRadius - chain.overlap);
    body.joint.position = {1, 0, 0, 0, x, 0, 0};
    body.joint.velocity = {0, 0, 0, i == 0 ? 1.0 : 0.0, 0, 0};
    builder.add_body(body);
  }
  return builder.build();
}

ContactSetup make_contacts(const Chain& chain) {
  ContactSetup setup;
  for (int i = 0; i < chain.balls; ++i) {
    setup.shapes.push_back({.body = fmt::format("b{}", i),
                            .geometry = shapes::Sphere{.radius = kRadius},
                            .surface = i % 2 == 0 ? "even" : "odd"});
  }
  const normal::Gonthier law{.stiffness = chain.stiffness, .restitution = chain.restitution};
  setup.rules = {{.surface_a = "even", .surface_b = "odd", .normal = law}};
  return setup;
}

// Neighbours that passed through each other, or the deepest that any two are in each other at the end  [m].
double find_deepest(const Model& model, const State& state) {
  double deepest = -1.0;
  for (int i = 2; i < model.num_bodies(); ++i) {
    const double left = state.q[model.body(i - 1).position_start + 4],
                 right = state.q[model.body(i).position_start + 4];
    deepest = std::max(deepest, 2.0 * kRadius - (right - left));
  }
  return deepest;
}

double calc_momentum(const Model& model, const State& state) {
  double sum = 0.0;
  for (int i = 1; i < model.num_bodies(); ++i) sum += kMass * state.v[model.body(i).velocity_start + 3];
  return sum;
}

// A ball of 0.1 kg at 1 m/s cannot press a spring k x^{3/2} deeper than all its energy does. What they overlap at the
// start comes on top.
double calc_largest_depth(const Chain& chain) {
  return std::pow(2.5 * 0.5 * kMass / chain.stiffness, 0.4) + chain.balls * chain.overlap;
}

class StruckChains : public testing::TestWithParam<int> {};

// What flies in flies out: balls pass on the momentum and never each other, at every stiffness, restitution and
// tolerance.
TEST_P(StruckChains, PassMomentumOnAndKeepTheirOrder) {
  std::mt19937 random(static_cast<unsigned>(GetParam()));
  const auto pick = [&](const std::vector<double>& values) { return values[random() % values.size()]; };
  const auto between = [&](double low, double high) {
    return std::pow(10.0, std::uniform_real_distribution(low, high)(random));
  };
  double worst = 0.0;
  std::string offender;
  for (int i = 0; i < 20; ++i) {
    const Chain chain{.balls = 2 + static_cast<int>(random() % 5),
                      .overlap = pick({0.0, 1e-12, 1e-9, 1e-8, 1e-7, 1e-6, 1e-5}),
                      .stiffness = between(6.0, 15.0),
                      .restitution = pick({1e-6, 1e-3, 0.05, 0.2, 0.5, 0.8, 0.95, 1.0}),
                      .tolerance = between(-10.0, -4.0)};
    const Model model = make_model(chain);
    const SimulationReport report =
        test::simulate(model, test::make_adaptive(make_contacts(chain), 0.1, chain.tolerance));
    ASSERT_EQ(report.status, SimulationStatus::Finished) << chain.describe() << ": " << report.sentence;
    EXPECT_LT(find_deepest(model, report.state), calc_largest_depth(chain)) << chain.describe();
    EXPECT_NEAR(calc_momentum(model, report.state), kMass, 1e-12) << chain.describe();
    const double open = std::abs(report.ledger.residual()) / (report.ledger.scale * std::max(chain.tolerance, 1e-9));
    if (open > worst) worst = open, offender = chain.describe();
  }
  // Each of some tens of impacts may err by a few tolerances.
  EXPECT_LT(worst, 100.0) << offender;
  RecordProperty("worst_residual_in_tolerances", std::to_string(worst) + ": " + offender);
}

INSTANTIATE_TEST_SUITE_P(Seeds, StruckChains, testing::Range(0, 4));

// Three touching balls, the first at 10 m/s: with next to no restitution they end together, at every tolerance.
TEST(TouchingBalls, StruckAtOnceEndTogetherWithoutRestitution) {
  for (const double tolerance : {1e-4, 1e-6, 1e-8}) {
    Chain chain{.balls = 3, .stiffness = 1e9, .restitution = 1e-6, .tolerance = tolerance};
    ModelBuilder builder;
    builder.set_gravity(Vector3::Zero());
    for (int i = 0; i < chain.balls; ++i) {
      BodySpec body;
      body.name = fmt::format("b{}", i);
      body.mass.mass = kMass;
      body.mass.inertia_about_center = 0.4 * kMass * kRadius * kRadius * Matrix3::Identity();
      body.joint.type = JointType::Free;
      body.joint.position = {1, 0, 0, 0, 2.0 * kRadius * i, 0, 0};
      body.joint.velocity = {0, 0, 0, i == 0 ? 10.0 : 0.0, 0, 0};
      builder.add_body(body);
    }
    const Model model = builder.build();
    const SimulationReport report = test::simulate(model, test::make_adaptive(make_contacts(chain), 0.01, tolerance));
    ASSERT_EQ(report.status, SimulationStatus::Finished) << tolerance << ": " << report.sentence;
    for (int i = 1; i < model.num_bodies(); ++i) {
      EXPECT_NEAR(report.state.v[model.body(i).velocity_start + 3], 10.0 / 3.0, 0.02) << i << ", " << tolerance;
    }
    for (const ContactReport& contact : report.contacts) {
      for (const ContactEvent& impact : contact.impacts) EXPECT_GE(impact.separation_speed, 0.0);
    }
  }
}

// 30 kg on 1 kg, put down together: the lower contact of the two bears thirty times what its light body weighs.
TEST(BodiesPutDown, SettleInAStackOfHeavyOnLight) {
  ModelBuilder builder;
  builder.set_gravity(Vector3(0, 0, -9.81));
  ContactSetup setup;
  for (const auto& [name, mass, height] : {std::tuple("low", 1.0, 0.05), std::tuple("top", 30.0, 0.15)}) {
    BodySpec body;
    body.name = name;
    body.mass.mass = mass;
    body.mass.inertia_about_center = 0.004 * mass * Matrix3::Identity();
    body.joint.type = JointType::Prismatic;
    body.joint.axis = Vector3::UnitZ();
    body.joint.position = {height};
    builder.add_body(body);
    setup.shapes.push_back({.body = name, .geometry = shapes::Sphere{.radius = 0.05}, .surface = name});
  }
  ShapeSpec floor = test::make_plane();
  floor.surface = "floor";
  setup.shapes.push_back(floor);
  const normal::Gonthier law{.stiffness = 3e6, .restitution = 1e-3};
  setup.rules = {{.surface_a = "low", .surface_b = "top", .normal = law},
                 {.surface_a = "low", .surface_b = "floor", .normal = law}};
  const Model model = builder.build();
  const SimulationReport report = test::simulate(model, test::make_adaptive(setup, 20.0, 1e-8));
  ASSERT_EQ(report.status, SimulationStatus::Finished) << report.sentence;
  const auto depth = [](double load) { return std::pow(load / 3e6, 2.0 / 3.0); };
  const double expected = 0.15 - depth(31.0 * 9.81) - depth(30.0 * 9.81);
  EXPECT_NEAR(report.state.q[model.body(model.find_body("top").value()).position_start], expected, 1e-6);
}

// The sphere of [azad2014, section II-C] with fewer bounces: 10 cm, and until it rests.
SimulationOptions make_drop(AdaptiveMethod method, double tolerance, double stiffness) {
  const double radius = 0.01;
  SimulationOptions options = test::make_adaptive(
      test::make_contact(radius, test::make_plane(), normal::Gonthier{.stiffness = stiffness, .restitution = 0.6}), 1.2,
      tolerance);
  std::get<AdaptiveOptions>(options.integrator).method = method;
  return options;
}

struct Drop {
  std::int64_t touch_downs{};
  double depth{};     // at the end  [m]
  double residual{};  // over the largest energy
};

Drop drop(const SimulationOptions& options) {
  const Model model = test::make_model(
      {.mass = 0.066, .radius = 0.01, .position = Vector3(0, 0, 0.11), .gravity = Vector3(0, 0, -9.81)});
  const SimulationReport report = test::simulate(model, options);
  EXPECT_EQ(report.status, SimulationStatus::Finished) << report.sentence;
  return {.touch_downs = report.contacts.front().episodes,
          .depth = 0.01 - report.state.q[6],
          .residual = std::abs(report.ledger.residual()) / report.ledger.scale};
}

// As many bounces, the same rest and a closed account under every method and tolerance.
TEST(DroppedBalls, BounceAlikeUnderEveryMethod) {
  for (const double stiffness : {1e6, 1e9, 1e12}) {
    const Drop reference = drop(make_drop(AdaptiveMethod::DormandPrince, 1e-10, stiffness));
    EXPECT_NEAR(reference.depth, std::pow(0.066 * 9.81 / stiffness, 2.0 / 3.0), 1e-3 * reference.depth) << stiffness;
    for (const AdaptiveMethod method :
         {AdaptiveMethod::Automatic, AdaptiveMethod::DormandPrince, AdaptiveMethod::Radau,
          AdaptiveMethod::ArkodeExplicit, AdaptiveMethod::ArkodeImplicit, AdaptiveMethod::CvodeAdams}) {
      for (const double tolerance : {1e-4, 1e-6, 1e-8}) {
        const Drop result = drop(make_drop(method, tolerance, stiffness));
        const std::string which =
            fmt::format("{}, tolerance {:g}, stiffness {:g}", method_name(method), tolerance, stiffness);
        EXPECT_EQ(result.touch_downs, reference.touch_downs) << which;
        EXPECT_NEAR(result.depth, reference.depth, 0.05 * reference.depth) << which;
        EXPECT_LT(result.residual, 10.0 * tolerance) << which;
      }
    }
  }
}

// A method that cannot do it is refused, with the reason and what to choose.
TEST(DroppedBalls, AreRefusedByBackwardDifferences) {
  EXPECT_THROW((void)drop(make_drop(AdaptiveMethod::CvodeBdf, 1e-6, 1e9)), InputError);
}

// At a zero gap and at rest, under gravity: within fifteen periods 2π √(x₀/(p g)) of the contact the depth is within a
// millionth of that at rest, whatever the restitution (rule R3).
TEST(BodiesPutDown, SettleWithinSomeOscillations) {
  for (const double stiffness : {1e4, 1e7, 1e10}) {
    for (const double restitution : {1e-3, 0.1, 0.5, 0.7}) {
      const double depth = std::pow(2.0 * 9.81 / stiffness, 2.0 / 3.0);
      const double period = 2.0 * std::numbers::pi * std::sqrt(depth / (1.5 * 9.81));
      const Model model = test::make_model(
          {.mass = 2.0, .radius = 0.1, .position = Vector3(0, 0, 0.1), .gravity = Vector3(0, 0, -9.81)});
      const normal::Gonthier law{.stiffness = stiffness, .restitution = restitution};
      SimulationOptions options =
          test::make_adaptive(test::make_contact(0.1, test::make_plane(), law), 60.0 * period, 1e-10);
      const SimulationReport report = test::simulate(model, options);
      ASSERT_EQ(report.status, SimulationStatus::Finished) << report.sentence;
      EXPECT_NEAR(0.1 - report.state.q[6], depth, 1e-6 * depth) << stiffness << ", e = " << restitution;
    }
  }
}

// A ball that rests is struck by another one: the blow gets the restitution of its own speed, not the damping of a body
// that was put down. With an elastic floor below, the struck ball jumps.
TEST(RestingBalls, AreStruckAtTheSpeedOfTheBlow) {
  const double speed = 2.0;
  ModelBuilder builder;
  builder.set_gravity(Vector3(0, 0, -9.81));
  for (const auto& [name, height, velocity] : {std::tuple("low", 0.1, 0.0), std::tuple("top", 0.31, -speed)}) {
    BodySpec body;
    body.name = name;
    body.mass.mass = 1.0;
    body.mass.inertia_about_center = 0.004 * Matrix3::Identity();
    body.joint.type = JointType::Prismatic;
    body.joint.axis = Vector3::UnitZ();
    body.joint.position = {height};
    body.joint.velocity = {velocity};
    builder.add_body(body);
  }
  const Model model = builder.build();
  ContactSetup setup;
  for (const char* name : {"low", "top"}) {
    setup.shapes.push_back({.body = name, .geometry = shapes::Sphere{.radius = 0.1}, .surface = name});
  }
  ShapeSpec floor = test::make_plane();
  floor.surface = "floor";
  setup.shapes.push_back(floor);
  const normal::Gonthier law{.stiffness = 1e8, .restitution = 0.95};
  setup.rules = {{.surface_a = "low", .surface_b = "top", .normal = law},
                 {.surface_a = "low", .surface_b = "floor", .normal = law}};
  SimulationOptions options = test::make_adaptive(setup, 0.03, 1e-9);
  const SimulationReport report = test::simulate(model, options);
  ASSERT_EQ(report.status, SimulationStatus::Finished) << report.sentence;
  // With elastic contacts the lower ball is 4.4 mm above the floor by then; with the damping of a body at rest it would
  // never have left it.
  EXPECT_GT(report.state.q[model.body(model.find_body("low").value()).position_start], 0.103);
  EXPECT_LT(std::abs(report.ledger.residual()), 1e-8 * report.ledger.scale);
}

}  // namespace
}  // namespace carom
