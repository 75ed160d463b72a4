// What check and run say of what runs, and counts beside lists that are limited.
#include "apps/carom/output/method_report.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "carom/scene/read_scene.h"
#include "support/process.h"

namespace carom::app {
namespace {

using test::ProcessResult;
using testing::HasSubstr;

const std::string kScenes = CAROM_TEST_SCENES;
const std::string kPendulum = kScenes + "/gonthier2004/double_pendulum.toml";

ProcessResult run_carom(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), CAROM_TEST_PROGRAM);
  return test::run_process(arguments);
}

TEST(MethodReport, CheckAndRunSayFormulationLawsAndMethod) {
  const std::string line = "compliant: gonthier normal + gonthier friction (tip/floor); adaptive, tolerance 1e-06\n";
  EXPECT_THAT(run_carom({"check", kPendulum}).out, HasSubstr(line));
  EXPECT_THAT(run_carom({"run", kPendulum, "--set", "scene.duration=0.1"}).out, HasSubstr(line));
  const auto json = nlohmann::json::parse(run_carom({"check", kPendulum, "--json"}).out);
  EXPECT_EQ(json["formulation"], "compliant");
  EXPECT_EQ(json["integrator"], "adaptive, tolerance 1e-06");
  ASSERT_EQ(json["contact_laws"].size(), 1U);
  EXPECT_EQ(json["contact_laws"][0]["between"], nlohmann::json({"tip", "floor"}));
  EXPECT_EQ(json["contact_laws"][0]["normal"], "gonthier");
  EXPECT_EQ(json["contact_laws"][0]["friction"], "gonthier");
  EXPECT_TRUE(json["contact_laws"][0]["impact"].is_null());
}

// Only laws that the formulation follows are named.
TEST(MethodReport, LawsAreThoseOfTheFormulation) {
  const std::pair<const char*, const char*> cases[] = {
      {"/rigid/bouncing_ball.toml", "event-driven: stronge impact ("},
      {"/peiret/wheel.toml", "time-stepping: "},
      {"/patch/rubber_ball.toml", "compliant: patch of "},
      {"/basics/pendulum.toml", "compliant: no contacts; "},
  };
  for (const auto& [scene, start] : cases) {
    EXPECT_THAT(describe_method(read_scene(kScenes + scene)), testing::StartsWith(start)) << scene;
  }
}

// Without contacts there are no impulses: what runs is the integrator.
TEST(MethodReport, TimeSteppingWithoutContactsNamesItsIntegrator) {
  const std::vector<std::string> stepped{"simulate.formulation=time-stepping"};
  const Scene scene = read_scene(kScenes + "/basics/pendulum.toml", stepped);
  EXPECT_THAT(describe_method(scene), testing::StartsWith("time-stepping: no contacts; "));
  EXPECT_THAT(describe_method(scene), testing::Not(HasSubstr("peiret")));
}

TEST(MethodReport, ManyContactsAreCountedByTheirLaws) {
  Scene scene;
  for (int i = 0; i < 9; ++i) {
    scene.contacts.push_back({.surface_a = "s" + std::to_string(i), .surface_b = "floor"});
    if (i > 4) scene.contacts.back().normal = normal::Hertz{.stiffness = 1.0};
  }
  EXPECT_THAT(describe_contact_laws(scene), HasSubstr("(5 pairs of surfaces), "));
  EXPECT_THAT(describe_contact_laws(scene), HasSubstr("(4 pairs of surfaces)"));
}

// Balls that meet thousands of times share a list of a thousand.
TEST(MethodReport, CountsAreCountsWhereListsAreLimited) {
  const std::vector<std::string> bin{"run", kScenes + "/piles/sphere_bin.toml", "--set", "scene.duration=0.8"};
  std::vector<std::string> for_programs = bin;
  for_programs.emplace_back("--json");
  const ProcessResult result = run_carom(for_programs);
  ASSERT_EQ(result.code, 0) << result.err;
  const auto balls = nlohmann::json::parse(result.out)["contacts"]["balls/balls"];
  ASSERT_GT(balls["impact_count"], 1000);
  EXPECT_EQ(balls["impacts"].size(), 1000U);
  EXPECT_GE(balls["episodes"], balls["impact_count"]);
  EXPECT_LE(balls["episodes"].get<int>() - balls["impact_count"].get<int>(), 125 * 6) << "that touch at the end";
  const std::string count = std::to_string(balls["impact_count"].get<int>());
  EXPECT_THAT(run_carom(bin).out, HasSubstr("--summary lists the first 1000 of " + count + " impacts of balls/balls"));
}

}  // namespace
}  // namespace carom::app
