// restitution as a user runs it: its numbers against independent ones, what it prints, and its exit codes.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "support/process.h"

namespace carom::app {
namespace {

using test::ProcessResult;
using testing::HasSubstr;

ProcessResult run_restitution(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), {CAROM_TEST_PROGRAM, "restitution"});
  return test::run_process(arguments);
}

// Reference values: tests/reference/restitution_laws.json, p = 1/2, λ = 1e5.
TEST(RestitutionCommand, AzadFeatherstoneFallsWithTheSpeed) {
  const ProcessResult result = run_restitution({"--law", "azad-featherstone", "--set", "stiffness=1e10", "--set",
                                                "damping=1e5", "--mass", "0.066", "--speeds", "0.001,1,10", "--json"});
  ASSERT_EQ(result.code, 0) << result.err;
  const auto json = nlohmann::json::parse(result.out);
  EXPECT_EQ(json["law"], "azad-featherstone");
  ASSERT_EQ(json["rows"].size(), 3U);
  EXPECT_NEAR(json["rows"][0]["restitution"], 0.9186436978749155, 1e-8);
  EXPECT_NEAR(json["rows"][1]["restitution"], 0.7245714849789558, 1e-8);
  EXPECT_NEAR(json["rows"][2]["restitution"], 0.6119949685754513, 1e-8);
  EXPECT_NEAR(json["rows"][1]["duration"], 1.02794492945e-4, 1e-12);
}

// Reference values: tests/reference/gonthier_fig2_fig3.json. Samples find a peak to about (1/2000)².
TEST(RestitutionCommand, GonthierReturnsWhatIsAskedWithTheKnownPeaks) {
  const ProcessResult result = run_restitution({"--law", "gonthier", "--set", "stiffness=3.4e10", "--set",
                                                "restitution=0.5", "--mass", "0.454", "--speeds", "1", "--json"});
  ASSERT_EQ(result.code, 0) << result.err;
  const auto row = nlohmann::json::parse(result.out)["rows"][0];
  EXPECT_NEAR(row["restitution"], 0.5, 1e-8);
  EXPECT_NEAR(row["duration"], 0.00016105069460739627, 1e-11);
  EXPECT_NEAR(row["peak_force"], 10797.060193854137, 2.5e-7 * 10797.0);
  EXPECT_NEAR(row["peak_depth"], 3.789858515543508e-05, 2.5e-7 * 3.79e-05);
}

// An overdamped linear law has its largest force at the touch-down: c v.
TEST(RestitutionCommand, TheJumpOfTheLinearLawIsItsPeak) {
  const ProcessResult result =
      run_restitution({"--law", "kelvin-voigt", "--set", "stiffness=1e6", "--set", "damping=770.7139547199079",
                       "--mass", "0.066", "--speeds", "2", "--json"});
  ASSERT_EQ(result.code, 0) << result.err;
  const auto row = nlohmann::json::parse(result.out)["rows"][0];
  EXPECT_NEAR(row["restitution"], 0.07558830936495604, 1e-8);
  EXPECT_DOUBLE_EQ(row["peak_force"], 2.0 * 770.7139547199079);
}

TEST(RestitutionCommand, TableAndCsvHaveARowForEachSpeed) {
  const std::vector<std::string> law{"--law", "hertz", "--set", "stiffness=1e9", "--speeds", "0.5,2"};
  const ProcessResult table = run_restitution(law);
  ASSERT_EQ(table.code, 0) << table.err;
  EXPECT_THAT(table.out, HasSubstr("restitution"));
  EXPECT_EQ(std::count(table.out.begin(), table.out.end(), '\n'), 3);
  std::vector<std::string> to_csv = law;
  to_csv.insert(to_csv.end(), {"--csv", "-"});
  const ProcessResult csv = run_restitution(to_csv);
  EXPECT_EQ(csv.out.substr(0, csv.out.find('\n')),
            "speed [m/s],restitution,duration [s],peak_force [N],peak_depth [m]");
  EXPECT_EQ(std::count(csv.out.begin(), csv.out.end(), '\n'), 3);
}

TEST(RestitutionCommand, ShowsWhatIsAskedBesideWhatIsReturned) {
  const std::vector<std::string> laws{"--set", "stiffness=1e9", "--law",    "lankarani-nikravesh restitution=0.5",
                                      "--law", "hertz",         "--speeds", "1"};
  std::vector<std::string> to_json = laws;
  to_json.emplace_back("--json");
  const ProcessResult result = run_restitution(to_json);
  ASSERT_EQ(result.code, 0) << result.err;
  const auto json = nlohmann::json::parse(result.out)["laws"];
  EXPECT_EQ(json[0]["rows"][0]["asked"], 0.5);
  EXPECT_NEAR(json[0]["rows"][0]["restitution"], 0.7252, 5e-5);  // docs/theory/normal-laws.md
  EXPECT_FALSE(json[1]["rows"][0].contains("asked"));
  const ProcessResult table = run_restitution(laws);
  EXPECT_THAT(table.out, HasSubstr("asked"));
  std::vector<std::string> to_csv = laws;
  to_csv.insert(to_csv.end(), {"--csv", "-"});
  EXPECT_THAT(run_restitution(to_csv).out, HasSubstr("law,speed [m/s],asked,restitution"));
}

TEST(RestitutionCommand, DrawsAFigureOfTheKindThatItsNameTells) {
  const std::filesystem::path file = std::filesystem::path(testing::TempDir()) / "carom_restitution.pdf";
  const ProcessResult result = run_restitution({"--law", "hertz", "--set", "stiffness=1e9", "--figure", file.string()});
  ASSERT_EQ(result.code, 0) << result.err;
  std::ifstream stream(file);
  std::string start(4, ' ');
  stream.read(start.data(), 4);
  EXPECT_EQ(start, "%PDF");
  std::filesystem::remove(file);
  EXPECT_EQ(run_restitution({"--law", "hertz", "--set", "stiffness=1e9", "--figure", "x.gif"}).code, 2);
}

TEST(RestitutionCommand, MistakesAreNamed) {
  const ProcessResult law = run_restitution({"--law", "gontier"});
  EXPECT_EQ(law.code, 2);
  EXPECT_THAT(law.err, HasSubstr("'gonthier'"));
  const ProcessResult key = run_restitution({"--law", "hertz", "--set", "stifness=1e9"});
  EXPECT_EQ(key.code, 4);
  EXPECT_THAT(key.err, HasSubstr("stiffness"));
  const ProcessResult range =
      run_restitution({"--law", "gonthier", "--set", "stiffness=1e9", "--set", "restitution=2"});
  EXPECT_EQ(range.code, 4);
  EXPECT_THAT(range.err, HasSubstr("restitution"));
  const ProcessResult speeds = run_restitution({"--law", "hertz", "--set", "stiffness=1e9", "--speeds", "1,-2"});
  EXPECT_EQ(speeds.code, 2);
  EXPECT_THAT(speeds.err, HasSubstr("--speeds"));
  const ProcessResult mass = run_restitution({"--law", "hertz", "--set", "stiffness=1e9", "--mass", "0"});
  EXPECT_EQ(mass.code, 2);
  EXPECT_THAT(mass.err, HasSubstr("--mass"));
}

TEST(RestitutionCommand, TablesCutNothing) {
  const ProcessResult result = run_restitution(
      {"--law", "gonthier", "--set", "stiffness=1e9", "--set", "restitution=9.87654e-05", "--speeds", "1e-5,1"});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr(" 9.87654e-05  9.87654e-05 "));
}

// For e → 0 the damping alone stops the mass: a = 1/(e v), and the closed form of approach_test.cpp has its peak at the
// root of p s + (p + 1) φ(s) = (p + 1) φ(1/e).
TEST(RestitutionCommand, PeakForceIsRightDownToTheSmallestRestitutions) {
  const auto potential = [](double s) { return s - std::log1p(s); };
  for (const std::string e : {"1e-3", "1e-4", "1e-5", "1e-6"}) {
    const ProcessResult result = run_restitution({"--law", "gonthier", "--set", "stiffness=1e9", "--set",
                                                  "restitution=" + e, "--speeds", "2", "--mass", "3", "--json"});
    ASSERT_EQ(result.code, 0) << result.err;
    const double start = 1.0 / std::stod(e), ratio = start / 2.0;
    double low = 0.0, high = start;
    for (int i = 0; i < 100; ++i) {
      const double s = 0.5 * (low + high);
      (1.5 * s + 2.5 * potential(s) > 2.5 * potential(start) ? high : low) = s;
    }
    const double energy = 3.0 / (ratio * ratio) * (potential(start) - potential(low));
    const double force = 1e9 * std::pow(2.5 * energy / 1e9, 0.6) * (1.0 + low);
    const auto row = nlohmann::json::parse(result.out)["rows"][0];
    EXPECT_NEAR(double(row["peak_force"]) / force, 1.0, 1e-9) << e;
    EXPECT_NEAR(double(row["restitution"]) / std::stod(e), 1.0, 1e-5) << e;
  }
}

TEST(RestitutionCommand, ImpactsDeeperThanTheBodyFail) {
  const std::vector<std::string> law{"--law", "hertz", "--set", "stiffness=1", "--mass", "1e6", "--speeds", "10"};
  EXPECT_EQ(run_restitution(law).code, 0);
  std::vector<std::string> ball = law;
  ball.insert(ball.end(), {"--radius", "0.05"});
  const ProcessResult deep = run_restitution(ball);
  EXPECT_EQ(deep.code, 5);
  EXPECT_THAT(deep.err, HasSubstr("goes 1732.86 m deep, more than the radius 0.05 m of the body"));
  ball.back() = "2000";
  EXPECT_EQ(run_restitution(ball).code, 0);
}

}  // namespace
}  // namespace carom::app
