// patch as a user runs it: numbers against Hertz, files that it writes, and what bad input gets.
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

using nlohmann::json;
using test::ProcessResult;
using testing::HasSubstr;
namespace fs = std::filesystem;

/// The example of the documentation with values changed.
ProcessResult run_patch(const std::vector<std::string>& assignments, std::vector<std::string> rest = {"--json"}) {
  std::vector<std::string> arguments{CAROM_TEST_PROGRAM, "patch",
                                     std::string(CAROM_TEST_SCENES) + "/../examples/rubber_ball.toml"};
  for (const std::string& assignment : assignments) arguments.insert(arguments.end(), {"--set", assignment});
  arguments.insert(arguments.end(), rest.begin(), rest.end());
  return test::run_process(arguments);
}

TEST(PatchCommand, PressesAsHertzSays) {
  const ProcessResult result = run_patch({"patch.friction=0"});
  ASSERT_EQ(result.code, 0) << result.err;
  const json report = json::parse(result.out);
  const double modulus = 3e6 / (1.0 - 0.49 * 0.49), force = report["normal_force"];
  EXPECT_NEAR(force, 0.45, 1e-6);
  // δ³ = 9 F²/(16 E*² R).
  EXPECT_NEAR(report["depth"].get<double>() / std::cbrt(9.0 * force * force / (16.0 * modulus * modulus * 0.01)), 1.0,
              0.01);
  EXPECT_NEAR(report["contact_area"].get<double>() / (3.14159265 * 0.01 * report["depth"].get<double>()), 1.0, 0.02);
  EXPECT_EQ(report["steps"].size(), 30U);
}

TEST(PatchCommand, AccountsForTheEnergyAndSlipsInPart) {
  const ProcessResult result = run_patch({});
  ASSERT_EQ(result.code, 0) << result.err;
  const json report = json::parse(result.out);
  EXPECT_GT(report["energy"]["friction"].get<double>(), 0.0);
  EXPECT_LT(std::abs(report["energy"]["residual"].get<double>()), 1e-9 * report["energy"]["work"].get<double>());
  EXPECT_GT(report["stick_fraction"].get<double>(), 0.1);
  EXPECT_LT(report["stick_fraction"].get<double>(), 0.9);
}

TEST(PatchCommand, WritesHistoryAndMap) {
  const fs::path folder = fs::path(testing::TempDir()) / "carom_patch_maps";
  const ProcessResult result = run_patch({"patch.elements=16"}, {"--csv", folder.string()});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("residual"));
  std::ifstream map(folder / "map.csv");
  std::string line;
  std::getline(map, line);
  EXPECT_THAT(line, HasSubstr("pressure_Pa"));
  int count = 0;
  while (std::getline(map, line)) ++count;
  EXPECT_EQ(count, 16 * 16);
  EXPECT_TRUE(fs::exists(folder / "history.csv"));
  fs::remove_all(folder);
}

TEST(PatchCommand, RefusesWhatCannotBe) {
  const auto expect_refused = [](const std::string& assignment, const std::string& words) {
    const ProcessResult result = run_patch({assignment});
    EXPECT_EQ(result.code, 4) << assignment;
    EXPECT_THAT(result.err, HasSubstr(words)) << assignment;
  };
  expect_refused("patch.second.young=-1", "young");
  expect_refused("patch.second.poisson=0.6", "at most 0.5");
  expect_refused("patch.second.poisson=-1", "above -1");
  expect_refused("patch.profile.type=ball", "paraboloid");
  expect_refused("patch.friction=-0.1", "friction");
  expect_refused(R"(patch.profile={ type = "punch", radius = "5 mm" })", "larger than the grid");
}

TEST(PatchCommand, WarnsNearTheEdgeAndFailsAtIt) {
  const ProcessResult near = run_patch({"patch.width=\"2.1 mm\""});
  EXPECT_EQ(near.code, 0) << near.err;
  EXPECT_THAT(near.err, HasSubstr("warning: the contact comes close to the edge"));
  const ProcessResult at = run_patch({"patch.width=\"1 mm\""});
  EXPECT_EQ(at.code, 5);
  EXPECT_THAT(at.err, HasSubstr("reached the edge of the grid"));
}

}  // namespace
}  // namespace carom::app
