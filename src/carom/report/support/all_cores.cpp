#include "carom/report/support/all_cores.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace carom {

void run_on_all_cores(std::size_t count, const std::function<void(std::size_t)>& work) {
  std::atomic<std::size_t> next{0};
  std::mutex mutex;
  std::exception_ptr problem;
  const auto take_turns = [&] {
    for (std::size_t i = next++; i < count; i = next++) {
      try {
        work(i);
      } catch (...) {
        const std::lock_guard lock(mutex);
        if (!problem) problem = std::current_exception();
        next = count;
      }
    }
  };
  {
    std::vector<std::jthread> threads;
    const std::size_t cores = std::max(std::thread::hardware_concurrency(), 1U);
    for (std::size_t i = 0; i < std::min(cores, count); ++i) threads.emplace_back(take_turns);
  }
  if (problem) std::rethrow_exception(problem);
}

}  // namespace carom
