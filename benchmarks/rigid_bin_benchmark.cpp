// Balls thrown into a bin, rigid and from event to event, with contacts that come and go.
//
//   rigid_bin_benchmark [SECONDS] [BALLS]...
//       a table of what an impact costs: a gas of elastic balls in a box, and balls that fall into a bin and settle;
//       fails where the account does not close or a ball is outside
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <vector>

#include <fmt/core.h>

#include "cases/sphere_bin.h"

namespace carom {
namespace {

double processor_time() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

std::int64_t count_impacts(const SimulationReport& report) {
  std::int64_t impacts = 0;
  for (const ContactReport& contact : report.contacts) impacts += contact.num_impacts;
  return impacts;
}

// The same density and height whatever the number.
cases::SphereBin make_bin(int balls, bool gas) {
  const double side = std::cbrt(balls);
  if (gas) {
    return {.spheres = balls,
            .width = 0.1 * side + 0.15,
            .spacing = 0.1,
            .restitution = 1.0,
            .friction = 0.0,
            .speed = 1.0,
            .closed = true};
  }
  return {.spheres = balls, .width = 0.08 * side + 0.1, .restitution = 0.5, .friction = 0.5, .speed = 0.5};
}

bool measure(int balls, double duration, bool gas) {
  const cases::SphereBin bin = make_bin(balls, gas);
  const cases::ContactCase scene = cases::make_sphere_bin(bin);
  SimulationOptions options = cases::make_rigid_bin_options(scene, duration, 1e-8);
  if (!gas) options.event_driven.rest_speed = 1e-3;
  // A ball wedged in a corner can slide and roll in several ways.
  options.event_driven.no_solution = InconsistencyPolicy::Impact;
  options.event_driven.several_solutions = InconsistencyPolicy::Keep;
  Simulation simulation(scene.model, scene.model.make_initial_state(), options);
  const double start = processor_time();
  const SimulationReport report = simulation.run(nullptr);
  const double seconds = processor_time() - start;
  const std::int64_t impacts = count_impacts(report);
  const cases::BinState end = cases::look_at_bin(scene.model, report.state, bin);
  fmt::print("{:>8}{:>8}{:>10.3f}{:>12}{:>12.3g}{:>14.4g}{:>14.2e}{:>14.3g}{:>14.2e}{:>14.2e}\n", gas ? "gas" : "bin",
             balls, report.state.time, impacts, seconds,
             1e3 * seconds / static_cast<double>(std::max<std::int64_t>(impacts, 1)), report.ledger.relative_residual(),
             end.fastest, end.lowest - cases::SphereBin::kRadius, end.farthest_wall);
  if (report.status != SimulationStatus::Finished) fmt::print("         {}\n", report.sentence);
  std::fflush(stdout);
  constexpr double kOutside = 1e-8;  // [m]
  return report.status == SimulationStatus::Finished && report.ledger.relative_residual() < 1e-6 &&
         end.lowest - cases::SphereBin::kRadius > -kOutside && end.farthest_wall < kOutside;
}

}  // namespace
}  // namespace carom

int main(int count, char** arguments) {
  const double duration = count > 1 ? std::atof(arguments[1]) : 0.5;
  std::vector<int> balls;
  for (int i = 2; i < count; ++i) balls.push_back(std::atoi(arguments[i]));
  if (balls.empty()) balls = {64, 216, 512, 1000};
  if (duration <= 0.0 || std::ranges::min(balls) < 2) {
    fmt::print(stderr, "usage: rigid_bin_benchmark [SECONDS] [BALLS]...\n");
    return 2;
  }
  fmt::print("{:>8}{:>8}{:>10}{:>12}{:>12}{:>14}{:>14}{:>14}{:>14}{:>14}\n", "", "balls", "t [s]", "impacts", "CPU [s]",
             "ms/impact", "residual", "fastest [m/s]", "lowest [m]", "wall [m]");
  bool good = true;
  for (const bool gas : {true, false}) {
    for (const int number : balls) good = carom::measure(number, duration, gas) && good;
  }
  return good ? 0 : 1;
}
