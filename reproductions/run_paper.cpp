#include "reproductions/run_paper.h"

#include <algorithm>
#include <mutex>

#include "carom/report/support/all_cores.h"

namespace carom::reproductions {

namespace {

// A figure of which nothing was read back may show anything.
void require_curve_checks(ChapterResult& result) {
  const std::vector<Check> checks = list_checks(result.chapter);
  for (const Figure& figure : result.figures) {
    const auto reads = [&](const Check& check) { return check.curve.starts_with(figure.id + ":"); };
    if (std::ranges::any_of(checks, reads)) continue;
    result.chapter.checks.push_back({.name = "points on the curves of " + figure.id,
                                     .expected = "checked",
                                     .found = "none",
                                     .passed = false,
                                     .note = "what is drawn must be read back"});
  }
}

}  // namespace

PaperResult run_paper(const Paper& paper, const std::function<void(std::size_t done)>& progress) {
  PaperResult result{.id = paper.id, .title = paper.title, .text = paper.text};
  result.chapters.resize(paper.chapters.size());
  std::mutex mutex;
  std::size_t done = 0;
  run_on_all_cores(paper.chapters.size(), [&](std::size_t i) {
    result.chapters[i] = paper.chapters[i]();
    require_curve_checks(result.chapters[i]);
    const std::lock_guard lock(mutex);
    progress(++done);
  });
  for (const ChapterResult& chapter : result.chapters) {
    for (const Check& check : list_checks(chapter.chapter)) {
      ++result.total;
      result.passed += check.passed ? 1 : 0;
    }
  }
  return result;
}

std::vector<Check> list_checks(const Chapter& chapter) {
  std::vector<Check> checks;
  for (const ChapterItem& item : chapter.items) checks.insert(checks.end(), item.checks.begin(), item.checks.end());
  checks.insert(checks.end(), chapter.checks.begin(), chapter.checks.end());
  return checks;
}

}  // namespace carom::reproductions
