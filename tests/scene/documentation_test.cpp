#include "carom/scene/documentation.h"

#include <cstdlib>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include "scene/scene_files.h"

namespace carom {
namespace {

// CAROM_UPDATE_DOCUMENTATION=1 ./test -R documentation renews the page.
TEST(Documentation, PageOfTheSceneFormatIsUpToDate) {
  const std::filesystem::path path = project_folder() / "docs/scene-format.md";
  const std::string page = make_scene_format_page();
  if (std::getenv("CAROM_UPDATE_DOCUMENTATION") != nullptr) std::ofstream(path) << page;
  std::ostringstream committed;
  committed << std::ifstream(path).rdbuf();
  EXPECT_EQ(committed.str(), page) << "renew it: CAROM_UPDATE_DOCUMENTATION=1 ./test -R Documentation";
}

TEST(Documentation, EveryKeyHasAMeaning) {
  std::istringstream page(make_scene_format_page());
  for (std::string line; std::getline(page, line);) {
    if (line.starts_with("| `")) {
      EXPECT_FALSE(line.ends_with("|  |")) << line;
    }
  }
}

}  // namespace
}  // namespace carom
