#include <gtest/gtest.h>

#include "carom/scene/read_scene.h"

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

}  // namespace
}  // namespace carom
