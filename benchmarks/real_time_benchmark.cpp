// real_time_benchmark [STEPS]: how long steps of 1 ms take, each of them: two mechanisms with contacts, 1e6 steps each.
//
//   pendulum   Gonthier's double pendulum with the paper's stiffness, in the sub-steps that this takes
//   arm        an arm of six joints that taps a table with four contacts, one sub-step
//
// Prints a histogram of wall time, and of processor time in a run of its own (the clock that tells it is a system
// call). A step that took much longer on the wall than any took of the processor was interrupted by something else.
// Stepping itself makes no system call and allocates nothing: the last part of the run is made where the kernel ends
// the program for either. Fails where a step took 100 µs of the processor or more.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <limits>
#include <string>
#include <vector>

#include <fmt/core.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "carom/simulation/compliant/stepping/fixed_contact_stepper.h"
#include "carom/simulation/compliant/stepping/step_limit.h"
#include "carom/simulation/mechanism/mechanism_system.h"
#include "cases/contact_cases.h"

namespace carom {
namespace {

constexpr double kStep = 1e-3;        // [s]
constexpr double kLimit = 100e-6;     // of a step  [s]
constexpr double kStartAgain = 10.0;  // simulated time after which the motion starts again  [s]

double read_clock(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// One mechanism, stepped for ever.
class Loop {
 public:
  Loop(const cases::ContactCase& scene, FixedMethod method, int substeps)
      : substeps_(substeps),
        contacts_(scene.model, scene.contacts),
        part_(contacts_),
        system_(scene.model, {&part_}),
        log_(part_),
        stepper_(part_, {.method = method, .step = kStep, .substeps = substeps}, log_),
        start_(static_cast<std::size_t>(system_.size())) {
    system_.pack(scene.model.make_initial_state(), start_);
    start_again();
  }

  void start_again() { ok_ = ok_ && !stepper_.restart(0.0, start_, {}).failed(); }
  [[nodiscard]] bool is_over() const { return stepper_.time() > kStartAgain; }
  [[nodiscard]] bool ok() const { return ok_; }
  [[nodiscard]] std::int64_t touch_downs() const { return touch_downs_; }

  /// What a controller's period does.
  void step() {
    for (int i = 0; i < substeps_; ++i) {
      ok_ = ok_ && !stepper_.step(1e9).failed();
      for (const ContactEvent& event : log_.events()) touch_downs_ += event.kind == ContactEvent::Kind::TouchDown;
      log_.clear();
    }
  }

 private:
  int substeps_;
  CompliantContacts contacts_;
  CompliantPart part_;
  MechanismSystem system_;
  ContactLog log_;
  FixedContactStepper stepper_;
  std::vector<double> start_;
  std::int64_t touch_downs_{};
  bool ok_{true};
};

// Counts by powers of √2 from 1 µs on.
class Histogram {
 public:
  void add(double seconds) {
    worst_ = std::max(worst_, seconds);
    sum_ += seconds;
    ++count_;
    const double place = 2.0 * std::log2(seconds / 1e-6);
    ++bins_[static_cast<std::size_t>(std::clamp(place, 0.0, static_cast<double>(kBins - 1)))];
  }
  void print(const std::string& title) const {
    fmt::print("{}: mean {:.3f} µs, worst {:.3f} µs of {} steps\n", title, 1e6 * sum_ / static_cast<double>(count_),
               1e6 * worst_, count_);
    std::int64_t left = count_;
    for (std::size_t i = 0; i < kBins; ++i) {
      if (bins_[i] == 0) continue;
      left -= bins_[i];
      fmt::print("  {:>9.2f} to {:>9.2f} µs {:>9}   {:>9} slower\n",
                 i == 0 ? 0.0 : std::exp2(0.5 * static_cast<double>(i)), std::exp2(0.5 * static_cast<double>(i + 1)),
                 bins_[i], left);
    }
  }

 private:
  static constexpr std::size_t kBins = 40;
  std::array<std::int64_t, kBins> bins_{};
  double worst_{}, sum_{};  // [s]
  std::int64_t count_{};
};

// `own` holds the shortest time of each step since the motion started.
Histogram measure(Loop& loop, std::int64_t steps, clockid_t clock, std::vector<double>& own) {
  Histogram histogram;
  std::size_t place = 0;
  loop.start_again();
  for (std::int64_t i = 0; i < steps; ++i, ++place) {
    if (loop.is_over() || place == own.size()) {
      loop.start_again();
      place = 0;
    }
    const double start = read_clock(clock);
    loop.step();
    const double time = read_clock(clock) - start;
    histogram.add(time);
    own[place] = std::min(own[place], time);
  }
  return histogram;
}

// In a process that the kernel ends at the first system call but those of this function itself.
bool steps_without_system_calls(Loop& loop, std::int64_t steps) {
  const pid_t child = fork();
  if (child == 0) {
    prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT);
    for (std::int64_t i = 0; i < steps; ++i) {
      if (loop.is_over()) loop.start_again();
      loop.step();
    }
    syscall(SYS_exit, loop.ok() ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

bool report(const std::string& name, const cases::ContactCase& scene, FixedMethod method, std::int64_t steps) {
  const StepLimits limits = estimate_step_limits(scene.model, scene.model.make_initial_state(), scene.contacts, method);
  const int substeps = static_cast<int>(std::ceil(kStep / limits.strictest().longest));
  fmt::print("{}: {}, 1 kHz in {} sub-steps; the contacts bear {:.2g} s\n", name, method_name(method), substeps,
             limits.strictest().longest);
  Loop loop(scene, method, substeps);
  for (int i = 0; i < 10'000; ++i) loop.step();  // caches and pages
  rusage before{}, after{};
  getrusage(RUSAGE_THREAD, &before);
  constexpr double kNever = std::numeric_limits<double>::infinity();
  std::vector<double> own(static_cast<std::size_t>(kStartAgain / kStep), kNever), unused(own);
  const Histogram wall = measure(loop, steps, CLOCK_MONOTONIC, own);
  getrusage(RUSAGE_THREAD, &after);
  const Histogram processor = measure(loop, steps, CLOCK_THREAD_CPUTIME_ID, unused);
  double worst = 0.0;
  for (const double time : own) worst = time < kNever ? std::max(worst, time) : worst;
  wall.print("  wall time");
  processor.print("  processor time, with reading its clock");
  fmt::print("  worst step by its own time: {:.3f} µs (each of {} steps of the motion, shortest of {})\n", 1e6 * worst,
             own.size(), steps / static_cast<std::int64_t>(own.size()));
  fmt::print("  interrupted by the scheduler {} times, page faults {}\n", after.ru_nivcsw - before.ru_nivcsw,
             after.ru_minflt + after.ru_majflt - before.ru_minflt - before.ru_majflt);
  const bool quiet = steps_without_system_calls(loop, std::min<std::int64_t>(steps, 100'000));
  fmt::print("  touch-downs {}; system calls while stepping: {}; {}\n\n", loop.touch_downs(), quiet ? "none" : "SOME",
             loop.ok() ? "all steps good" : "A STEP FAILED");
  return quiet && loop.ok() && worst < kLimit;
}

}  // namespace
}  // namespace carom

int main(int count, char** arguments) {
  const std::int64_t steps = count > 1 ? std::atoll(arguments[1]) : 1'000'000;
  const bool locked = mlockall(MCL_CURRENT | MCL_FUTURE) == 0;
  const sched_param priority{.sched_priority = 80};
  const bool first = sched_setscheduler(0, SCHED_FIFO, &priority) == 0;
  fmt::print("memory {}, scheduling {}\n\n", locked ? "locked" : "not locked (not permitted)",
             first ? "first in, first out" : "as everyone's (not permitted)");
  const bool pendulum = carom::report("double pendulum, Gonthier's contact", carom::cases::make_gonthier_pendulum(),
                                      carom::FixedMethod::Rk4, steps);
  const bool arm =
      carom::report("six-joint arm, four contacts", carom::cases::make_tapping_arm(), carom::FixedMethod::Rk4, steps);
  return pendulum && arm ? 0 : 1;
}
