// contact_benchmark [sphere|pendulum] [SECONDS]: simulated seconds in a second of processor time, with fixed steps of
// 1 ms as other engines take them: a bouncing ball, and a double pendulum that strikes a plane.
//
// One line of JSON for each workload and method, in the form of the other engines' programs. The contacts are as soft
// as 1 ms carries, as theirs are. The ball has Coulomb friction, the pendulum bristles; the energy ledger is kept.
#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <limits>
#include <string>
#include <string_view>

#include <fmt/core.h>

#include "carom/simulation/compliant/stepping/step_limit.h"
#include "cases/contact_cases.h"

namespace carom {
namespace {

constexpr double kStep = 1e-3;  // [s]
constexpr int kRepetitions = 5;

double processor_time() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// What the other engines have.
const friction::Coulomb kFriction{
    .static_coefficient = 0.5, .kinetic_coefficient = 0.5, .stribeck_speed = 0.1, .smoothing_speed = 0.02};
// What the pendulum is about.
const friction::Gonthier kBristles{.static_coefficient = 0.5,
                                   .kinetic_coefficient = 0.5,
                                   .bristle_stiffness = 1e4,
                                   .bristle_damping = 50.0,
                                   .stribeck_speed = 0.1,
                                   .dwell_time = 0.1};

cases::ContactCase make_case(std::string_view workload) {
  if (workload == "sphere") {
    return cases::make_bouncing_ball(normal::Gonthier{.stiffness = 1e6, .restitution = 0.5}, kFriction);
  }
  return cases::make_striking_pendulum(normal::Gonthier{.stiffness = 1e6, .restitution = 0.9}, kBristles);
}

void measure(std::string_view workload, FixedMethod method, double duration) {
  const cases::ContactCase scene = make_case(workload);
  const State initial = scene.model.make_initial_state();
  const SimulationOptions options{.integrator = FixedStepOptions{.method = method, .step = kStep},
                                  .duration = duration,
                                  .record_every = duration,
                                  .contacts = scene.contacts};
  const StepLimits limits = estimate_step_limits(scene.model, initial, scene.contacts, method);
  double best = std::numeric_limits<double>::infinity();
  SimulationReport report;
  for (int i = 0; i < kRepetitions; ++i) {
    Simulation simulation(scene.model, initial, options);
    const double start = processor_time();
    report = simulation.run(nullptr);
    best = std::min(best, processor_time() - start);
  }
  const ContactReport& contact = report.contacts.front();
  fmt::print(R"({{"peer":"Carom {}","workload":"W3 {}","n":{},"seconds":{:.5g},"steps":{},"figure":{:.5g},)"
             R"("figure_is":"simulated s per CPU s","us_per_step":{:.4g},"max_penetration_m":{:.4g},"touch_downs":{},)"
             R"("longest_step_s":{:.3g},"relative_residual":{:.3g},"warnings":{}}})"
             "\n",
             method_name(method), workload, scene.model.num_bodies() - 1, best, report.statistics.steps,
             duration / best, 1e6 * best / static_cast<double>(report.statistics.steps), contact.max_depth,
             contact.episodes, limits.strictest().longest, report.ledger.relative_residual(), report.warnings.size());
}

}  // namespace
}  // namespace carom

int main(int count, char** arguments) {
  const std::string_view only = count > 1 ? arguments[1] : "";
  const double duration = count > 2 ? std::atof(arguments[2]) : 5.0;
  for (const char* workload : {"sphere", "pendulum"}) {
    if (!only.empty() && only != workload) continue;
    for (const carom::FixedMethod method : {carom::FixedMethod::SemiImplicitEuler, carom::FixedMethod::Rk4}) {
      carom::measure(workload, method, duration);
    }
  }
}
