#include "benchmarks/forward_dynamics/measure.h"

#include <algorithm>

#include <time.h>

namespace carom::benchmarks {
namespace {

constexpr double kBlock = 4e-3;  // long against the clock's resolution, short against a time slice  [s]
constexpr int kRounds = 60;

double cpu_time() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

double time_block(const Work& work, int count) {
  const double start = cpu_time();
  work(count);
  return cpu_time() - start;
}

// How many evaluations fill a block; warms up the caches on the way.
int find_count(const Work& work) {
  int count = 1;
  while (time_block(work, count) < 0.5 * kBlock) count *= 2;
  return count;
}

Timing summarize(std::vector<double> times) {
  std::ranges::sort(times);
  return {.best = times.front(), .median = times[times.size() / 2]};
}

}  // namespace

std::vector<Timing> measure_in_turns(const std::vector<Work>& works) {
  std::vector<int> counts;
  for (const Work& work : works) counts.push_back(find_count(work));
  std::vector<std::vector<double>> times(works.size());
  for (int round = 0; round < kRounds; ++round) {
    for (std::size_t i = 0; i < works.size(); ++i) {
      times[i].push_back(time_block(works[i], counts[i]) / counts[i]);
    }
  }
  std::vector<Timing> timings;
  for (const std::vector<double>& of_work : times) timings.push_back(summarize(of_work));
  return timings;
}

}  // namespace carom::benchmarks
