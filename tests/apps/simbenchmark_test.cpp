// Scenes of SimBenchmark's published tests against their closed forms. benchmarks/run --simbenchmark measures all of
// them.
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "support/process.h"

namespace carom::app {
namespace {

using nlohmann::json;

json run_scene(const std::string& name, const std::vector<std::string>& changes) {
  std::vector<std::string> words{CAROM_TEST_PROGRAM, "run", std::string(CAROM_TEST_SCENES) + "/simbenchmark/" + name,
                                 "--json"};
  for (const std::string& change : changes) words.insert(words.end(), {"--set", change});
  const test::ProcessResult result = test::run_process(words);
  EXPECT_EQ(result.code, 0) << result.err;
  return json::parse(result.out, nullptr, /*allow_exceptions=*/false);
}

// The box slides under f₁ = μ₁ (M + n m) g and the balls roll on it: a_ball = (F − f₁)/M / (3.5 + n m/M), a_box = 3.5
// a_ball. Constant accelerations are what a step of any length has exactly; residuals of 1e-10 m/s add up over 50
// steps.
TEST(SimBenchmark, BallsRollOnTheSlidingBoxAsInTheClosedForm) {
  const json summary = run_scene("rolling.toml", {"simulate.formulation=time-stepping", "scene.duration=0.5",
                                                  "simulate.stepping={ scheme = \"moreau-jean\", step = 0.01 }"});
  const double a = (150.0 - 0.4 * 35.0 * 9.81) / 10.0 / (3.5 + 2.5);
  for (const auto& [body, acceleration] :
       {std::pair("ball 1", a), std::pair("ball 25", a), std::pair("box", 3.5 * a)}) {
    const json& velocity = summary["bodies"][body]["velocity"];
    EXPECT_NEAR(velocity[0], 0.5 * acceleration * 0.5, 1e-8) << body;
    EXPECT_NEAR(velocity[1], std::sqrt(0.75) * acceleration * 0.5, 1e-8) << body;
    EXPECT_NEAR(velocity[2], 0.0, 1e-8) << body;
  }
}

TEST(SimBenchmark, ElasticBallsKeepTheirEnergy) {
  const json summary = run_scene("bouncing.toml", {"scene.duration=2.5"});
  const double energy = 49 * 10.0 * 9.81 * 5.0;
  EXPECT_NEAR(summary["energy"]["final"], energy, 1e-9 * energy);
  EXPECT_EQ(summary["contacts"]["ball 1/ground"]["impact_count"], 1);
}

// The force of twice the weight works for a second; after that only gravity does, which is stored.
TEST(SimBenchmark, TheQuadrupedInFlightKeepsItsEnergy) {
  const json lifted = run_scene("robot_energy.toml", {"scene.duration=1"});
  const json flown = run_scene("robot_energy.toml", {});
  const double energy = lifted["energy"]["final"];
  EXPECT_GT(energy, 1000.0);
  EXPECT_NEAR(flown["energy"]["final"], energy, 1e-7 * energy);
}

// The published robot has no stops, whose springs steps of 10 ms cannot follow. The best engine's mean square error at
// this step is 5.57e-11 J², MuJoCo's with the same method.
TEST(SimBenchmark, TheQuadrupedKeepsItsEnergyInRungeKuttaStepsOfAHundredthSecond) {
  const json flown = run_scene("robot_energy.toml", {"simulate.integrator={ method = \"rk4\", step = 0.01 }"});
  EXPECT_LT(std::abs(flown["energy"]["residual"].get<double>()), std::sqrt(5.57e-11));
  EXPECT_EQ(flown["warnings"], json::array());
}

// Its motors hold it against the ground and do no work there. What is numerical is that of the short fall and of the
// swinging after it, and shrinks with the step; the work is that of the event-driven run, -0.5348 J.
TEST(SimBenchmark, MotorsOfTheStandingQuadrupedWorkAlongItsMotionOnTheGround) {
  const json summary = run_scene("robot_pd.toml", {"simulate.formulation=time-stepping",
                                                   "simulate.stepping={ scheme = \"moreau-jean\", step = 0.001 }"});
  EXPECT_NEAR(summary["energy"]["work"]["motors"], -0.5348, 5e-3);
  EXPECT_NEAR(summary["energy"]["numerical"]["time stepping"], 0.0, 1e-3);
}

TEST(SimBenchmark, ABallThatFliesIntoTheQuadrupedFinishes) {
  const json summary = run_scene("robot_momentum.toml", {"scene.duration=2"});
  EXPECT_EQ(summary["status"], "finished");
  int impacts = 0;
  for (const json& contact : summary["contacts"]) impacts += contact["impact_count"].get<int>();
  EXPECT_GE(impacts, 1);
}

}  // namespace
}  // namespace carom::app
