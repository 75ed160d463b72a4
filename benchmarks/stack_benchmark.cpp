// stack_benchmark [BOXES] [SECONDS]: what a step of 1 ms costs with a stack of boxes that stands, from a cold start and
// from the impulses of the last step, at a residual of 1e-8; and how far the stack has drifted in the end.
//
// One line of JSON for each, in the form of the other engines' programs. Several stacks of ten beside each other show
// how the cost grows with the contacts.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <limits>

#include <fmt/core.h>

#include "carom/simulation/simulation.h"
#include "cases/stacks.h"

namespace carom {
namespace {

constexpr double kStep = 1e-3;  // of the scheme  [s]

double processor_time() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

struct Run {
  double seconds{};  // of processor time
  SimulationReport report{};
};

Run run(const cases::ContactCase& scene, double duration) {
  Simulation simulation(scene.model, scene.model.make_initial_state(), cases::make_stack_options(scene, duration));
  const double start = processor_time();
  Run result{.report = simulation.run(nullptr)};
  result.seconds = processor_time() - start;
  return result;
}

// The best of some cold steps, and of some runs that go on from there.
void measure(int stacks, int boxes, double duration) {
  const cases::ContactCase scene = cases::make_box_stacks(stacks, boxes, 0.5);
  constexpr int kRepetitions = 3;
  double cold = std::numeric_limits<double>::infinity(), whole = cold;
  SimulationReport report;
  for (int i = 0; i < kRepetitions; ++i) cold = std::min(cold, run(scene, kStep).seconds);
  for (int i = 0; i < (duration > 2.0 ? 1 : kRepetitions); ++i) {
    Run warm = run(scene, duration);
    whole = std::min(whole, warm.seconds);
    report = std::move(warm.report);
  }
  const auto steps = static_cast<double>(report.statistics.steps);
  fmt::print(R"({{"peer":"Carom moreau-jean 1e-8","workload":"W4 stack","n":{},"stacks":{},"contacts":{},)"
             R"("seconds":{:.5g},"steps":{},"figure":{:.5g},"figure_is":"simulated s per CPU s","cold_ms":{:.4g},)"
             R"("warm_ms":{:.4g},"drift_m":{:.3g},"status":"{}","relative_residual":{:.3g},"warnings":{}}})"
             "\n",
             boxes, stacks, 4 * stacks * boxes, whole, report.statistics.steps, duration / whole, 1e3 * cold,
             1e3 * (whole - cold) / std::max(steps - 1.0, 1.0), cases::find_drift(scene.model, report.state),
             report.status == SimulationStatus::Finished ? "finished" : report.sentence,
             report.ledger.relative_residual(), report.warnings.size());
}

}  // namespace
}  // namespace carom

int main(int count, char** arguments) {
  const int boxes = count > 1 ? std::atoi(arguments[1]) : 0;
  const double duration = count > 2 ? std::atof(arguments[2]) : 0.2;
  if (boxes > 0) {
    carom::measure(1, boxes, duration);
    return 0;
  }
  for (const int stack : {10, 50, 100}) carom::measure(1, stack, duration);
  for (const int stacks : {1, 4, 16, 64}) carom::measure(stacks, 10, duration);
}
