// Time stepping the whole way: from a scene to the exit code and the summary.
#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "apps/temporary_folder.h"
#include "support/process.h"

namespace carom::app {
namespace {

using nlohmann::json;
using testing::HasSubstr;

// A ball that flies at the floor, or at a plate, with friction.
std::string write_ball(const std::string& shapes, const std::string& contact, const std::string& stepping,
                       const std::string& motion = "position = [0, 0, 0.2], velocity = [2, 0, -3]") {
  return fmt::format(R"([scene]
name = "ball"
duration = "0.2 s"
[[body]]
name = "ball"
mass = 1.0
inertia = {{ sphere = 0.1 }}
joint = {{ type = "free", {} }}
[[shape]]
body = "ball"
type = "sphere"
radius = 0.1
surface = "ball"
[[shape]]
{}
surface = "floor"
[[contact]]
between = ["ball", "floor"]
{}
[simulate]
formulation = "time-stepping"
stepping = {{ {} }}
)",
                     motion, shapes, contact, stepping);
}

class SteppingScenes : public testing::Test {
 protected:
  struct Run {
    test::ProcessResult result;
    json summary;
  };
  [[nodiscard]] Run run(const std::string& scene) const {
    const std::string path = folder_.write("scene.toml", scene);
    Run run{.result = test::run_process({CAROM_TEST_PROGRAM, "run", path, "--json", "--quiet"}), .summary = {}};
    if (!run.result.out.empty()) run.summary = json::parse(run.result.out);
    return run;
  }
  TemporaryFolder folder_;
};

// v_x = 5/7 · 2 m/s and 2/7 · ½ · 4 J of friction, under all schemes and steps.
TEST_F(SteppingScenes, BallThatSticksWhereItStrikesRollsOnWithFiveSevenths) {
  for (const char* scheme : {"peiret", "moreau-jean", "stewart-trinkle", "anitescu-potra"}) {
    for (const char* step : {"1 ms", "0.1 ms"}) {
      const Run ball =
          run(write_ball("type = \"plane\"", "impact = { law = \"newton\", restitution = 0, friction = 0.5 }",
                         fmt::format("scheme = \"{}\", step = \"{}\"", scheme, step)));
      ASSERT_EQ(ball.result.code, 0) << ball.result.err;
      EXPECT_NEAR(ball.summary["bodies"]["ball"]["velocity"][0], 10.0 / 7.0, 1e-3) << scheme << ", " << step;
      EXPECT_NEAR(ball.summary["energy"]["dissipated"]["friction"], 4.0 / 7.0, 2e-3) << scheme << ", " << step;
    }
  }
}

// A third of such shots once passed through in silence.
TEST_F(SteppingScenes, FastBallDoesNotPassThroughAThinPlate) {
  for (const char* scheme : {"peiret", "moreau-jean", "stewart-trinkle", "anitescu-potra"}) {
    for (const double height : {1.0, 1.7, 2.3, 3.1}) {
      const Run ball = run(write_ball("type = \"box\"\nsize = [2, 2, 0.001]",
                                      "impact = { law = \"newton\", restitution = 0.5, friction = 0.1 }",
                                      fmt::format("scheme = \"{}\", step = \"10 ms\"", scheme),
                                      fmt::format("position = [0, 0, {}], velocity = [0, 0, -200]", height)));
      ASSERT_EQ(ball.result.code, 0) << ball.result.err;
      EXPECT_GT(ball.summary["bodies"]["ball"]["position"][2].get<double>(), 0.0) << scheme << ", " << height;
      EXPECT_NEAR(ball.summary["bodies"]["ball"]["velocity"][2], 100.0, 3.0) << scheme << ", " << height;
    }
  }
}

// Six boxes that collide with the floor and each other under Poisson's law with e = 1.
TEST_F(SteppingScenes, EnergyThatPoissonsLawCreatesIsWarnedOf) {
  std::string scene = "[scene]\nname = \"six\"\nduration = \"1 s\"\n";
  for (int i = 0; i < 6; ++i) {
    scene += fmt::format(
        "[[body]]\nname = \"b{0}\"\nmass = {1}\ninertia = {{ box = [0.2, 0.3, 0.1] }}\n"
        "joint = {{ type = \"free\", position = [{2}, {3}, {4}], velocity = [{5}, 1, -4], angular_velocity = [3, {6}, "
        "5] }}\n"
        "[[shape]]\nbody = \"b{0}\"\ntype = \"box\"\nsize = [0.2, 0.3, 0.1]\nsurface = \"box\"\n",
        i, 1.0 + i, 0.05 * (i % 2), 0.04 * (i % 3), 0.3 + 0.25 * i, i % 2 == 0 ? 2 : -2, i);
  }
  scene += R"([[shape]]
type = "plane"
surface = "floor"
[[contact]]
between = ["box", "floor"]
impact = { law = "poisson", restitution = 1, friction = 0.8 }
[[contact]]
between = ["box", "box"]
impact = { law = "poisson", restitution = 1, friction = 0.8 }
[simulate]
formulation = "time-stepping"
stepping = { scheme = "moreau-jean", step = "1 ms" }
)";
  const Run six = run(scene);
  ASSERT_FALSE(six.summary.is_null()) << six.result.err;
  EXPECT_GE(six.summary["note_count"].get<int>(), 1);
  EXPECT_THAT(six.summary.dump(), HasSubstr("the impact law 'poisson' gained"));
}

}  // namespace
}  // namespace carom::app
