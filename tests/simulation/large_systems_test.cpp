// Time stepping with many contacts: islands, operators without a matrix, stacks that stand.
#include <algorithm>
#include <cmath>
#include <numeric>

#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include "carom/simulation/mechanism/mechanism_system.h"
#include "carom/simulation/time_stepping/island_solver.h"
#include "carom/simulation/time_stepping/islands.h"
#include "carom/simulation/time_stepping/stepped_part.h"
#include "cases/stacks.h"
#include "simulation/rigid_scenes.h"

namespace carom::simulation_tests {
namespace {

using cases::find_drift;
using cases::make_stack_options;

// Contacts of the step at the initial state, with everything that they need.
struct ResolvedStep {
  explicit ResolvedStep(const cases::ContactCase& scene)
      : model(scene.model), contacts(model, scene.contacts), part(contacts), system(model, {&part}), rows(model) {
    std::vector<double> y(static_cast<std::size_t>(system.size()));
    system.pack(model.make_initial_state(), y);
    EXPECT_TRUE(system.calc_forces(0.0, y));
    contacts.calc_motion(system.kinematics());
    std::vector<int> touching;
    for (int i = 0; i < contacts.num_slots(); ++i) {
      if (contacts.motion(i).gap < 1e-6) touching.push_back(i);
    }
    rows.calc(system.parts(), contacts, touching, false);
    for (int c = 0; c < rows.count(); ++c) rows.calc_response(c);
  }

  const Model& model;
  SteppedContacts contacts;
  SteppedPart part;
  MechanismSystem system;
  StepRows rows;
};

TEST(StepRows, OperatorsAndBlocksAreTheSameMatrix) {
  const cases::ContactCase scene = cases::make_box_stacks(2, 4, 0.5);
  ResolvedStep step(scene);
  const int size = step.rows.size(), count = step.rows.count();
  ASSERT_EQ(count, 2 * 4 * 4);
  MatrixX G(size, size);
  std::vector<int> all;
  for (int c = 0; c < count; ++c) {
    all.push_back(c);
    for (int d = 0; d < count; ++d) G.block<3, 3>(3 * c, 3 * d) = step.rows.calc_block(c, d);
  }
  // A corner under a box of 1 kg, upwards: 1/m + y²/I_x + x²/I_y.
  EXPECT_NEAR(G(0, 0), 1.0 + 2.0 * 0.01 * 12.0 / 0.05, 1e-12);
  EXPECT_LT((G - G.transpose()).norm(), 1e-13 * G.norm());
  const VectorX p = VectorX::LinSpaced(size, -1.0, 2.0);
  VectorX product = VectorX::Zero(size), v = VectorX::Zero(step.model.num_velocities()), u(size);
  step.rows.calc_change(p);
  step.rows.add_change_of_contacts(product);
  step.rows.add_change(v);
  step.rows.calc_velocities(v, u);
  EXPECT_LT((product - G * p).norm(), 1e-12 * product.norm());
  EXPECT_LT((u - product).norm(), 1e-12 * product.norm());
  const VectorX compliance = VectorX::LinSpaced(size, 0.0, 1.0);
  std::vector<int> local;
  FactoredOperator W(3);
  step.rows.fill_operator(all, 2.0, compliance, local, W);
  W.multiply(p, u);
  EXPECT_LT((2.0 * u - G * p - compliance.cwiseProduct(p)).norm(), 1e-12 * product.norm());
}

// Sweeps judge themselves; here the operator and the error measure of the other solvers do, with and without
// compliance, on boxes that stand and are pushed: some contacts stick, some slide, some open.
TEST(ContactSweeps, FindWhatTheOperatorAsksFor) {
  const cases::ContactCase scene = cases::make_box_stacks(1, 5, 0.5);
  ResolvedStep step(scene);
  const int count = step.rows.count(), size = step.rows.size();
  std::vector<int> all(static_cast<std::size_t>(count));
  std::iota(all.begin(), all.end(), 0);
  ASSERT_TRUE(ContactSweeps::suit(step.rows, all));
  VectorX v = VectorX::Zero(step.model.num_velocities());
  for (int i = 1; i < step.model.num_bodies(); ++i) {
    v.segment<6>(step.model.body(i).velocity_start) << 0.02, -0.03, 0.05, 0.001 * i, -0.002, i == 5 ? 0.01 : -0.00981;
  }
  for (const double softness : {0.0, 0.3}) {
    StepConditions conditions;
    conditions.resize(count);
    step.rows.calc_velocities(v, conditions.q);
    conditions.compliance.setConstant(softness);
    conditions.mu.setConstant(0.5);
    conditions.last.setZero();
    double trace = conditions.compliance.sum();
    for (int c = 0; c < count; ++c) trace += step.rows.calc_block(c, c).trace();
    const double scale = trace / size;
    VectorX p = VectorX::Zero(size), map(size);
    ContactSweeps sweeps;
    const SolveReport report = sweeps.solve(step.rows, all, conditions, {.tolerance = 1e-9, .most_sweeps = 20000}, p);
    ASSERT_TRUE(report.solved()) << report.residual;
    std::vector<int> local;
    FactoredOperator W(3);
    step.rows.fill_operator(all, scale, conditions.compliance, local, W);
    const FrictionProblem problem{.W = W, .q = conditions.q, .mu = conditions.mu, .mu_rolling = VectorX()};
    const VectorX x = scale * p;
    // The same number but for rounding, of impulses of order 0.1 m/s.
    EXPECT_NEAR(calc_natural_map(problem, x, map), report.residual, 1e-14);
    int sticking = 0, sliding = 0, open = 0;
    for (int c = 0; c < count; ++c) {
      const double normal = x[3 * c], friction = x.segment<2>(3 * c + 1).norm();
      ++(normal == 0.0 ? open : friction < 0.5 * normal * (1.0 - 1e-9) ? sticking : sliding);
    }
    EXPECT_GT(sticking, 0);
    EXPECT_GT(sliding, 0);
    EXPECT_GT(open, 0);
  }
}

TEST(Islands, StacksThatStandApartAreSolvedApart) {
  const cases::ContactCase scene = cases::make_box_stacks(3, 2, 0.5);
  ResolvedStep step(scene);
  Islands islands;
  islands.find(step.rows);
  ASSERT_EQ(islands.count(), 3);
  for (int i = 0; i < 3; ++i) {
    ASSERT_EQ(islands.contacts(i).size(), 8U);
    for (std::size_t k = 0; k < 8; ++k) EXPECT_EQ(islands.contacts(i)[k], static_cast<int>(8 * i + k));
  }
}

// What happens to a stack is the same to the last bit with others beside it.
TEST(Islands, NeighborsChangeNothing) {
  const cases::ContactCase one = cases::make_box_stacks(1, 3, 0.5), three = cases::make_box_stacks(3, 3, 0.5);
  const SimulationReport alone = simulate(one.model, make_stack_options(one, 0.05));
  const SimulationReport together = simulate(three.model, make_stack_options(three, 0.05));
  ASSERT_EQ(alone.status, SimulationStatus::Finished) << alone.sentence;
  ASSERT_EQ(together.status, SimulationStatus::Finished) << together.sentence;
  EXPECT_EQ(alone.state.q, together.state.q.head(alone.state.q.size()));
  EXPECT_EQ(alone.state.v, together.state.v.head(alone.state.v.size()));
}

// Sixteen stacks that fall and slide apart are solved on one thread, two or four.
TEST(Islands, ThreadsChangeNoBit) {
  const cases::ContactCase scene = cases::make_box_stacks(16, 4, 0.5);
  State start = scene.model.make_initial_state();
  for (int i = 1; i < scene.model.num_bodies(); ++i) start.v[scene.model.body(i).velocity_start + 3] = 0.02 * (i % 5);
  std::vector<State> ends;
  for (const std::size_t threads : {1U, 2U, 4U}) {
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
    const SimulationReport report = Simulation(scene.model, start, make_stack_options(scene, 0.05)).run(nullptr);
    ASSERT_EQ(report.status, SimulationStatus::Finished) << report.sentence;
    ends.push_back(report.state);
  }
  for (const State& end : ends) {
    EXPECT_EQ(end.q, ends.front().q);
    EXPECT_EQ(end.v, ends.front().v);
  }
}

// 30 boxes have 120 contacts: an operator without a matrix. Impulses are found to 1e-8 m/s, for 0.3 s.
TEST(Stack, ThirtyBoxesStandStill) {
  const cases::ContactCase scene = cases::make_box_stacks(1, 30, 0.5);
  const SimulationReport report = simulate(scene.model, make_stack_options(scene, 0.3));
  ASSERT_EQ(report.status, SimulationStatus::Finished) << report.sentence;
  EXPECT_TRUE(report.warnings.empty()) << report.warnings.front();
  EXPECT_LT(find_drift(scene.model, report.state), 3e-9);
}

// 80 boxes have 320 contacts, which sweeps look at first. They carry loads one level each; Newton's method finds the
// loads at once where all contacts carry, but from where a few sweeps end it needs tens of iterations and interior
// points.
TEST(Stack, ItsLoadsAreFoundInFewIterationsWithoutAGuess) {
  constexpr int kBoxes = 80;
  const cases::ContactCase scene = cases::make_box_stacks(1, kBoxes, 0.5);
  ResolvedStep step(scene);
  const int count = step.rows.count();
  ASSERT_EQ(count, 4 * kBoxes);
  std::vector<int> all(static_cast<std::size_t>(count));
  std::iota(all.begin(), all.end(), 0);
  VectorX fall = VectorX::Zero(step.model.num_velocities());
  for (int i = 1; i <= kBoxes; ++i) fall[step.model.body(i).velocity_start + 5] = -0.00981;
  StepConditions conditions;
  conditions.resize(count);
  step.rows.calc_velocities(fall, conditions.q);
  conditions.mu.setConstant(0.5);
  conditions.last.setZero();
  VectorX p = VectorX::Zero(3 * count), moments;
  const TimeSteppingOptions options = make_stack_options(scene, 1.0).time_stepping;
  const SolveReport report = IslandSolver(options).solve(step.rows, all, conditions, false, p, moments);
  ASSERT_TRUE(report.solved()) << describe(report);
  EXPECT_LE(report.iterations, 8);
  EXPECT_EQ(report.route.count, 1);  // Newton's method alone
  // The lowest four corners carry all of it.
  EXPECT_NEAR(p[0] + p[3] + p[6] + p[9], 0.00981 * kBoxes, 1e-8 * kBoxes);
}

// The same with bristles, whose compliance the operator carries: the stack sinks by nothing, and nothing slides.
TEST(Stack, ThirtyBoxesOnBristlesStandStill) {
  const cases::ContactCase scene = cases::make_box_stacks(1, 30, 0.5);
  SimulationOptions options = make_stack_options(scene, 0.1);
  options.time_stepping.scheme = SteppingScheme::Peiret;
  const SimulationReport report = simulate(scene.model, options);
  ASSERT_EQ(report.status, SimulationStatus::Finished) << report.sentence;
  EXPECT_LT(find_drift(scene.model, report.state), 1e-9);
}

// The least thickness of a semicircular arch is 0.106 to 0.108 of its radius.
TEST(Arch, StandsWhereItIsThickEnough) {
  for (const double thickness : {0.108, 0.112, 0.13}) {
    const cases::ContactCase scene = cases::make_arch(25, thickness, 0.7);
    const SimulationReport report = simulate(scene.model, make_stack_options(scene, 0.5));
    ASSERT_EQ(report.status, SimulationStatus::Finished) << report.sentence;
    EXPECT_LT(find_drift(scene.model, report.state), 1e-9) << thickness;
  }
}
// It opens hinges, or slides apart; impulses are found to 1e-6 m/s.
void expect_fall(double thickness, double friction) {
  const cases::ContactCase scene = cases::make_arch(25, thickness, friction);
  SimulationOptions options = make_stack_options(scene, 0.15);
  options.time_stepping.tolerance = 1e-6;
  const SimulationReport report = simulate(scene.model, options);
  ASSERT_EQ(report.status, SimulationStatus::Finished) << report.sentence;
  EXPECT_GT(find_drift(scene.model, report.state), 1e-3);
  EXPECT_LT(report.ledger.relative_residual(), 1e-9);
}
TEST(Arch, FallsWhereItIsTooThin) { expect_fall(0.105, 0.7); }
TEST(Arch, SlidesApartWithoutFrictionHoweverThick) { expect_fall(0.3, 0.05); }

}  // namespace
}  // namespace carom::simulation_tests
