// What steps explain of an account that does not close, where a run has two methods: events, and time steps in their
// place.
#include "carom/simulation/verdict/explained_error.h"

#include <gtest/gtest.h>

#include "carom/model/model_builder.h"

namespace carom {
namespace {

Model make_ball() {
  ModelBuilder builder;
  builder.add_body({.name = "ball", .mass = {.mass = 1.0, .inertia_about_center = Matrix3::Identity()}});
  return builder.build();
}

SimulationOptions make_event_driven() {
  SimulationOptions options{.formulation = FormulationKind::EventDriven};
  options.integrator = AdaptiveOptions{.relative_tolerance = 1e-8, .absolute_tolerance = 1e-10};
  return options;
}

/// An account of 1 J in which energy goes from kinetic to potential.
Ledger make_ledger(double kinetic, double booked = 0.0) {
  return {.initial = 1.0,
          .scale = 1.0,
          .rows = {{"kinetic", LedgerKind::Stored, kinetic},
                   {"gravity", LedgerKind::Stored, 1.0 - kinetic + booked},
                   {"projection", LedgerKind::Numerical, booked}}};
}

/// A run in which all energy moves by events, with some of it in ten time steps in between.
class FallbackError : public testing::Test {
 protected:
  void run(double moved_in_steps, double booked_in_steps) {
    error_.start(make_ledger(1.0));
    error_.add(make_ledger(0.5), {.count = 100});
    error_.add(make_ledger(0.5 - moved_in_steps, booked_in_steps),
               {.count = 10, .has_corner = true, .by_fallback = true});
    error_.add(make_ledger(0.0, booked_in_steps), {.count = 100});
  }

  Model model_{make_ball()};
  ExplainedError error_{model_, make_event_driven()};
};

// Ten steps err by a fifth of what moved in them at most; a hundred others by their tolerance.
TEST_F(FallbackError, TimeStepsExplainAPartOfWhatMovedInThem) {
  run(0.01, 0.0);
  EXPECT_LE(error_.failing_limit(make_ledger(0.0)), 0.25 * 0.01 + 1e-4);
  EXPECT_GT(error_.failing_limit(make_ledger(0.0)), error_.warning_limit(make_ledger(0.0)));
}

TEST_F(FallbackError, ShortIntervalsOfTimeStepsExplainLessThanLongOnes) {
  run(0.01, 0.0);
  const double a_little = error_.failing_limit(make_ledger(0.0));
  run(0.4, 0.0);
  EXPECT_GT(error_.failing_limit(make_ledger(0.0)), 10.0 * a_little);
}

// What relaxed contacts lose in their steps is expected. What projection takes out between events is an error.
TEST_F(FallbackError, LossesOfTimeStepsAreExpectedAndThoseOfEventsAreNot) {
  run(0.01, -0.005);
  EXPECT_EQ(error_.calc_error(make_ledger(0.0, -0.005)), 0.0);
  EXPECT_DOUBLE_EQ(error_.calc_error(make_ledger(0.0, -0.008)), -0.003);
}

// What they create is not.
TEST_F(FallbackError, GainsOfTimeStepsAreErrors) {
  run(0.01, 0.005);
  EXPECT_DOUBLE_EQ(error_.calc_error(make_ledger(0.0, 0.005)), 0.005);
}

}  // namespace
}  // namespace carom
