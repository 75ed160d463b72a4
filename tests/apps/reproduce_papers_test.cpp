// What the papers say, as reproduce finds it.
#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "support/process.h"

namespace carom::app {
namespace {

// What the project aims at and has not reached: shown on the page as failed, and not hidden.
const std::vector<std::string> kAims{"evaluations in all"};

class ReproducedPaper : public testing::TestWithParam<const char*> {};

TEST_P(ReproducedPaper, PassesItsChecks) {
  const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "carom_papers" / GetParam();
  const test::ProcessResult result =
      test::run_process({CAROM_TEST_PROGRAM, "reproduce", GetParam(), "--out", folder.string(), "--json"});
  ASSERT_TRUE(result.code == 0 || result.code == 5) << result.err;
  const auto paper = nlohmann::json::parse(result.out)["papers"][0];
  int passed = 0, total = 0, read_back = 0;
  for (const auto& chapter : paper["chapters"]) {
    for (const auto& check : chapter["checks"]) {
      ++total;
      passed += check["passed"].get<bool>() ? 1 : 0;
      read_back += check["curve"].get<std::string>().empty() ? 0 : 1;
      const bool is_aim = std::find(kAims.begin(), kAims.end(), check["name"]) != kAims.end();
      EXPECT_TRUE(check["passed"].get<bool>() || is_aim) << check;
    }
  }
  EXPECT_GE(total, 25);
  EXPECT_GE(read_back, 10) << "checks of points on drawn curves";
  EXPECT_EQ(paper["total"], total);
  EXPECT_EQ(result.code, passed == total ? 0 : 5);
  EXPECT_TRUE(std::filesystem::exists(folder / "index.html"));
  std::filesystem::remove_all(folder);
}

INSTANTIATE_TEST_SUITE_P(Papers, ReproducedPaper,
                         testing::Values("gonthier2004", "azad2014", "peiret", "wang1992", "aghili", "basics"),
                         [](const auto& paper) { return paper.param; });

}  // namespace
}  // namespace carom::app
