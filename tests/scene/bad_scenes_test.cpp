#include "scene/bad_scenes.h"

#include <chrono>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "carom/scene/read_scene.h"
#include "scene/scene_files.h"

namespace carom {
namespace {

// What is wrong with a text; empty where it is a scene. Anything but a SceneError ends the test.
std::string find_errors(const std::string& text) {
  try {
    (void)parse_scene(text, "bad.toml");
    return {};
  } catch (const SceneError& error) {
    return error.what();
  }
}

std::string read_file(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

TEST(BadScenes, EachIsRefusedByAMessageThatNamesTheCulprit) {
  ASSERT_GE(all_bad_scenes().size(), 60U);
  for (const BadScene& bad : all_bad_scenes()) {
    SCOPED_TRACE(bad.name);
    const auto start = std::chrono::steady_clock::now();
    try {
      SceneSources sources{.folder = "/scenes", .files = {{"bad.toml", bad.text}}, .overrides = {}};
      sources.files.insert(sources.files.end(), bad.files.begin(), bad.files.end());
      (void)(bad.files.empty() ? parse_scene(bad.text, "bad.toml") : read_scene_again(sources));
      ADD_FAILURE() << "was accepted";
    } catch (const SceneError& error) {
      EXPECT_EQ(error.failure(), bad.failure) << error.what();
      EXPECT_NE(std::string(error.what()).find(bad.culprit), std::string::npos) << error.what();
      EXPECT_TRUE(std::string(error.what()).starts_with("bad.toml:")) << error.what();
    }
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(2));
  }
}

TEST(BadScenes, AllMistakesAreReportedInTheOrderOfTheText) {
  const std::string errors = find_errors(R"([scene]
gravty = [0, 0, -9.81]

[[body]]
name = "upper"
mass = "3 m"
joint = { type = "revolute", parent = "lower" }

[[body]]
name = "loewr"
mass = 1
inertia = { principal = [1, 1, 5] }
)");
  EXPECT_EQ(errors,
            "bad.toml:2:1: error: unknown key 'gravty' in [scene]; did you mean 'gravity'?\n"
            "    gravty = [0, 0, -9.81]\n"
            "    ^\n"
            "bad.toml:6:8: error: mass of [[body]] 'upper': expected a mass [kg], found '3 m', a length\n"
            "    mass = \"3 m\"\n"
            "           ^\n"
            "bad.toml:7:39: error: parent: there is no body 'lower'; did you mean 'loewr'?\n"
            "    joint = { type = \"revolute\", parent = \"lower\" }\n"
            "                                          ^\n"
            "bad.toml:12:11: error: body 'loewr': principal moments of inertia (1, 1, 5) kg·m² break the triangle "
            "inequality 1 + 1 ≥ 5 by 3; no distribution of mass has them\n"
            "    inertia = { principal = [1, 1, 5] }\n"
            "              ^\n");
}

TEST(BadScenes, ThousandsOfMistakesAreCountedNotListed) {
  std::string text;
  for (int i = 0; i < 5000; ++i) text += "[[body]]\nnme = 'x'\n";
  const std::string errors = find_errors(text);
  EXPECT_NE(errors.find("more errors"), std::string::npos);
  EXPECT_LT(errors.size(), 100'000U);
}

TEST(BadScenes, SceneCutOffAnywhereIsReadOrRefused) {
  for (const char* name : {"pendulum", "driven_crank", "spinning_top"}) {
    const std::string text = read_file(project_folder() / "scenes/basics" / (std::string(name) + ".toml"));
    for (std::size_t length = 0; length < text.size(); ++length) {
      const std::string errors = find_errors(text.substr(0, length));
      if (errors.empty()) continue;
      EXPECT_TRUE(errors.starts_with("bad.toml:")) << errors;
    }
  }
}

RC_GTEST_PROP(BadScenes, SceneWithBytesChangedIsReadOrRefused,
              (const std::vector<std::pair<std::size_t, char>>& changes)) {
  static const std::string kText = read_file(project_folder() / "scenes/basics/four_bar.toml");
  std::string text = kText;
  for (const auto& [place, byte] : changes) text[place % text.size()] = byte;
  const std::string errors = find_errors(text);
  RC_ASSERT(errors.empty() || errors.starts_with("bad.toml:"));
}

}  // namespace
}  // namespace carom
