// A viscous ball that rolls on its contact area, from the scene to the summary: the account closes, whatever the
// material remembers and however little of it the grid holds.
#include <cmath>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "support/process.h"

namespace carom::app {
namespace {

// Rubber on steel under its weight, which rolls and spins. 12 elements across 4 mm; the area is 2 mm across.
constexpr const char* kScene = R"(
[scene]
name = "roll"
duration = "20 ms"
[[body]]
name = "ball"
mass = "40 g"
inertia = { sphere = "20 mm" }
joint = { type = "free", position = [0, 0, 0.01995], velocity = [0.3, 0, 0], angular_velocity = [0, 15, 20] }
[[shape]]
body = "ball"
type = "sphere"
radius = "20 mm"
surface = "rubber"
[[shape]]
type = "plane"
surface = "steel"
[[surface]]
name = "rubber"
material = { young = "5 MPa", poisson = 0.48 }
[[surface]]
name = "steel"
material = { young = "210 GPa", poisson = 0.3 }
[[contact]]
between = ["rubber", "steel"]
patch = { width = "4 mm", elements = 12, friction = 0.5, viscosity = { time = "1 ms" } }
[simulate]
integrator = { method = "rk4", step = "100 us" }
[record]
every = "1 ms"
)";

class RollingPatch : public testing::Test {
 protected:
  void SetUp() override {
    std::filesystem::create_directories(folder_);
    std::ofstream(scene_) << kScene;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  [[nodiscard]] nlohmann::json run(const std::vector<std::string>& overrides) const {
    std::vector<std::string> command{CAROM_TEST_PROGRAM, "run", scene_, "--summary", "-", "--quiet"};
    for (const std::string& each : overrides) command.insert(command.end(), {"--set", each});
    const test::ProcessResult result = test::run_process(command);
    EXPECT_EQ(result.code, 0) << result.err;
    return result.code == 0 ? nlohmann::json::parse(result.out) : nlohmann::json();
  }

 private:
  std::filesystem::path folder_{
      std::filesystem::path(testing::TempDir()) /
      ("carom-rolling-" + std::string(testing::UnitTest::GetInstance()->current_test_info()->name()))};
  std::string scene_{folder_ / "roll.toml"};
};

// What the ledger lacks, as part of the energy of the motion.
double find_open(const nlohmann::json& summary) {
  return std::abs(summary["energy"]["residual"].get<double>()) / summary["energy"]["kinetic"].get<double>();
}

TEST_F(RollingPatch, TheAccountClosesHoweverLongTheMaterialRemembers) {
  for (const std::string time : {"1e-5", "1e-4", "1e-3", "1e-2", "0.1", "1"}) {
    std::vector<std::string> overrides{"contact.0.patch.viscosity.time=" + time};
    // Loads and motion settle for steps below 4 m/(k T), some 12 µs for 1 s.
    if (time == "1") overrides.insert(overrides.end(), {"simulate.integrator.step=5 us", "scene.duration=2 ms"});
    const nlohmann::json summary = run(overrides);
    ASSERT_FALSE(summary.is_null()) << time;
    EXPECT_LT(find_open(summary), 1e-6) << "T = " << time << " s";
    EXPECT_GT(summary["energy"]["dissipated"]["contact damping"].get<double>(), 0.0) << time;
  }
}

TEST_F(RollingPatch, TheAccountClosesForEveryGridLoadMotionAndStep) {
  const std::vector<std::vector<std::string>> variations{
      {"contact.0.patch.elements=8"},
      {"contact.0.patch.elements=20"},
      {"contact.0.patch.friction=0"},
      {"contact.0.patch.friction=1"},
      {"contact.0.patch.width=3 mm"},
      {"contact.0.patch.viscosity={time=5e-3, relaxation=2e-3}"},
      {"contact.0.patch.viscosity={time=5e-3, relaxation=0.5}"},
      {"surface.rubber.material.poisson=0.3"},
      {"body.ball.mass=0.02"},
      {"body.ball.joint.velocity=[0.03, 0, 0]", "body.ball.joint.angular_velocity=[0, 1.5, 0]"},
      {"body.ball.joint.velocity=[0.5, 0.5, 0]", "body.ball.joint.angular_velocity=[-25, 25, 200]"},
      {"body.ball.joint.velocity=[0.3, 0, 0]", "body.ball.joint.angular_velocity=[0, -15, 0]"},
      {"contact.0.patch.viscosity.time=0.1", "simulate.integrator.step=10 us", "scene.duration=5 ms"},
      {"simulate.integrator.step=40 us"},
      {"simulate.integrator.step=200 us"}};
  for (std::vector<std::string> variation : variations) {
    if (!variation.front().starts_with("contact.0.patch.viscosity")) {
      variation.emplace_back("contact.0.patch.viscosity.time=5e-3");
    }
    const nlohmann::json summary = run(variation);
    ASSERT_FALSE(summary.is_null()) << variation.front();
    EXPECT_LT(find_open(summary), 1e-6) << variation.front();
  }
}

}  // namespace
}  // namespace carom::app
