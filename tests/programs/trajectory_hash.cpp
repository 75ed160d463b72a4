// Runs every known motion with a fixed and with an adaptive method and prints a hash of all that was shown.
#include "simulation/trajectory_hash.h"

#include <cinttypes>
#include <cstdio>

#include "simulation/methods.h"

int main() {
  using namespace carom;
  simulation_tests::TrajectoryHash hash;
  for (const cases::KnownMotion& motion : cases::make_known_motions()) {
    const double duration = 0.25 * motion.duration;
    (void)simulation_tests::run(motion.model, motion.initial, FixedStepOptions{.step = 1e-3}, duration, &hash, 0.01);
    for (const AdaptiveMethod method : simulation_tests::kAdaptiveMethods) {
      (void)simulation_tests::run(motion.model, motion.initial, simulation_tests::make_options(method, 1e-7), duration,
                                  &hash, 0.01);
    }
  }
  std::printf("%016" PRIx64 "\n", hash.value());
}
