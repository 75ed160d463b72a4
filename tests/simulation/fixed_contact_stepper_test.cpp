// Fixed steps with contacts: what is too fast for them is noticed, and what they cost.
#include "carom/simulation/compliant/stepping/fixed_contact_stepper.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "carom/simulation/mechanism/mechanism_system.h"
#include "carom/simulation/simulation.h"
#include "cases/contact_cases.h"
#include "simulation/methods.h"
#include "support/allocation_counter.h"

namespace carom {
namespace {

using simulation_tests::kFixedMethods;
using testing::HasSubstr;

// A ball of 2 cm that flies along −z from 1 m above a target and `aside`, without gravity.
SimulationReport shoot(const ShapeGeometry& target, double speed, const Vector3& aside, double stiffness, double step,
                       FixedMethod method = FixedMethod::Rk4) {
  ModelBuilder builder;
  builder.set_gravity(Vector3::Zero());
  BodySpec ball{.name = "ball"};
  ball.mass = {.mass = 0.03, .inertia_about_center = 1e-6 * Matrix3::Identity()};
  ball.joint = {.type = JointType::Free,
                .position = {1.0, 0.0, 0.0, 0.0, aside.x(), aside.y(), 1.0 + aside.z()},
                .velocity = {0.0, 0.0, 0.0, 0.0, 0.0, -speed}};
  builder.add_body(ball);
  const Model model = builder.build();
  const ContactSetup contacts{
      {{.body = "ball", .geometry = shapes::Sphere{.radius = 0.01}, .surface = "ball"},
       {.geometry = target, .surface = "target"}},
      {{.surface_a = "ball", .surface_b = "target", .normal = normal::Hertz{.stiffness = stiffness}}}};
  const SimulationOptions options{.integrator = FixedStepOptions{.method = method, .step = step},
                                  .duration = 3.0 / speed,
                                  .record_every = 1.0,
                                  .contacts = contacts};
  return Simulation(model, model.make_initial_state(), options).run(nullptr);
}

const shapes::Box kPlate{.size = {1.0, 1.0, 1e-3}};

// 30 cm a step: the ball is above the plate at one end of it and below at the other.
TEST(FixedContactStepper, ABulletThroughAThinPlateFailsWithTheContactsName) {
  const SimulationReport report = shoot(kPlate, 300.0, Vector3::Zero(), 1e8, 1e-3);
  EXPECT_EQ(report.status, SimulationStatus::Failed);
  EXPECT_THAT(report.sentence, HasSubstr("contact ball/target does not stop the bodies: they pass through each other"));
  EXPECT_THAT(report.sentence, HasSubstr("more sub-steps"));
  // What is reported is the last good state, still above the plate.
  EXPECT_GT(report.state.q[6], 0.01);
  EXPECT_LE(report.state.time, 1.0 / 300.0);
}

TEST(FixedContactStepper, ABulletIntoAPlaneFailsInsteadOfBeingThrownOut) {
  for (const FixedMethod method : kFixedMethods) {
    const SimulationReport report = shoot(shapes::Plane{}, 300.0, Vector3::Zero(), 1e8, 1e-3, method);
    EXPECT_EQ(report.status, SimulationStatus::Failed) << method_name(method);
    EXPECT_THAT(report.sentence, HasSubstr("contact ball/target ")) << method_name(method);
  }
}

// With short steps, but a contact so soft that the ball is pressed past the middle of the plate.
TEST(FixedContactStepper, APlateThatIsTooSoftForTheBulletFailsToo) {
  const SimulationReport report = shoot(kPlate, 300.0, Vector3::Zero(), 1e8, 2e-6);
  EXPECT_EQ(report.status, SimulationStatus::Failed);
  EXPECT_THAT(report.sentence, HasSubstr("contact ball/target"));
  EXPECT_THAT(report.sentence, HasSubstr("does not stop them"));
}

// Deeper than its own size, so soft that nothing else breaks: no contact law holds there.
TEST(FixedContactStepper, ASoftContactThatIsDeeperThanItsBodiesFails) {
  const SimulationReport report = shoot(shapes::Plane{}, 33.5, Vector3::Zero(), 100.0, 1e-3);
  EXPECT_EQ(report.status, SimulationStatus::Failed);
  EXPECT_THAT(report.sentence, HasSubstr("contact ball/target"));
  EXPECT_THAT(report.sentence, HasSubstr("deeper than its bodies are thick"));
}

TEST(FixedContactStepper, ShortEnoughStepsStopTheBulletWithoutAWord) {
  for (const ShapeGeometry& target : {ShapeGeometry(kPlate), ShapeGeometry(shapes::Plane{})}) {
    const SimulationReport report = shoot(target, 300.0, Vector3::Zero(), 1e12, 1e-7);
    EXPECT_EQ(report.status, SimulationStatus::Finished) << report.sentence;
    EXPECT_TRUE(report.warnings.empty());
    EXPECT_NEAR(report.state.v[5], 300.0, 3.0);  // Hertz gives everything back
  }
}

// Past the edge of the plate there is nothing to miss.
TEST(FixedContactStepper, ABulletThatPassesByIsNoTrouble) {
  const SimulationReport report = shoot(kPlate, 300.0, Vector3(0.6, 0.0, 0.0), 1e8, 1e-3);
  EXPECT_EQ(report.status, SimulationStatus::Finished) << report.sentence;
  EXPECT_TRUE(report.warnings.empty());
}

// A glancing blow: the ball passes a larger one at 0.9 of the radii, from z = 0.05 to −0.05 in one step, and overlaps
// for |z| < √(1 − 0.9²) 0.11 = 0.048.
TEST(FixedContactStepper, AGlancingTouchWithinAStepIsAWarning) {
  const SimulationReport report = shoot(shapes::Sphere{.radius = 0.1}, 300.0, Vector3(0.9 * 0.11, 0.0, 0.05), 1e8,
                                        0.1 / 300.0, FixedMethod::SemiImplicitEuler);
  EXPECT_EQ(report.status, SimulationStatus::Finished) << report.sentence;
  ASSERT_EQ(report.warnings.size(), 1U);
  EXPECT_THAT(report.warnings[0], HasSubstr("contact ball/target touched and parted within a step"));
}

// A mechanism that is stepped by hand, as a controller would.
struct Stepped {
  explicit Stepped(const cases::ContactCase& scene, const FixedStepOptions& options)
      : contacts(scene.model, scene.contacts),
        part(contacts),
        system(scene.model, {&part}),
        log(part),
        stepper(part, options, log) {
    std::vector<double> y(static_cast<std::size_t>(system.size()));
    system.pack(scene.model.make_initial_state(), y);
    EXPECT_FALSE(stepper.restart(0.0, y, {}).failed());
  }
  void step(int count) {
    for (int i = 0; i < count; ++i) {
      failed = failed || stepper.step(1e9).failed();
      touched += static_cast<int>(log.events().size());
      log.clear();
    }
  }
  CompliantContacts contacts;
  CompliantPart part;
  MechanismSystem system;
  ContactLog log;
  FixedContactStepper stepper;
  int touched{};
  bool failed{};
};

constexpr int kSteps = 1000;

std::vector<cases::ContactCase> make_stepped_cases() {
  std::vector<cases::ContactCase> all;
  all.push_back(cases::make_gonthier_pendulum());
  all.push_back(cases::make_tapping_arm());
  return all;
}
FixedStepOptions make_stepped_options(const cases::ContactCase& scene, FixedMethod method) {
  const bool is_stiff = scene.model.num_bodies() == 3;
  return {.method = method, .step = 1e-3, .substeps = is_stiff ? 20 : 1};
}

TEST(FixedContactStepper, NothingIsAllocatedWhileContactsComeAndGo) {
  if (!testing_support::counts_allocations()) GTEST_SKIP() << "the sanitizers own malloc";
  for (const cases::ContactCase& scene : make_stepped_cases()) {
    for (const FixedMethod method : kFixedMethods) {
      const FixedStepOptions options = make_stepped_options(scene, method);
      Stepped mechanism(scene, options);
      const std::int64_t before = testing_support::allocation_count();
      mechanism.step(kSteps * options.substeps);
      EXPECT_EQ(testing_support::allocation_count() - before, 0) << method_name(method);
      EXPECT_FALSE(mechanism.failed);
      EXPECT_GT(mechanism.touched, 1);
    }
  }
}

// The kernel ends a process in this mode at the first system call but reading, writing and exiting.
TEST(FixedContactStepper, SteppingMakesNoSystemCall) {
  if (!testing_support::counts_allocations()) GTEST_SKIP() << "the sanitizers make their own";
  for (const cases::ContactCase& scene : make_stepped_cases()) {
    const FixedStepOptions options = make_stepped_options(scene, FixedMethod::Rk4);
    Stepped mechanism(scene, options);
    const pid_t child = fork();
    if (child == 0) {
      prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT);
      mechanism.step(kSteps * options.substeps);
      syscall(SYS_exit, mechanism.failed ? 1 : 0);
    }
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << "status " << status;
  }
}

TEST(FixedContactStepper, SubstepsAreShorterSteps) {
  const cases::ContactCase scene = cases::make_gonthier_pendulum();
  Stepped in_one(scene, {.method = FixedMethod::Rk4, .step = 5e-5});
  Stepped in_twenty(scene, {.method = FixedMethod::Rk4, .step = 1e-3, .substeps = 20});
  in_one.step(2000);
  in_twenty.step(2000);
  EXPECT_NEAR(in_one.stepper.time(), 0.1, 1e-12);
  EXPECT_NEAR(in_twenty.stepper.time(), 0.1, 1e-12);
  for (std::size_t i = 0; i < in_one.stepper.state().size(); ++i) {
    EXPECT_NEAR(in_one.stepper.state()[i], in_twenty.stepper.state()[i], 1e-9);
  }
}

}  // namespace
}  // namespace carom
