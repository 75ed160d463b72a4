// Scenes of bodies that roll, wobble and fall on each other, under compliant laws.
#include <gtest/gtest.h>

#include "carom/scene/read_scene.h"
#include "carom/scene/simulation_options.h"
#include "carom/simulation/contacts/rule_pairs.h"
#include "carom/simulation/simulation.h"
#include "scene/scene_files.h"

namespace carom {
namespace {

SimulationReport run(const std::string& name) {
  const Scene scene = read_scene(project_folder() / "scenes/collision" / name);
  const Model model = scene.model.build();
  Simulation simulation(model, model.make_initial_state(), make_options(scene));
  return simulation.run(nullptr);
}

// Contact points come and go with corners, edges and faces: none of it may create or lose energy.
TEST(CollisionScenes, EveryJouleIsAccountedFor) {
  for (const char* name : {"box_off_edge.toml", "crate_off_corner.toml", "cylinder_on_box.toml",
                           "wobbling_ellipsoid.toml", "dodecahedron.toml", "folding_rule.toml"}) {
    const SimulationReport report = run(name);
    EXPECT_EQ(report.status, SimulationStatus::Finished) << name << ": " << report.sentence;
    EXPECT_LT(report.ledger.relative_residual(), 1e-7) << name;
  }
}

// On a face, 0.0397 m high for corners at 0.05 m: the inscribed ball of a dodecahedron is 0.7947 of the one around it.
TEST(CollisionScenes, TheDodecahedronComesToRestOnAFace) {
  const SimulationReport report = run("dodecahedron.toml");
  EXPECT_LT(report.state.v.norm(), 1e-4);
  // Free: a quaternion, then the position. Its weight presses it in by some 1e-5 m.
  EXPECT_NEAR(report.state.q[6], 0.7946544723 * 0.05, 1e-4);
}

// The bars of the folding rule cross each other, but not the peg.
TEST(CollisionScenes, IgnoredBodiesPassThroughEachOther) {
  const Scene scene = read_scene(project_folder() / "scenes/collision/folding_rule.toml");
  const Model model = scene.model.build();
  std::vector<std::size_t> rule_of_pair;
  const ContactSetup setup = make_contact_setup(scene);
  const std::vector<ShapePair> pairs = find_ruled_pairs(model, setup, rule_of_pair);
  EXPECT_EQ(pairs.size(), 4U);
  for (const ShapePair& pair : pairs) EXPECT_EQ(setup.shapes[static_cast<std::size_t>(pair.b)].name, "peg");
}

}  // namespace
}  // namespace carom
