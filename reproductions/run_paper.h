#pragma once

#include <functional>
#include <string>
#include <vector>

#include "reproductions/paper.h"

namespace carom::reproductions {

/// A paper, computed. Chapters are in the order of the paper, whichever was ready first.
struct PaperResult {
  std::string id{};
  std::string title{};
  std::string text{};
  std::vector<ChapterResult> chapters{};
  int passed{};
  int total{};
};

/// Computes all chapters on all cores. `progress` is called after each, one call at a time, with how many are done.
[[nodiscard]] PaperResult run_paper(const Paper& paper, const std::function<void(std::size_t done)>& progress);

/// Every check of a chapter, those of its items first.
[[nodiscard]] std::vector<Check> list_checks(const Chapter& chapter);

}  // namespace carom::reproductions
