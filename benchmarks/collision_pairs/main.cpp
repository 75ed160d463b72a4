// Contact points of two shapes in coherent motion, side by side with other libraries: nanoseconds a pair of processor
// time, and how far the depths agree.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "benchmarks/collision_pairs/pair_engine.h"
#include "benchmarks/forward_dynamics/measure.h"

namespace carom::benchmarks {
namespace {

struct Entrant {
  std::string name;
  std::unique_ptr<PairEngine> engine;
  std::size_t next{};
  double sink{};
};

double find_mean_depth(PairEngine& engine, std::span<const PairPose> poses) {
  double sum = 0.0;
  for (const PairPose& pose : poses) sum += engine.touch(pose);
  return sum / static_cast<double>(poses.size());
}

void compare(PairWorkload workload) {
  const std::vector<PairPose> poses = make_poses(workload);
  std::vector<Entrant> entrants;
  for (const PairPeer& peer : {make_carom_pairs(), make_fcl_pairs(), make_bullet_pairs(), make_ode_pairs()}) {
    if (peer.make != nullptr) entrants.push_back({peer.name, peer.make(workload)});
  }
  std::vector<Work> works;
  for (Entrant& entrant : entrants) {
    works.emplace_back([&entrant, &poses](int count) {
      for (int i = 0; i < count; ++i) {
        entrant.sink += entrant.engine->touch(poses[entrant.next]);
        entrant.next = entrant.next + 1 == poses.size() ? 0 : entrant.next + 1;
      }
    });
  }
  const std::vector<Timing> timings = measure_in_turns(works);
  fmt::print("{:<16}{:>12}{:>12}{:>12}{:>18}\n", name_of(workload), "best, ns", "median, ns", "it/ours",
             "mean depth, mm");
  for (std::size_t i = 0; i < entrants.size(); ++i) {
    fmt::print("  {:<14}{:>12.1f}{:>12.1f}{:>12.2f}{:>18.6f}\n", entrants[i].name, 1e9 * timings[i].best,
               1e9 * timings[i].median, timings[i].best / timings[0].best,
               1e3 * find_mean_depth(*entrants[i].engine, poses));
  }
}

}  // namespace
}  // namespace carom::benchmarks

int main() {
  for (const carom::benchmarks::PairWorkload workload : carom::benchmarks::kPairWorkloads) {
    carom::benchmarks::compare(workload);
  }
}
