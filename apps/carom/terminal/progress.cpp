#include "apps/carom/terminal/progress.h"

#include <algorithm>
#include <cstdio>
#include <string>

#include <fmt/core.h>
#include <unistd.h>

namespace carom::app {
namespace {

constexpr auto kFirstShown = std::chrono::milliseconds(500);  // what is over sooner needs no bar
constexpr auto kBetween = std::chrono::milliseconds(100);
constexpr int kWidth = 30;

}  // namespace

Progress::Progress(double total, bool wanted) : total_(total), active_(wanted && isatty(STDERR_FILENO) != 0) {
  next_ = start_ + kFirstShown;
}

Progress::~Progress() { clear(); }

void Progress::clear() {
  if (drawn_) fmt::print(stderr, "\r\033[K");
  drawn_ = false;
}

void Progress::show(double done) {
  if (!active_) return;
  const Clock::time_point now = Clock::now();
  if (now < next_) return;
  next_ = now + kBetween;
  drawn_ = true;
  const double part = std::clamp(done / total_, 0.0, 1.0);
  const double elapsed = std::chrono::duration<double>(now - start_).count();
  const auto full = static_cast<int>(part * kWidth);
  const std::string bar =
      std::string(static_cast<std::size_t>(full), '#') + std::string(static_cast<std::size_t>(kWidth - full), '.');
  const double left = part > 0.0 ? elapsed * (1.0 - part) / part : 0.0;
  fmt::print(stderr, "\r\033[K[{}] {:3.0f} %  t = {:.4g} of {:.4g} s, {:.0f} s left", bar, 100.0 * part, done, total_,
             left);
  std::fflush(stderr);
}

}  // namespace carom::app
