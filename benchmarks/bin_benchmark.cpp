// Balls that fall into a bin and settle, by time stepping with contacts that come and go.
//
//   bin_benchmark [BALLS] [SECONDS]
//       as other engines' programs measure it, at residuals of 1e-4 and 1e-6: one line of JSON each
//   bin_benchmark soak [BALLS] [SECONDS]
//       prints contacts, residual and memory as time passes; fails where memory grows in the second half of the run
//   bin_benchmark growth
//       beds of one depth from about 1,000 to 100,000 contacts: the cost of a step, and the power of the contacts with
//       which it grows
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <string>
#include <vector>

#include <fmt/core.h>
#include <unistd.h>

#include "carom/simulation/time_stepping/stepping_formulation.h"
#include "cases/sphere_bin.h"

namespace carom {
namespace {

double processor_time() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// What the process has of the machine's memory  [MB].
double read_memory() {
  long whole = 0, resident = 0;
  std::ifstream("/proc/self/statm") >> whole >> resident;
  return 1e-6 * static_cast<double>(resident) * static_cast<double>(sysconf(_SC_PAGESIZE));
}

/// A run that tells of every step.
class BinRun {
 public:
  BinRun(const cases::SphereBin& bin, double tolerance)
      : bin_(bin),
        scene_(cases::make_sphere_bin(bin)),
        options_(cases::make_bin_options(scene_, 1.0, tolerance)),
        formulation_(scene_.model, scene_.contacts, options_.time_stepping),
        y_(static_cast<std::size_t>(formulation_.system().size())) {
    MechanismSystem& system = formulation_.system();
    system.pack(scene_.model.make_initial_state(), y_);
    formulation_.find_initial_contacts(0.0, y_);
    (void)formulation_.integrator().restart(0.0, y_);
  }

  /// So many steps; false where one failed.
  [[nodiscard]] bool advance(int steps) {
    sweeps = 0, worst_residual = 0.0, most_contacts = 0;
    const double start = processor_time();
    for (int i = 0; i < steps; ++i) {
      if (formulation_.integrator().step(1e9).failed()) {
        fmt::print(stderr, "{}\n", formulation_.failure());
        return false;
      }
      formulation_.watch_contacts(0.0);
      formulation_.forget_events();
      const TimeStepper::Solved& solved = formulation_.stepper().last_solved();
      sweeps += solved.report.iterations;
      contacts = solved.contacts;
      most_contacts = std::max(most_contacts, contacts);
      worst_residual = std::max(worst_residual, solved.report.residual);
    }
    seconds = processor_time() - start;
    return true;
  }
  [[nodiscard]] double time() { return formulation_.integrator().time(); }
  [[nodiscard]] cases::BinState look() {
    State state = scene_.model.make_initial_state();
    formulation_.system().unpack(time(), formulation_.integrator().state(), state);
    return cases::look_at_bin(scene_.model, state, bin_);
  }
  [[nodiscard]] bool has_warnings() const { return !formulation_.warnings(0.0).empty(); }

  // Of the last advance():
  double seconds{};         // of processor time
  std::int64_t sweeps{};    // or iterations, in all
  double worst_residual{};  // [m/s]
  int contacts{};           // in the last step
  int most_contacts{};

 private:
  cases::SphereBin bin_;
  cases::ContactCase scene_;
  SimulationOptions options_;
  SteppingFormulation formulation_;
  std::vector<double> y_;
};

// The whole fall at a residual; the last fifth by itself.
bool measure_speed(int balls, double duration, double tolerance) {
  BinRun run({.spheres = balls}, tolerance);
  const auto steps = static_cast<int>(std::lround(duration / 1e-3)), late = steps / 5;
  if (!run.advance(steps - late)) return false;
  const double early_seconds = run.seconds;
  const std::int64_t early_sweeps = run.sweeps;
  const double residual = run.worst_residual;
  if (!run.advance(late)) return false;
  const double whole = early_seconds + run.seconds;
  const cases::BinState end = run.look();
  fmt::print(R"({{"peer":"Carom peiret {:.0e}","workload":"W3 bin_spheres","n":{},"seconds":{:.5g},"steps":{},)"
             R"("figure":{:.4g},"figure_is":"simulated s per CPU s","us_per_step":{:.4g},)"
             R"("us_per_step_last_fifth":{:.4g},"sweeps_per_step":{:.3g},"residual":{:.3g},"max_contacts":{},)"
             R"("end_vmax":{:.3g},"lowest_m":{:.6g},"behind_wall_m":{:.3g},"warnings":{}}})"
             "\n",
             tolerance, balls, whole, steps, duration / whole, 1e6 * whole / steps, 1e6 * run.seconds / late,
             static_cast<double>(early_sweeps + run.sweeps) / steps, std::max(residual, run.worst_residual),
             run.most_contacts, end.fastest, end.lowest, end.farthest_wall, run.has_warnings());
  std::fflush(stdout);
  return true;
}

bool soak(int balls, double duration) {
  // The same height whatever the number.
  BinRun run({.spheres = balls, .width = std::sqrt(balls / 1000.0)}, 1e-4);
  fmt::print("{} balls, residual 1e-4, steps of 1 ms\n{:>8}{:>10}{:>12}{:>12}{:>12}{:>14}{:>14}\n", balls, "t [s]",
             "contacts", "residual", "ms/step", "sweeps", "fastest [m/s]", "memory [MB]");
  double memory_half_way = 0.0;
  const auto rows = static_cast<int>(std::lround(duration / 0.1));
  for (int i = 1; i <= rows; ++i) {
    if (!run.advance(100)) return false;
    const double memory = read_memory();
    if (i == (rows + 1) / 2) memory_half_way = memory;
    fmt::print("{:>8.1f}{:>10}{:>12.2e}{:>12.3g}{:>12.1f}{:>14.3g}{:>14.1f}\n", run.time(), run.contacts,
               run.worst_residual, 10.0 * run.seconds, 0.01 * static_cast<double>(run.sweeps), run.look().fastest,
               memory);
    std::fflush(stdout);
  }
  const double grown = read_memory() - memory_half_way;
  fmt::print("memory in the second half: {:+.1f} MB\n", grown);
  return grown <= 0.01 * memory_half_way;
}

// Beds four balls deep that have settled for a while; the least squares of log cost over log contacts.
bool measure_growth() {
  fmt::print("{:>10}{:>12}{:>14}{:>12}{:>18}{:>12}\n", "balls", "contacts", "ms/step", "sweeps", "ns/contact/step",
             "residual");
  std::vector<double> x, y;
  for (const int side : {13, 24, 42, 75, 122}) {
    constexpr double kSpacing = 0.0605;
    BinRun run({.spheres = 4 * side * side, .width = kSpacing * (side + 1.5), .spacing = kSpacing, .jitter = 0.003},
               1e-4);
    if (!run.advance(150)) return false;
    // The best of some blocks: the machine may be busy.
    double best = 1e99;
    std::int64_t sweeps = 0;
    double residual = 0.0;
    for (int block = 0; block < 4; ++block) {
      if (!run.advance(10)) return false;
      best = std::min(best, run.seconds / 10.0);
      sweeps += run.sweeps;
      residual = std::max(residual, run.worst_residual);
    }
    fmt::print("{:>10}{:>12}{:>14.4g}{:>12.1f}{:>18.0f}{:>12.2e}\n", 4 * side * side, run.contacts, 1e3 * best,
               static_cast<double>(sweeps) / 40.0, 1e9 * best / run.contacts, residual);
    std::fflush(stdout);
    x.push_back(std::log(run.contacts)), y.push_back(std::log(best));
  }
  const auto count = static_cast<double>(x.size());
  double mean_x = 0.0, mean_y = 0.0, xx = 0.0, xy = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) mean_x += x[i] / count, mean_y += y[i] / count;
  for (std::size_t i = 0; i < x.size(); ++i) {
    xx += (x[i] - mean_x) * (x[i] - mean_x);
    xy += (x[i] - mean_x) * (y[i] - mean_y);
  }
  fmt::print("cost of a step ~ contacts^{:.2f}\n", xy / xx);
  return xy / xx <= 1.2;
}

}  // namespace
}  // namespace carom

int main(int count, char** arguments) {
  const std::string mode = count > 1 ? arguments[1] : "";
  const int shift = mode == "soak" || mode == "growth" ? 1 : 0;
  const auto number = [&](int place, double otherwise) {
    return count > place + shift ? std::atof(arguments[place + shift]) : otherwise;
  };
  if (mode != "growth" && (number(1, 2.0) < 2.0 || number(2, 1.0) <= 0.0)) {
    fmt::print(stderr, "usage: bin_benchmark [soak] [BALLS] [SECONDS] | bin_benchmark growth\n");
    return 2;
  }
  bool good = true;
  if (mode == "growth") {
    good = carom::measure_growth();
  } else if (mode == "soak") {
    good = carom::soak(static_cast<int>(number(1, 10'000)), number(2, 3.0));
  } else {
    const int balls = static_cast<int>(number(1, 1000));
    for (const double tolerance : {1e-4, 1e-6}) good = carom::measure_speed(balls, number(2, 2.0), tolerance) && good;
  }
  return good ? 0 : 1;
}
