#include "carom/base/input_error.h"

#include <gtest/gtest.h>

namespace carom {
namespace {

TEST(InputError, ReadsLikeACompilerMessage) {
  const InputError error("body 'upper'", "mass must be positive, found -1", {"scene.toml", 14, 9});
  EXPECT_STREQ(error.what(), "scene.toml:14:9: body 'upper': mass must be positive, found -1");
}

TEST(InputError, LeavesOutAPlaceThatIsUnknown) {
  EXPECT_STREQ(InputError("body 'a'", "has no parent").what(), "body 'a': has no parent");
  EXPECT_STREQ(InputError("a", "b", {"robot.urdf", 3, 0}).what(), "robot.urdf:3: a: b");
}

}  // namespace
}  // namespace carom
