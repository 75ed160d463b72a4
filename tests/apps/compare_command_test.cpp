// compare as a user runs it: variants, what is carried over, what it prints.
#include <filesystem>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "apps/carom/arguments/assignments.h"
#include "apps/carom/arguments/variants.h"
#include "carom/scene/read_scene.h"
#include "support/process.h"

namespace carom::app {
namespace {

using test::ProcessResult;
using testing::ElementsAre;
using testing::HasSubstr;

const std::string kBall = CAROM_TEST_SCENES "/gonthier2004/ball_on_plane.toml";

ProcessResult run_compare(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), {CAROM_TEST_PROGRAM, "compare"});
  return test::run_process(arguments);
}

TEST(Assignments, SpacesInsideOfValuesDoNotSeparate) {
  const Assignments words = split_assignments("soft one: a.b=1 ms c={ d = 2, e = [1, 2] } f=\"x y\"");
  EXPECT_EQ(words.name, "soft one:");
  EXPECT_THAT(words.values, ElementsAre("a.b=1 ms", "c={ d = 2, e = [1, 2] }", "f=\"x y\""));
}

TEST(Variants, ANewLawKeepsWhatBothHave) {
  const Scene scene = read_scene(kBall);
  const Variant law = parse_variant("normal.law=flores", scene, std::nullopt);
  EXPECT_THAT(law.overrides,
              ElementsAre("contact.ball/slope.normal={ law = \"flores\" }",
                          "contact.ball/slope.normal.stiffness=1000000", "contact.ball/slope.normal.restitution=0.5"));
  const Variant friction = parse_variant("x: friction.law=liang friction.friction=0.2 scene.duration=1 s", scene, {});
  EXPECT_EQ(friction.label, "x");
  EXPECT_EQ(friction.overrides.front(), "contact.ball/slope.friction={ law = \"liang\" }");
  EXPECT_EQ(friction.overrides.back(), "scene.duration=1 s");
  EXPECT_EQ(friction.overrides[friction.overrides.size() - 2], "contact.ball/slope.friction.friction=0.2");
}

// Gravity acts in the impact, so that the first e is not exactly the scene's; but both laws are then the same.
TEST(CompareCommand, HuntAndCrossleyIsMatchedAtTheFirstImpact) {
  const ProcessResult result = run_compare({kBall, "--set", "scene.duration=0.6", "--with", "hunt-crossley", "--with",
                                            "soft: normal.stiffness=1e5", "--with", "normal.law=hertz", "--json"});
  ASSERT_EQ(result.code, 0) << result.err;
  const auto json = nlohmann::json::parse(result.out);
  ASSERT_EQ(json["runs"].size(), 4U);
  const auto first = [&](std::size_t run) {
    const auto& impact = json["runs"][run]["summary"]["contacts"]["ball/slope"]["impacts"][0];
    return impact["separation_speed"].get<double>() / impact["approach_speed"].get<double>();
  };
  EXPECT_EQ(json["runs"][0]["label"], "scene");
  EXPECT_EQ(json["runs"][1]["label"], "hunt-crossley");
  EXPECT_EQ(json["runs"][2]["label"], "soft");
  EXPECT_NEAR(first(1), first(0), 0.02);
  EXPECT_GT(first(3), 0.99);
  EXPECT_GT(json["runs"][2]["summary"]["contacts"]["ball/slope"]["max_depth"],
            json["runs"][0]["summary"]["contacts"]["ball/slope"]["max_depth"]);
}

TEST(CompareCommand, WithoutVariantsEveryLawThatFitsRuns) {
  const std::filesystem::path page = std::filesystem::path(testing::TempDir()) / "carom_compare.html";
  const ProcessResult result = run_compare({kBall, "--set", "scene.duration=0.5", "--report", page.string()});
  ASSERT_EQ(result.code, 0) << result.err;
  for (const char* law : {"scene", "hertz", "hunt-crossley", "lankarani-nikravesh", "flores", "carvalho-martins"}) {
    EXPECT_THAT(result.out, HasSubstr(law));
  }
  EXPECT_GT(std::filesystem::file_size(page), 100'000U);
  std::filesystem::remove(page);
}

TEST(CompareCommand, MistakesAreNamed) {
  const ProcessResult word = run_compare({kBall, "--set", "scene.duration=0.5", "--with", "hunt-crosley"});
  EXPECT_EQ(word.code, 2);
  EXPECT_THAT(word.err, HasSubstr("'hunt-crossley'"));
  const ProcessResult law = run_compare({kBall, "--set", "scene.duration=0.5", "--with", "normal.law=herz"});
  EXPECT_EQ(law.code, 2);
  EXPECT_THAT(law.err, HasSubstr("'hertz'"));
  const ProcessResult key = run_compare({kBall, "--set", "scene.duration=0.5", "--with", "normal.stifness=2"});
  EXPECT_EQ(key.code, 4);
  EXPECT_THAT(key.err, HasSubstr("stiffness"));
  const ProcessResult unmatched = run_compare({kBall, "--set", "scene.duration=0.5", "--with", "azad-featherstone"});
  EXPECT_EQ(unmatched.code, 2);
  EXPECT_THAT(unmatched.err, HasSubstr("normal.law=azad-featherstone"));
  const ProcessResult still = run_compare({CAROM_TEST_SCENES "/basics/pendulum.toml", "--set", "scene.duration=0.1"});
  EXPECT_EQ(still.code, 2);
  EXPECT_THAT(still.err, HasSubstr("--with"));
}

}  // namespace
}  // namespace carom::app
