// The same bits in whatever order a scene is written.
#include "carom/scene/sort_scene.h"

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "carom/scene/read_scene.h"
#include "carom/scene/simulation_options.h"
#include "carom/simulation/simulation.h"
#include "scene/scene_files.h"

namespace carom {
namespace {

// The tables of a scene's text, last one first; what belongs to a table ([[robot.joint]]) stays with it.
std::string turn_round(const std::string& text) {
  std::vector<std::string> blocks(1);
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const bool begins = line.starts_with('[') && line.substr(0, line.find(']')).find('.') == std::string::npos;
    if (begins) blocks.emplace_back();
    blocks.back() += line + '\n';
  }
  std::reverse(blocks.begin() + 1, blocks.end());
  std::string turned;
  for (const std::string& block : blocks) turned += block;
  return turned;
}

SimulationReport run_for(SceneSources sources, double duration) {
  sources.overrides = {fmt::format("scene.duration={}", duration)};
  const Scene scene = read_scene_again(sources);
  const Model model = scene.model.build();
  Simulation simulation(model, model.make_initial_state(), make_options(scene));
  return simulation.run(nullptr);
}

TEST(SortScene, EveryExampleHasTheSameBitsInAnyOrder) {
  int compared = 0;
  for (const auto& file : std::filesystem::recursive_directory_iterator(project_folder() / "scenes")) {
    if (file.path().extension() != ".toml") continue;
    SceneSources sources = read_scene(file.path()).sources;
    const SimulationReport as_written = run_for(sources, 0.1);
    std::string& text = sources.files.front().bytes;
    const std::string turned = turn_round(text);
    ASSERT_NE(turned, text) << file.path();
    text = turned;
    const SimulationReport otherwise = run_for(sources, 0.1);
    EXPECT_EQ(as_written.status, otherwise.status) << file.path();
    EXPECT_EQ(as_written.state.q, otherwise.state.q) << file.path();
    EXPECT_EQ(as_written.state.v, otherwise.state.v) << file.path();
    EXPECT_EQ(as_written.ledger.residual(), otherwise.ledger.residual()) << file.path();
    ++compared;
  }
  EXPECT_GT(compared, 30);
}

// Balls in a groove, tied to each other and pulled: sums over contacts, springs, forces and arms on one body, which
// round otherwise in another order.
TEST(SortScene, SumsOverPartsDoNotDependOnTheirOrder) {
  std::string text = R"([[shape]]
type = "plane"
normal = [0.6, 0.1, 0.8]
surface = "groove"
[[shape]]
type = "plane"
normal = [-0.5, 0.2, 0.9]
surface = "groove"
[[contact]]
between = ["ball", "groove"]
normal = { law = "hunt-crossley", stiffness = 1e5, alpha = 0.3 }
friction = { law = "lugre", static = 0.4, kinetic = 0.3, bristle_stiffness = 1e4, bristle_damping = 10 }
[[contact]]
between = ["ball", "ball"]
normal = { law = "hunt-crossley", stiffness = 2e5, alpha = 0.3 }
)";
  for (const int i : {1, 2, 3, 10, 11}) {
    text += fmt::format(R"([[body]]
name = "ball {0}"
mass = 0.1
inertia = {{ sphere = 0.05 }}
joint = {{ type = "free", position = [{1}, {2}, {3}] }}
[[shape]]
body = "ball {0}"
type = "sphere"
radius = 0.05
surface = "ball"
[[body]]
name = "arm {0}"
mass = 0.01
inertia = {{ sphere = 0.01 }}
joint = {{ type = "revolute", parent = "ball 1", axis = [0, 1, 0], position = 0.{0} }}
[[force]]
name = "pull {0}"
body = "ball 1"
force = [0.0{0}, 0.01, 0.1]
[[spring]]
name = "cord {0}"
body_b = "ball {0}"
at_a = [0.3, 0.1, {3}]
stiffness = 3.3
)",
                        i, 0.011 * i, 0.07 * (i % 3), 0.1 + 0.08 * i);
  }
  const SceneSources sources{.folder = "/", .files = {{"groove.toml", text}}, .overrides = {}};
  const SceneSources turned{.folder = "/", .files = {{"groove.toml", turn_round(text)}}, .overrides = {}};
  const SimulationReport as_written = run_for(sources, 0.5), otherwise = run_for(turned, 0.5);
  EXPECT_EQ(as_written.status, SimulationStatus::Finished) << as_written.sentence;
  EXPECT_EQ(as_written.state.q, otherwise.state.q);
  EXPECT_EQ(as_written.state.v, otherwise.state.v);
}

}  // namespace
}  // namespace carom
