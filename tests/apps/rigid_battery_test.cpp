// Random stools, boxes, piles and chains on a floor from event to event, the whole way from a scene to its summary:
// whatever the laws and coefficients, a run ends, nothing is below the floor, the account closes, and energy that comes
// from nowhere is told.
#include <array>
#include <cmath>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "apps/random_rigid_scene.h"
#include "apps/temporary_folder.h"
#include "support/process.h"

namespace carom::app {
namespace {

using nlohmann::json;

bool has_time_steps(const json& summary) {
  for (const json& warning : summary["warnings"]) {
    if (warning.get<std::string>().find("in time steps") != std::string::npos) return true;
  }
  return false;
}

// A run that ends says which solutions it has, or that there is a proof of none, or that its account opened. The
// policies go on where there are several, or where slip presses in.
bool ends_with_reason(const json& summary) {
  const auto reason = summary["message"].get<std::string>() + summary["verdict"]["sentence"].get<std::string>();
  return reason.find("the rigid problem has") != std::string::npos ||
         reason.find("the energy account opened") != std::string::npos;
}

// Bodies that rest in time steps are a little in the floor: in a thousandth of a second what falls at 3 m/s gets 3 mm
// deep, and a fifth of a depth is taken away in each step.
void expect_above_floor(const RandomRigidScene& source, const json& summary, const std::string& scene) {
  const double deepest = has_time_steps(summary) ? 1e-3 : 1e-6;
  for (const auto& [name, clearance] : source.clearances()) {
    const double height = summary["bodies"][name]["position"][2].get<double>();
    EXPECT_GT(height, clearance - deepest) << name << "\n" << scene;
  }
}

// Gains are told in notes or warnings.
void expect_closed_account(const json& summary, const std::string& scene) {
  const json& energy = summary["energy"];
  const double initial = energy["initial"].get<double>(), largest = std::abs(initial);
  const double gain = energy["final"].get<double>() - initial;
  const bool told = summary["note_count"] > 0 || summary["verdict"]["grade"] != "passed";
  EXPECT_TRUE(told || gain <= 1e-6 * largest) << scene << " gains " << gain << " J";
  double announced = 0.0;
  for (const json& note : summary["notes"]) {
    if (note["energy"].is_number()) announced += note["energy"].get<double>();
  }
  EXPECT_LE(gain, announced + 0.01 * largest) << scene << " gains " << gain << " J";
  EXPECT_LT(std::abs(energy["residual"].get<double>()), 1e-6 * (largest + announced)) << scene;
}

/// Runs so many scenes of a kind; returns how many ended with a sentence.
template <class Add>
int run_scenes(unsigned seed, int count, double duration, const Add& add) {
  const TemporaryFolder folder;
  int ended = 0;
  for (int k = 0; k < count; ++k) {
    RandomRigidScene source(seed + static_cast<unsigned>(k));
    add(source);
    const std::string scene = source.write(duration);
    const test::ProcessResult result =
        test::run_process({CAROM_TEST_PROGRAM, "run", folder.write("scene.toml", scene), "--json", "--quiet"});
    EXPECT_TRUE(result.code == 0 || result.code == 5) << scene << result.err;
    if (result.code != 0 && result.code != 5) continue;
    const json summary = json::parse(result.out);
    expect_above_floor(source, summary, scene);
    if (result.code == 0) {
      expect_closed_account(summary, scene);
    } else {
      EXPECT_TRUE(ends_with_reason(summary)) << scene << summary["message"];
      ++ended;
    }
  }
  return ended;
}

// That a run ends with a reason is not the rule.
TEST(RigidBattery, RandomStoolsEndAboveTheFloorWithAClosedAccount) {
  EXPECT_LE(run_scenes(20, 40, 0.5, [](RandomRigidScene& s) { s.add_stool(s.pick(std::array{0, 3, 4, 5, 6})); }), 5);
}

TEST(RigidBattery, RandomBoxesEndAboveTheFloorWithAClosedAccount) {
  EXPECT_LE(run_scenes(1000, 30, 0.5, [](RandomRigidScene& s) { s.add_box(); }), 3);
}

// A thin plate spins on its edge until friction jams its corners: forces grow there without bound.
TEST(RigidBattery, APlateThatJamsGainsNoEnergy) {
  constexpr const char* kPlate = R"(
[scene]
name = "plate"
duration = 0.5
[[shape]]
type = "plane"
surface = "floor"
[[body]]
name = "plate"
mass = 0.010016438907505663
inertia = { box = [0.04020986900910973, 0.7445826931310436, 0.7256821756733536] }
joint = { type = "free", position = [0, 0, 0.3628410878366768], velocity = [-0.9482104542237888, 0, 0], angular_velocity = [0, 0, -3.5064584875767224] }
[[shape]]
body = "plate"
type = "box"
size = [0.04020986900910973, 0.7445826931310436, 0.7256821756733536]
surface = "plate"
[[contact]]
between = ["plate", "floor"]
impact = { law = "stronge", restitution = 0.3, friction = 2.0, static_friction = 2.9160829432192283 }
[simulate]
formulation = "event-driven"
no_solution = "impact"
)";
  const TemporaryFolder folder;
  const test::ProcessResult result =
      test::run_process({CAROM_TEST_PROGRAM, "run", folder.write("scene.toml", kPlate), "--json", "--quiet"});
  ASSERT_EQ(result.code, 0) << result.err;
  expect_closed_account(json::parse(result.out), kPlate);
}

TEST(RigidBattery, RandomPilesEndAboveTheFloorWithAClosedAccount) {
  const auto add = [](RandomRigidScene& s) {
    s.add_pile(s.pick(std::array{2, 3, 4}), s.pick(std::array{0.0, 2.0, 4.0, 8.0}));
  };
  EXPECT_LE(run_scenes(2000, 30, 0.3, add), 3);
}

TEST(RigidBattery, RandomChainsEndAboveTheFloorWithAClosedAccount) {
  EXPECT_LE(run_scenes(3000, 25, 0.4, [](RandomRigidScene& s) { s.add_chain(s.pick(std::array{2, 3, 4, 5})); }), 2);
}

}  // namespace
}  // namespace carom::app
