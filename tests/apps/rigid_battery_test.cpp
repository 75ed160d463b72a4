// Random stools, tables and boxes on a floor from event to event, the whole way from a scene to its summary: whatever
// the laws and coefficients, a run ends, nothing is below the floor, the account closes, and energy that comes from
// nowhere is told.
#include <array>
#include <cmath>
#include <numbers>
#include <random>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "apps/temporary_folder.h"
#include "support/process.h"

namespace carom::app {
namespace {

/// Draws numbers for scenes.
class SceneSource {
 public:
  explicit SceneSource(unsigned seed) : random_(seed) {}
  [[nodiscard]] double uniform(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random_);
  }
  template <class List>
  [[nodiscard]] auto pick(const List& list) {
    return list[random_() % std::size(list)];
  }
  /// Falls, drifts and turns slowly, and is tilted a little.
  [[nodiscard]] std::string motion(double height) {
    return fmt::format(
        "position = [0, 0, {}], orientation = {{ axis = [{}, {}, 0.1], angle = {} }}, velocity = [{}, {}, {}], "
        "angular_velocity = [{}, {}, {}]",
        height, uniform(-1, 1), uniform(-1, 1), uniform(-0.3, 0.3), uniform(-1, 1), uniform(-1, 1), uniform(-2, 0),
        uniform(-2, 2), uniform(-2, 2), uniform(-2, 2));
  }

 private:
  std::mt19937 random_;
};

// Feet are balls of 0.02 m on a circle below a seat of 0.04 m.
std::string write_stool(SceneSource& source, int feet) {
  const double radius = source.uniform(0.1, 0.4), height = source.uniform(0.1, 0.5);
  std::string scene = fmt::format(
      "[[body]]\nname = \"stool\"\nmass = {}\ninertia = {{ box = [{}, {}, {}] }}\njoint = {{ type = \"free\", {} }}\n"
      "[[shape]]\nbody = \"stool\"\ntype = \"box\"\nsize = [{}, {}, 0.04]\nsurface = \"stool\"\n",
      std::pow(10.0, source.uniform(-2, 3)), radius, radius, height, source.motion(height + radius + 0.1), radius,
      radius);
  for (int i = 0; i < feet; ++i) {
    const double angle = 2.0 * std::numbers::pi * (i + source.uniform(-0.2, 0.2)) / feet;
    scene += fmt::format(
        "[[shape]]\nbody = \"stool\"\ntype = \"sphere\"\nradius = 0.02\nat = [{}, {}, {}]\nsurface = \"stool\"\n",
        radius * std::cos(angle), radius * std::sin(angle), -height);
  }
  return scene;
}

std::string write_rigid_scene(SceneSource& source, int feet) {
  constexpr std::array kLaws{"newton", "poisson", "stronge", "brach", "aghili"};
  constexpr std::array kFrictions{0.0, 0.1, 0.3, 0.7, 1.0, 5.0, 100.0};
  constexpr std::array kRestitutions{0.0, 0.3, 0.5, 0.9, 1.0};
  return "[scene]\nname = \"stool\"\nduration = \"0.5 s\"\n[[shape]]\ntype = \"plane\"\nsurface = \"floor\"\n" +
         write_stool(source, feet) +
         fmt::format(
             "[[contact]]\nbetween = [\"stool\", \"floor\"]\nimpact = {{ law = \"{}\", restitution = {}, "
             "friction = {} }}\n",
             source.pick(kLaws), source.pick(kRestitutions), source.pick(kFrictions)) +
         "[simulate]\nformulation = \"event-driven\"\nno_solution = \"impact\"\nseveral_solutions = \"keep\"\n";
}

// The centre of the seat is above the floor by half of its thickness at least. A run may end with a true sentence; it
// is not the rule.
TEST(RigidBattery, RandomStoolsEndAboveTheFloorWithAClosedAccount) {
  const TemporaryFolder folder;
  SceneSource source(20);
  int failed = 0;
  constexpr int kStools = 40;
  for (int k = 0; k < kStools; ++k) {
    const std::string scene = write_rigid_scene(source, source.pick(std::array{0, 3, 4, 6}));
    const test::ProcessResult result =
        test::run_process({CAROM_TEST_PROGRAM, "run", folder.write("scene.toml", scene), "--json", "--quiet"});
    ASSERT_TRUE(result.code == 0 || result.code == 5) << scene << result.err;
    failed += result.code == 5 ? 1 : 0;
    const nlohmann::json summary = nlohmann::json::parse(result.out);
    const nlohmann::json& energy = summary["energy"];
    EXPECT_GT(summary["bodies"]["stool"]["position"][2].get<double>(), 0.02 - 1e-6) << scene;
    const bool told = result.code == 5 || summary["note_count"] > 0 || summary["verdict"]["grade"] != "passed";
    const double initial = energy["initial"].get<double>(), gain = energy["final"].get<double>() - initial;
    EXPECT_TRUE(told || gain <= 1e-6 * std::abs(initial)) << scene << " gains " << gain << " J";
    const double residual = std::abs(energy["residual"].get<double>());
    EXPECT_TRUE(result.code == 5 || residual < 1e-6 * std::abs(initial)) << scene << " residual " << residual << " J";
  }
  EXPECT_LE(failed, kStools / 8);
}

}  // namespace
}  // namespace carom::app
