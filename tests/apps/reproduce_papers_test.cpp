// What the papers say, as reproduce finds it.
#include <filesystem>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "support/process.h"

namespace carom::app {
namespace {

class ReproducedPaper : public testing::TestWithParam<const char*> {};

TEST_P(ReproducedPaper, PassesAllItsChecks) {
  const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "carom_papers" / GetParam();
  const test::ProcessResult result =
      test::run_process({CAROM_TEST_PROGRAM, "reproduce", GetParam(), "--out", folder.string(), "--json"});
  const auto json = nlohmann::json::parse(result.out);
  for (const auto& chapter : json["papers"][0]["chapters"]) {
    for (const auto& check : chapter["checks"]) EXPECT_TRUE(check["passed"].get<bool>()) << check;
  }
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_TRUE(std::filesystem::exists(folder / "index.html"));
  std::filesystem::remove_all(folder);
}

INSTANTIATE_TEST_SUITE_P(Papers, ReproducedPaper, testing::Values("gonthier2004", "azad2014"),
                         [](const auto& info) { return info.param; });

}  // namespace
}  // namespace carom::app
