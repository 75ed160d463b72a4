#include "reproductions/run_paper.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>

namespace carom::reproductions {

PaperResult run_paper(const Paper& paper, const std::function<void(std::size_t done)>& progress) {
  PaperResult result{.id = paper.id, .title = paper.title, .text = paper.text};
  result.chapters.resize(paper.chapters.size());
  std::atomic<std::size_t> next{0};
  std::mutex mutex;
  std::size_t done = 0;
  std::exception_ptr problem;
  const auto work = [&] {
    for (std::size_t i = next++; i < paper.chapters.size(); i = next++) {
      try {
        result.chapters[i] = paper.chapters[i]();
      } catch (...) {
        const std::lock_guard lock(mutex);
        if (!problem) problem = std::current_exception();
        return;
      }
      const std::lock_guard lock(mutex);
      progress(++done);
    }
  };
  std::vector<std::jthread> workers;
  const std::size_t cores = std::max(std::thread::hardware_concurrency(), 1U);
  for (std::size_t i = 0; i < std::min(cores, paper.chapters.size()); ++i) workers.emplace_back(work);
  workers.clear();  // waits for them
  if (problem) std::rethrow_exception(problem);
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
