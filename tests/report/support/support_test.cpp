#include <atomic>
#include <fstream>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

#include "carom/recording/io_error.h"
#include "carom/report/support/all_cores.h"
#include "carom/report/support/temporary_folder.h"

namespace carom {
namespace {

TEST(AllCores, EachIsDoneOnce) {
  std::vector<std::atomic<int>> calls(1000);
  run_on_all_cores(calls.size(), [&](std::size_t i) { ++calls[i]; });
  for (const std::atomic<int>& count : calls) EXPECT_EQ(count, 1);
  run_on_all_cores(0, [](std::size_t) { ADD_FAILURE(); });
}

TEST(AllCores, AnErrorComesBackAndEndsTheWork) {
  std::atomic<int> calls{0};
  const auto work = [&](std::size_t i) {
    ++calls;
    if (i == 3) throw std::runtime_error("three");
  };
  EXPECT_THROW(run_on_all_cores(1'000'000, work), std::runtime_error);
  EXPECT_LT(calls, 1'000'000);
}

TEST(TemporaryFolder, IsGoneWithAllItHolds) {
  std::filesystem::path path;
  {
    const TemporaryFolder folder;
    path = folder.path();
    EXPECT_TRUE(path.is_absolute());
    std::filesystem::create_directories(path / "below");
    std::ofstream(path / "below" / "file") << "text";
  }
  EXPECT_FALSE(std::filesystem::exists(path));
  EXPECT_THROW(TemporaryFolder("/no/such/folder"), IoError);
}

}  // namespace
}  // namespace carom
