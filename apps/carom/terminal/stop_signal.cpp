#include "apps/carom/terminal/stop_signal.h"

#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>

#include <semaphore.h>
#include <unistd.h>

#include "carom/report/support/temporary_folder.h"

namespace carom::app {
namespace {

constexpr std::array kSignals{SIGINT, SIGTERM, SIGHUP};
constexpr auto kPatience = std::chrono::milliseconds(850);

// Signals belong to the process, and a handler reaches nothing but what is global.
std::atomic<int> g_signal{0};
std::atomic<bool> g_stop{false};
std::atomic<int> g_graceful{0};
std::atomic<bool> g_over{false};
sem_t g_wake;
static_assert(std::atomic<int>::is_always_lock_free && std::atomic<bool>::is_always_lock_free);

extern "C" void remember_signal(int number) {
  const int error = errno;
  std::signal(number, SIG_DFL);
  g_signal = number;
  g_stop = true;
  sem_post(&g_wake);
  errno = error;
}

void wait_for_wake() {
  while (sem_wait(&g_wake) != 0 && errno == EINTR) continue;
}

ExitCode code_of(int number) {
  switch (number) {
    case SIGINT:
      return ExitCode::Interrupted;
    case SIGHUP:
      return ExitCode::HungUp;
    default:
      return ExitCode::Terminated;
  }
}

}  // namespace

StopSignal::StopSignal() {
  g_signal = 0;
  g_stop = g_over = false;
  sem_init(&g_wake, 0, 0);
  watcher_ = std::thread(watch);
  for (const int number : kSignals) {
    struct sigaction before {};
    sigaction(number, nullptr, &before);
    if (before.sa_handler != SIG_IGN) std::signal(number, remember_signal);  // NOLINT: the union's usual member
  }
}

StopSignal::~StopSignal() {
  for (const int number : kSignals) {
    struct sigaction now {};
    sigaction(number, nullptr, &now);
    if (now.sa_handler == remember_signal) std::signal(number, SIG_DFL);  // NOLINT: the union's usual member
  }
  g_over = true;
  sem_post(&g_wake);
  watcher_.join();
  sem_destroy(&g_wake);
}

// The thread: waits for a signal, then for the program to end.
void StopSignal::watch() {
  wait_for_wake();
  if (g_signal == 0) return;
  const auto deadline = std::chrono::steady_clock::now() + kPatience;
  while (g_graceful > 0 && !g_over && std::chrono::steady_clock::now() < deadline) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  if (g_over) return;
  TemporaryFolder::remove_all();
  constexpr char kMessage[] = "carom: stopped by a signal\n";
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, kMessage, sizeof kMessage - 1);
  _exit(static_cast<int>(code_of(g_signal)));
}

std::optional<ExitCode> StopSignal::received() {
  if (g_signal == 0) return std::nullopt;
  return code_of(g_signal);
}

StopToken StopSignal::token() { return StopToken(g_stop); }

GracefulStop::GracefulStop() { ++g_graceful; }
GracefulStop::~GracefulStop() { --g_graceful; }

}  // namespace carom::app
