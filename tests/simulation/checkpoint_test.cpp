// A run that was stopped and goes on from a checkpoint has the same bits as one that never stopped.
#include "carom/simulation/checkpoint.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <numbers>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "carom/base/input_error.h"
#include "carom/model/model_builder.h"
#include "carom/simulation/simulation.h"

namespace carom {
namespace {

// Everything a checkpoint has to carry: a free joint with a quaternion, damping, a motor, a driven joint, and a loop
// that is kept closed by projection.
Model make_mechanism() {
  const MassProperties rod{
      .mass = 1.3, .center_of_mass = {0.0, 0.0, -0.5}, .inertia_about_center = Vector3(0.11, 0.11, 1e-2).asDiagonal()};
  ModelBuilder builder;
  builder.add_body(
      {.name = "drum",
       .mass = rod,
       .joint = {.type = JointType::Revolute,
                 .axis = Vector3::UnitY(),
                 .drive = {TimeFunction(time_functions::Sine{.amplitude = 0.3, .angular_frequency = 1.7})}}});
  builder.add_body({.name = "rod",
                    .mass = rod,
                    .joint = {.type = JointType::Free, .at = {0.0, 0.0, -1.0}, .velocity = {0.3, 0.1, 0.5, 0, 0, 0}}});
  builder.add_body({.name = "arm",
                    .mass = rod,
                    .joint = {.type = JointType::Revolute,
                              .parent = "rod",
                              .at = {0.0, 0.0, -1.0},
                              .axis = Vector3::UnitX(),
                              .position = {0.8},
                              .damping = {0.05},
                              .motor = {{.effort = TimeFunction(time_functions::Constant{0.2})}}}});
  builder.add_constraint(
      {.name = "hook", .type = ConstraintType::Point, .body_a = "drum", .body_b = "rod", .at_a = {0.0, 0.0, -1.0}});
  return builder.build();
}

// A slider whose speed jumps, with a pendulum on it, and a four-bar whose crank does.
Model make_jumping_mechanism() {
  using time_functions::Table;
  const MassProperties rod{.mass = 1.0,
                           .center_of_mass = {0.5, 0.0, 0.0},
                           .inertia_about_center = Vector3(1e-3, 1.0 / 12.0, 1.0 / 12.0).asDiagonal()};
  ModelBuilder builder;
  builder.add_body({.name = "slider",
                    .mass = {.mass = 2.0, .inertia_about_center = Matrix3::Identity()},
                    .joint = {.type = JointType::Prismatic,
                              .axis = Vector3::UnitX(),
                              .drive = {TimeFunction(Table{{0.05, 0.3, 0.55, 0.8}, {0.0, 0.2, -0.1, 0.1}})}}});
  builder.add_body(
      {.name = "bob",
       .mass = rod,
       .joint = {.type = JointType::Revolute, .parent = "slider", .axis = Vector3::UnitY(), .position = {1.2}}});
  // A trapezoid: three links of 1 m on a frame of 2 m.
  const double angle = std::numbers::pi / 3.0;
  builder.add_body({.name = "crank",
                    .mass = rod,
                    .joint = {.type = JointType::Revolute,
                              .axis = Vector3::UnitY(),
                              .position = {-angle},
                              .drive = {TimeFunction(Table{{0.3, 0.61, 0.7}, {-angle, -angle + 0.3, -angle + 0.2}})}}});
  builder.add_body({.name = "coupler",
                    .mass = rod,
                    .joint = {.type = JointType::Revolute,
                              .parent = "crank",
                              .at = {1.0, 0.0, 0.0},
                              .axis = Vector3::UnitY(),
                              .position = {angle}}});
  builder.add_body({.name = "rocker",
                    .mass = rod,
                    .joint = {.type = JointType::Revolute,
                              .parent = "coupler",
                              .at = {1.0, 0.0, 0.0},
                              .axis = Vector3::UnitY(),
                              .position = {angle}}});
  builder.add_constraint({.name = "loop",
                          .type = ConstraintType::Point,
                          .body_b = "rocker",
                          .at_a = {2.0, 0.0, 0.0},
                          .at_b = {1.0, 0.0, 0.0}});
  return builder.build();
}

struct Sample {
  double time{};
  std::vector<double> numbers;  // q, v, ledger
};

// Keeps what it is shown, and stops after a number of samples.
class Keeper : public Observer {
 public:
  explicit Keeper(std::size_t stop_after = SIZE_MAX) : stop_after_(stop_after) {}
  [[nodiscard]] bool observe(const Moment& moment) override {
    Sample sample{.time = moment.state.time, .numbers = {moment.state.q.begin(), moment.state.q.end()}};
    sample.numbers.insert(sample.numbers.end(), moment.state.v.begin(), moment.state.v.end());
    for (const LedgerRow& row : moment.ledger.rows) sample.numbers.push_back(row.value);
    sample.numbers.push_back(moment.ledger.scale);
    samples.push_back(sample);
    return samples.size() < stop_after_;
  }
  [[nodiscard]] bool observe_checkpoint(const Checkpoint& given) override {
    checkpoint = given;
    samples_at_checkpoint = samples.size();
    ++checkpoints;
    return true;
  }

  std::vector<Sample> samples;
  std::optional<Checkpoint> checkpoint;
  std::size_t samples_at_checkpoint{};
  int checkpoints{};

 private:
  std::size_t stop_after_;
};

bool same_bits(const Sample& a, const Sample& b) {
  const auto bits = [](double value) { return std::bit_cast<std::uint64_t>(value); };
  return bits(a.time) == bits(b.time) && std::ranges::equal(a.numbers, b.numbers, {}, bits, bits);
}

void expect_same_bits_when_resumed(const Model& model, const SimulationOptions& options) {
  Keeper unbroken;
  const SimulationReport expected = Simulation(model, model.make_initial_state(), options).run(&unbroken);
  ASSERT_EQ(expected.status, SimulationStatus::Finished) << expected.sentence;
  ASSERT_GE(unbroken.checkpoints, 5);

  for (const std::size_t stop : {20U, 47U, 70U}) {
    Keeper stopped(stop);
    (void)Simulation(model, model.make_initial_state(), options).run(&stopped);
    ASSERT_TRUE(stopped.checkpoint.has_value());
    Keeper resumed;
    const SimulationReport report = Simulation(model, *stopped.checkpoint, options).run(&resumed);
    EXPECT_EQ(report.sentence, expected.sentence);
    EXPECT_EQ(report.statistics.steps, expected.statistics.steps);
    EXPECT_EQ(report.statistics.rate_evaluations, expected.statistics.rate_evaluations);
    EXPECT_EQ(report.ledger.residual(), expected.ledger.residual());
    EXPECT_EQ(report.ledger.scale, expected.ledger.scale);

    std::vector<Sample> joined(stopped.samples.begin(),
                               stopped.samples.begin() + static_cast<std::ptrdiff_t>(stopped.samples_at_checkpoint));
    joined.insert(joined.end(), resumed.samples.begin(), resumed.samples.end());
    ASSERT_EQ(joined.size(), unbroken.samples.size());
    for (std::size_t i = 0; i < joined.size(); ++i) {
      ASSERT_TRUE(same_bits(joined[i], unbroken.samples[i])) << "sample " << i << " at t = " << joined[i].time;
    }
  }
}

class CheckpointOf : public testing::TestWithParam<std::string> {
 protected:
  [[nodiscard]] static SimulationOptions make_options(const std::string& method_name) {
    SimulationOptions options{.duration = 1.0, .record_every = 0.013, .checkpoint_every = 0.1};
    const IntegrationMethod method = find_method(method_name);
    if (const auto* fixed = std::get_if<FixedMethod>(&method)) {
      options.integrator = FixedStepOptions{.method = *fixed, .step = 1e-3};
    } else {
      options.integrator = AdaptiveOptions{.method = std::get<AdaptiveMethod>(method), .relative_tolerance = 1e-6};
    }
    return options;
  }
};

TEST_P(CheckpointOf, AResumedRunHasTheSameBitsAsAnUnbrokenOne) {
  expect_same_bits_when_resumed(make_mechanism(), make_options(GetParam()));
}

// Jumps before, at and between checkpoints: at 0.05 s, at 0.3 s where one is due, and at 0.55 s and 0.61 s.
TEST_P(CheckpointOf, ARunThatIsResumedAcrossJumpsOfDrivesHasThemToo) {
  expect_same_bits_when_resumed(make_jumping_mechanism(), make_options(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(EveryMethod, CheckpointOf, testing::ValuesIn(method_names()), [](const auto& method) {
  std::string name = method.param;
  std::ranges::replace(name, '-', '_');
  return name;
});

TEST(Checkpoint, ALongerRunGoesOnFromAShorterOne) {
  const Model model = make_mechanism();
  SimulationOptions options{
      .integrator = FixedStepOptions{}, .duration = 0.5, .record_every = 0.01, .checkpoint_every = 0.1};
  Keeper first;
  (void)Simulation(model, model.make_initial_state(), options).run(&first);
  options.duration = 1.0;
  Keeper unbroken, resumed;
  const SimulationReport expected = Simulation(model, model.make_initial_state(), options).run(&unbroken);
  const SimulationReport report = Simulation(model, *first.checkpoint, options).run(&resumed);
  EXPECT_EQ(report.state.q, expected.state.q);
  EXPECT_EQ(report.state.v, expected.state.v);
}

TEST(Checkpoint, OfAnotherModelIsRefused) {
  const Model model = make_mechanism();
  Checkpoint checkpoint;
  checkpoint.y = {1.0, 2.0};
  EXPECT_THROW(Simulation(model, checkpoint, {}), InputError);
}

TEST(Checkpoint, AnIntervalMustBePositive) {
  EXPECT_THROW(validate(SimulationOptions{.checkpoint_every = -1.0}), InputError);
  EXPECT_NO_THROW(validate(SimulationOptions{.checkpoint_every = 0.0}));
}

}  // namespace
}  // namespace carom
