// The lift-off of a damped contact is found by every method, however short the flight that follows.
#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "carom/model/model_builder.h"
#include "carom/simulation/simulation.h"
#include "simulation/methods.h"

namespace carom {
namespace {

constexpr double kRadius = 0.1;  // [m]

struct Drop {
  double mass{};           // [kg]
  double stiffness{};      // [N/m]
  double damping_ratio{};  // of the contact
  double speed{};          // at the start, downwards  [m/s]
};

// A ball that falls 1 cm onto a plane; its contact report.
ContactReport drop(const Drop& own, const AdaptiveOptions& integrator) {
  ModelBuilder builder;
  builder.add_body({.name = "ball",
                    .mass = {.mass = own.mass, .inertia_about_center = 1e-2 * own.mass * Matrix3::Identity()},
                    .joint = {.type = JointType::Free,
                              .position = {1.0, 0.0, 0.0, 0.0, 0.0, 0.0, kRadius + 0.01},
                              .velocity = {0.0, 0.0, 0.0, 0.0, 0.0, -own.speed}}});
  const Model model = builder.build();
  const normal::KelvinVoigt law{.stiffness = own.stiffness,
                                .damping = 2.0 * own.damping_ratio * std::sqrt(own.stiffness * own.mass)};
  const ContactSetup contacts{{{.body = "ball", .geometry = shapes::Sphere{.radius = kRadius}, .surface = "ball"},
                               {.geometry = shapes::Plane{}, .surface = "floor"}},
                              {{.surface_a = "ball", .surface_b = "floor", .normal = law}}};
  const SimulationOptions options{.integrator = integrator, .duration = 0.2, .record_every = 0.1, .contacts = contacts};
  return Simulation(model, model.make_initial_state(), options).run(nullptr).contacts.at(0);
}

// The force ends while the ball is still compressed. From there on it flies: no error limits the steps, and one that
// passed over lift-off and touch-down at once would find its contact ended in the middle of nowhere, on the way down.
TEST(LiftOff, IsFoundByEveryMethodHoweverShortTheFlight) {
  const Drop drops[] = {{12.1, 4.99e6, 0.95, 0.12},
                        {3.31, 3.46e5, 0.4, 0.0672},
                        {0.0302, 3.26e5, 1.5, 0.194},
                        {0.0488, 3.81e4, 0.95, 0.0997}};
  for (const Drop& own : drops) {
    const ContactReport exact = drop(own, simulation_tests::make_options(AdaptiveMethod::DormandPrince, 1e-12));
    ASSERT_GE(exact.impacts.size(), 1U);
    ASSERT_GT(exact.impacts[0].separation_speed, 0.0);
    for (const AdaptiveMethod method : {AdaptiveMethod::DormandPrince, AdaptiveMethod::Radau,
                                        AdaptiveMethod::ArkodeExplicit, AdaptiveMethod::ArkodeImplicit}) {
      for (const double tolerance : {1e-4, 6.5e-5, 1e-5, 2.2e-6, 1.3e-6, 4.9e-7, 1e-8}) {
        const ContactReport found =
            drop(own, {.method = method, .relative_tolerance = tolerance, .absolute_tolerance = 0.01 * tolerance});
        const std::string what = std::string(method_name(method)) + " at " + std::to_string(tolerance) + ", mass " +
                                 std::to_string(own.mass);
        ASSERT_GE(found.impacts.size(), 1U) << what;
        // A thousandth of the approach speed, as the restitution.
        EXPECT_NEAR(found.impacts[0].separation_speed, exact.impacts[0].separation_speed,
                    1e-3 * exact.impacts[0].approach_speed)
            << what;
        EXPECT_NEAR(found.impacts[0].duration, exact.impacts[0].duration, 1e-2 * exact.impacts[0].duration) << what;
      }
    }
  }
}

}  // namespace
}  // namespace carom
