#include <gtest/gtest.h>

#include "carom/scene/read_scene.h"
#include "scene/scene_files.h"

namespace carom {
namespace {

RecordSettings read_settings(const std::string& keys) {
  return parse_scene("[[body]]\nname = 'ball'\nmass = 1\ninertia = { sphere = 1 }\n[record]\n" + keys, "scene.toml")
      .record;
}

TEST(RecordSettings, IntervalOfCheckpointsIsOptional) {
  EXPECT_EQ(read_settings("").checkpoint_every, std::nullopt);
  EXPECT_EQ(read_settings("checkpoint_every = 0\n").checkpoint_every, 0.0);
  EXPECT_EQ(read_settings("checkpoint_every = '2 min'\n").checkpoint_every, 120.0);
}

TEST(RecordSettings, JointsAndLedgerAreKeptAndForcesWhereThereAreAny) {
  const RecordSettings settings = read_settings("");
  EXPECT_TRUE(settings.joints);
  EXPECT_TRUE(settings.ledger);
  EXPECT_FALSE(settings.forces.has_value());
  EXPECT_TRUE(settings.bodies.empty());
  EXPECT_FALSE(settings.all_bodies);
}

TEST(RecordSettings, SelectionIsReadAsWritten) {
  const RecordSettings settings = read_settings("joints = false\nledger = false\nforces = true\nbodies = ['ball']\n");
  EXPECT_FALSE(settings.joints);
  EXPECT_FALSE(settings.ledger);
  EXPECT_EQ(settings.forces, true);
  EXPECT_EQ(settings.bodies, std::vector<std::string>{"ball"});
  EXPECT_TRUE(read_settings("bodies = 'all'\n").all_bodies);
  EXPECT_EQ(read_settings("forces = false\n").forces, false);
}

// Bodies of robots are known by then.
TEST(RecordSettings, BodiesMayBeLinksOfARobot) {
  const std::string overrides[] = {"record.bodies=['forearm']"};
  EXPECT_EQ(read_scene(project_folder() / "scenes/robots/two_link_arm.toml", overrides).record.bodies.at(0), "forearm");
}

}  // namespace
}  // namespace carom
