#include "reproductions/run_paper.h"

#include <mutex>

#include "carom/report/support/all_cores.h"

namespace carom::reproductions {

PaperResult run_paper(const Paper& paper, const std::function<void(std::size_t done)>& progress) {
  PaperResult result{.id = paper.id, .title = paper.title, .text = paper.text};
  result.chapters.resize(paper.chapters.size());
  std::mutex mutex;
  std::size_t done = 0;
  run_on_all_cores(paper.chapters.size(), [&](std::size_t i) {
    result.chapters[i] = paper.chapters[i]();
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
