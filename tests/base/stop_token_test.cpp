#include "carom/base/stop_token.h"

#include <gtest/gtest.h>

namespace carom {
namespace {

TEST(StopToken, IsSetByItsFlagAloneAndNeverWithoutOne) {
  EXPECT_FALSE(StopToken().stop_requested());
  std::atomic<bool> flag{false};
  const StopToken token(flag);
  EXPECT_FALSE(token.stop_requested());
  flag = true;
  EXPECT_TRUE(token.stop_requested());
}

}  // namespace
}  // namespace carom
