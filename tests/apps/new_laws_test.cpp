// Laws as a user meets them, from the scene to the summary: those with a memory, dahl, and walton's hard spheres.
#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "apps/temporary_folder.h"
#include "support/process.h"

namespace carom::app {
namespace {

using test::ProcessResult;
using testing::HasSubstr;
using Words = std::vector<std::string>;

const std::string kScenes = CAROM_TEST_SCENES;
const std::string kPlastic = kScenes + "/plastic/steel_ball_yields.toml";
const std::string kDahl = kScenes + "/plastic/dahl_loop.toml";
const std::string kSuperball = kScenes + "/rigid/superball.toml";

ProcessResult carom(Words arguments) {
  arguments.insert(arguments.begin(), CAROM_TEST_PROGRAM);
  return test::run_process(arguments);
}

nlohmann::json run(Words arguments) {
  arguments.insert(arguments.begin(), "run");
  arguments.insert(arguments.end(), {"--quiet", "--summary", "-"});
  const ProcessResult result = carom(arguments);
  EXPECT_EQ(result.code, 0) << result.err;
  return nlohmann::json::parse(result.out);
}

const nlohmann::json& contact_of(const nlohmann::json& summary) { return summary["contacts"].begin().value(); }

TEST(NewLaws, ASteelBallThatYieldsReturnsWhatThorntonSays) {
  // E* and R as in the scene: x_y = (π p_y/(2 E*))² R, ½ m v_y² = 2/5 k x_y^(5/2).
  const double modulus = 1.0 / (0.91 / 210e9 + 0.91 / 200e9), radius = 5e-3, mass = 4.1e-3;
  const double yield = std::pow(M_PI * 4e8 / (2.0 * modulus), 2.0) * radius;
  const double slowest = std::sqrt(0.8 * 4.0 / 3.0 * modulus * std::sqrt(radius) * std::pow(yield, 2.5) / mass);
  for (const double speed : {0.01, 0.1, 1.4, 20.0}) {
    const nlohmann::json summary =
        run({kPlastic, "--set", "simulate.integrator.tolerance=1e-9", "--set", "scene.gravity=[0, 0, 0]", "--set",
             "body.ball.joint.position=\"5.0001 mm\"", "--set", fmt::format("body.ball.joint.velocity={}", -speed),
             "--set", "scene.duration=1e-3"});
    const nlohmann::json& impacts = contact_of(summary)["impacts"];
    ASSERT_EQ(impacts.size(), 1U) << speed;
    const double w = slowest / speed;
    const double expected = std::sqrt(6.0 * std::sqrt(3.0) / 5.0 * (1.0 - w * w / 6.0)) *
                            std::pow(w / (w + 2.0 * std::sqrt(1.2 - 0.2 * w * w)), 0.25);
    EXPECT_NEAR(impacts[0]["separation_speed"].get<double>() / speed, expected, 1e-7) << speed;
  }
}

// The last checkpoint lies in the impact, which lasts some 60 µs, before or after its turn.
TEST(NewLaws, ARunWithAMemoryIsResumedWithTheSameBits) {
  const TemporaryFolder folder;
  for (const std::string integrator :
       {"{ method = \"adaptive\", tolerance = 1e-7 }", "{ method = \"rk4\", step = \"0.5 us\" }"}) {
    for (const std::string duration : {"2e-5", "5e-5", "1.2e-4"}) {
      const ProcessResult result =
          carom({"run", kPlastic, "--quiet", "--force", "--out", folder / "run.carom", "--set",
                 "simulate.integrator=" + integrator, "--set", "scene.duration=" + duration, "--set",
                 "record.every=1e-6", "--set", "record.checkpoint_every=3e-6", "--set",
                 "body.ball.joint.position=\"5.0001 mm\"", "--set", "body.ball.joint.velocity=-1"});
      ASSERT_EQ(result.code, 0) << result.err;
      const std::string expected = carom({"export", folder / "run.carom", "--csv", "-"}).out;
      ASSERT_FALSE(expected.empty());
      const ProcessResult resumed = carom({"run", "--resume", folder / "run.carom", "--quiet"});
      EXPECT_EQ(resumed.code, 0) << resumed.err;
      EXPECT_EQ(carom({"export", folder / "run.carom", "--csv", "-"}).out, expected) << integrator << duration;
    }
  }
}

TEST(NewLaws, FitFindsTheYieldPressureBehindACurve) {
  const TemporaryFolder folder;
  ProcessResult result =
      carom({"restitution", "--mass", "4.1e-3", "--speeds", "0.05,0.1,0.3,1,3,5", "--law",
             "thornton stiffness=1e10 radius=5e-3 yield_pressure=4e8", "--csv", folder / "curve.csv"});
  ASSERT_EQ(result.code, 0) << result.err;
  result =
      carom({"fit", folder / "curve.csv", "--mass", "4.1e-3", "--set", "stiffness=1e10", "--law",
             "thornton radius=5e-3", "--law", "jackson-green radius=5e-3", "--law", "azad-featherstone", "--json"});
  ASSERT_EQ(result.code, 0) << result.err;
  const auto best = nlohmann::json::parse(result.out)["fits"][0];
  EXPECT_EQ(best["law"], "thornton");
  EXPECT_NEAR(best["parameters"]["yield_pressure"]["value"].get<double>(), 4e8, 1e2);
}

TEST(NewLaws, CompareMatchesAndCarriesOver) {
  const ProcessResult result =
      carom({"compare", kPlastic, "--set", "scene.duration=0.2", "--with",
             "hard: normal.law=jackson-green normal.radius=5e-3 normal.yield_strength=2.5e8", "--json"});
  ASSERT_EQ(result.code, 0) << result.err;
  const auto json = nlohmann::json::parse(result.out);
  ASSERT_EQ(json["runs"].size(), 2U);
  for (const auto& each : json["runs"]) EXPECT_EQ(each["summary"]["verdict"]["grade"], "passed") << each["label"];
}

TEST(NewLaws, AreInTheCatalogueWithTheirKeys) {
  const ProcessResult result = carom({"laws", "walton-braun"});
  EXPECT_EQ(result.code, 0);
  EXPECT_THAT(result.out, HasSubstr("unloading_stiffness"));
  EXPECT_THAT(result.out, HasSubstr("walton1986"));
  EXPECT_THAT(carom({"laws", "walton"}).out, HasSubstr("tangential_restitution"));
  EXPECT_THAT(carom({"laws", "dahl"}).out, HasSubstr("bristle_stiffness"));
  EXPECT_NE(carom({"laws", "custom"}).code, 0);
}

TEST(NewLaws, MistakesInTheirKeysAreNamed) {
  ProcessResult result = carom({"check", kPlastic, "--set", "contact.steel/plate.normal.yield_pressure=-1"});
  EXPECT_NE(result.code, 0);
  EXPECT_THAT(result.err, HasSubstr("yield_pressure"));
  result = carom({"check", kSuperball, "--set", "contact.rubber/floor.impact.tangential_restitution=2"});
  EXPECT_NE(result.code, 0);
  EXPECT_THAT(result.err, HasSubstr("tangential_restitution"));
}

// In steady motion a turn of the loop takes 2 (2 A F − (F + F₁)(1 − E) F/σ).
TEST(NewLaws, DahlsLoopTakesItsAreaInEachTurn) {
  const auto lost = [](const char* duration) {
    const nlohmann::json summary = run({kDahl, "--set", std::string("scene.duration=") + duration});
    double total = 0.0;
    for (const auto& [name, value] : summary["energy"]["dissipated"].items()) {
      if (name.find("friction") != std::string::npos) total += value.get<double>();
    }
    return total;
  };
  const double force = 0.4 * 9.81, stiffness = 4e4, way = 2e-4;
  const double end = force * std::tanh(stiffness * way / force), left = std::exp(-2.0 * stiffness * way / force);
  const double area = 2.0 * (2.0 * way * force - (force + end) * (1.0 - left) * force / stiffness);
  EXPECT_NEAR((lost("4") - lost("3")) / area, 1.0, 1e-3);
}

// The first bounce of a ball with backspin: slip v + ω r, turned round by β₀.
TEST(NewLaws, ASuperballTurnsItsSlipRound) {
  const nlohmann::json summary = run({kSuperball});
  const nlohmann::json& impact = contact_of(summary)["impacts"][0];
  const double fall = std::sqrt(2.0 * 9.81 * 0.975), slip = 0.8 + 60.0 * 0.025;
  EXPECT_NEAR(impact["approach_speed"].get<double>(), fall, 1e-9);
  EXPECT_NEAR(impact["separation_speed"].get<double>(), 0.85 * fall, 1e-9);
  EXPECT_NEAR(impact["slip_speed"].get<double>(), slip, 1e-9);
  EXPECT_NEAR(impact["slip_speed_after"].get<double>(), 0.6 * slip, 1e-9);
  EXPECT_NEAR(impact["tangential_impulse"].get<double>(), 1.6 * slip * 0.05 / 3.5, 1e-9);
  EXPECT_EQ(summary["verdict"]["grade"], "passed");
}

// The impact of one step: gravity changes the speed by h g at most.
TEST(NewLaws, ASuperballTurnsItsSlipRoundInTimeSteppingToo) {
  const nlohmann::json summary =
      run({kSuperball, "--set", "simulate={ formulation = \"time-stepping\", stepping = { step = 1e-4 } }", "--set",
           "scene.duration=0.8"});
  EXPECT_EQ(summary["verdict"]["grade"], "passed");
  const nlohmann::json& ball = summary["bodies"]["ball"];
  // One bounce: slip v + ω r = 2.3 m/s becomes −0.6 of it, 2/7 of the change is the center's.
  const double change = 1.6 * 2.3 / 3.5;
  EXPECT_NEAR(ball["velocity"][0].get<double>(), 0.8 - change, 1e-6) << ball;
}

}  // namespace
}  // namespace carom::app
