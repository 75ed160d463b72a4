#include "carom/scene/document.h"

#include <ctime>

#include <gtest/gtest.h>

#include "carom/scene/read_scene.h"
#include "scene/scene_files.h"

namespace carom {
namespace {

const std::string kArm = "[[body]]\nname = 'arm'\nmass = 1\ninertia = { sphere = 1 }\njoint = { type = 'revolute' }\n";
const std::string kHand =
    "[[body]]\nname = 'hand'\nmass = 2\ninertia = { sphere = 1 }\njoint = { type = 'revolute', parent = 'arm' }\n";

std::string find_errors(const std::filesystem::path& scene) {
  try {
    (void)read_scene(scene);
    return {};
  } catch (const SceneError& error) {
    return error.what();
  }
}

double mass_of(const Scene& scene, const std::string& name) {
  const Model model = scene.model.build();
  return model.spec(model.find_body(name)).mass.mass;
}

TEST(Include, ElementsOfOtherFilesJoinTheScene) {
  const TemporaryFolder folder("include");
  folder.write("parts/arm.toml", kArm + "[scene]\nname = 'arm'\nduration = 3\n");
  const auto path = folder.write("scene.toml", "include = ['parts/arm.toml']\n[scene]\nname = 'both'\n" + kHand);
  const Scene scene = read_scene(path);
  EXPECT_EQ(scene.name, "both");
  EXPECT_EQ(scene.simulation.duration, 3.0);
  EXPECT_EQ(scene.model.build().num_bodies(), 3);
  ASSERT_EQ(scene.sources.files.size(), 2U);
  EXPECT_EQ(scene.sources.files[1].name, "parts/arm.toml");
}

TEST(Include, MistakesInOtherFilesAreReportedThere) {
  const TemporaryFolder folder("include-errors");
  folder.write("arm.toml", "[[body]]\nname = 'arm'\nmas = 1\n");
  folder.write("hand.toml", "[[body]\n");
  const std::string errors = find_errors(folder.write("scene.toml", "include = ['arm.toml', 'hand.toml']\n" + kHand));
  EXPECT_NE(errors.find("arm.toml:3:1: error: unknown key 'mas'"), std::string::npos) << errors;
  EXPECT_NE(errors.find("hand.toml:1:"), std::string::npos) << errors;
}

TEST(Include, NothingOutsideTheFolderIsRead) {
  const TemporaryFolder folder("include-outside");
  const auto outside = folder.write("outside.toml", kArm);
  std::filesystem::create_directories(folder.path() / "scenes");
  std::filesystem::create_symlink(outside, folder.path() / "scenes/link.toml");
  for (const std::string& name : {std::string("../outside.toml"), outside.string(), std::string("link.toml"),
                                  std::string("a/../../outside.toml"), std::string("")}) {
    const std::string errors = find_errors(folder.write("scenes/scene.toml", "include = ['" + name + "']\n" + kHand));
    EXPECT_NE(errors.find("scene.toml:1:12: error: include: '" + name + "'"), std::string::npos) << errors;
  }
}

TEST(Include, CirclesAndMissingFilesAreRefused) {
  const TemporaryFolder folder("include-circle");
  folder.write("a.toml", "include = ['b.toml']\n" + kArm);
  folder.write("b.toml", "include = ['a.toml', 'missing.toml']\n" + kHand);
  const std::string errors = find_errors(folder.path() / "a.toml");
  EXPECT_NE(errors.find("b.toml:1:12: error: include: 'a.toml' is included a second time"), std::string::npos)
      << errors;
  EXPECT_NE(errors.find("'missing.toml' does not exist"), std::string::npos) << errors;
}

TEST(Include, DepthIsLimited) {
  const TemporaryFolder folder("include-depth");
  for (int i = 0; i < 20; ++i) {
    folder.write(std::to_string(i) + ".toml", "include = ['" + std::to_string(i + 1) + ".toml']\n");
  }
  folder.write("20.toml", kArm);
  EXPECT_NE(find_errors(folder.path() / "0.toml").find("more than 16 deep"), std::string::npos);
}

TEST(Include, AHundredThousandKeysAreMergedInTime) {
  const TemporaryFolder folder("include-keys");
  std::string keys;
  for (int i = 0; i < 100'000; ++i) keys += "k" + std::to_string(i) + " = 1\n";
  folder.write("part.toml", keys);
  const auto path = folder.write("scene.toml", "include = ['part.toml']\n" + keys);
  const std::clock_t start = std::clock();
  EXPECT_NE(find_errors(path).find("unknown key 'k0'"), std::string::npos);
  EXPECT_LT(std::clock() - start, 5 * CLOCKS_PER_SEC);
}

Scene read_with(const std::vector<std::string>& overrides) {
  return parse_scene(kArm + kHand, "scene.toml", overrides);
}

std::string find_override_errors(const std::string& assignment) {
  try {
    (void)read_with({assignment});
    return {};
  } catch (const SceneError& error) {
    return error.what();
  }
}

TEST(Override, ChangesAValueByNameOrByNumber) {
  EXPECT_EQ(mass_of(read_with({"body.hand.mass=3 kg"}), "hand"), 3.0);
  EXPECT_EQ(mass_of(read_with({"body.1.mass = 4"}), "hand"), 4.0);
  EXPECT_EQ(mass_of(read_with({"body.\"hand\".mass=\"50 g\""}), "hand"), 0.05);
  EXPECT_EQ(mass_of(read_with({"body.hand.mass=3", "body.hand.mass=5"}), "hand"), 5.0);
}

TEST(Override, AddsTablesAndTakesListsAndTables) {
  const Scene scene = read_with({"simulate.integrator.method=rk4", "simulate.integrator.step=2 ms",
                                 "scene.gravity=[0, 0, -1.6]", "body.arm.joint={type='prismatic'}"});
  EXPECT_EQ(std::get<FixedStepOptions>(scene.simulation.integrator).step, 2e-3);
  EXPECT_EQ(scene.model.build().gravity().z(), -1.6);
  EXPECT_EQ(scene.sources.overrides.size(), 4U);
}

TEST(Override, IsCheckedAsTheSceneIs) {
  const std::pair<const char*, const char*> cases[] = {
      {"body.hand.mass=3 m",
       "--set body.hand.mass=3 m: error: mass of [[body]] 'hand': expected a mass [kg], found '3 m'"},
      {"body.hand.mas=3", "did you mean 'mass'?"},
      {"body.hnad.mass=3", "there is no body 'hnad'; did you mean 'hand'?"},
      {"body.2.mass=3", "there is no body 2; the last is 1"},
      {"body.-1.mass=3", "there is no body '-1'"},
      {"body.hand.mass.x=3", "'mass' is the number 2, which has no parts"},
      {"body.hand.mass", "expected path=value"},
      {"=3", "expected path=value"},
      {"body..mass=3", "a part of the path is empty"},
      {"body.hand.joint.parent=nobody", "there is no body 'nobody'"},
      {"body=3", "expected tables [[body]]"},
      {"scene.duration=1\nx = 2", "duration of [scene]"},
  };
  for (const auto& [assignment, message] : cases) {
    const std::string errors = find_override_errors(assignment);
    EXPECT_NE(errors.find(message), std::string::npos) << assignment << "\n" << errors;
  }
}

}  // namespace
}  // namespace carom
