#include "apps/carom/stop_signal.h"

#include <csignal>

namespace carom::app {
namespace {

volatile std::sig_atomic_t g_signal = 0;  // the only thing a handler may touch

extern "C" void remember_signal(int number) {
  g_signal = number;
  std::signal(number, SIG_DFL);
}

}  // namespace

StopSignal::StopSignal() {
  g_signal = 0;
  std::signal(SIGINT, remember_signal);
  std::signal(SIGTERM, remember_signal);
}

StopSignal::~StopSignal() {
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
}

std::optional<ExitCode> StopSignal::received() {
  const int number = g_signal;
  if (number == 0) return std::nullopt;
  return number == SIGINT ? ExitCode::Interrupted : ExitCode::Terminated;
}

}  // namespace carom::app
