#include "carom/report/figure/child_process.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <thread>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace carom {
namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

// The number that posix_spawnp() returns: 0, or what went wrong.
int start(const ChildProcess& child, pid_t& process) {
  std::vector<char*> arguments;
  arguments.reserve(child.command.size() + 1);
  for (const std::string& word : child.command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, child.messages.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
  posix_spawn_file_actions_addchdir_np(&actions, child.folder.c_str());
  const int error = posix_spawnp(&process, arguments[0], &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

// False where the time is over first.
bool wait_for(pid_t process, milliseconds longest, int& status) {
  const Clock::time_point end = Clock::now() + longest;
  for (milliseconds pause(1);; pause = std::min(2 * pause, milliseconds(20))) {
    if (waitpid(process, &status, WNOHANG) == process) return true;
    if (Clock::now() >= end) return false;
    std::this_thread::sleep_for(pause);
  }
}

}  // namespace

ChildStatus run_child_process(const ChildProcess& child) {
  pid_t process{};
  const int error = start(child, process);
  if (error == ENOENT) return ChildStatus::Missing;
  if (error != 0) return ChildStatus::Failed;
  int status = 0;
  if (!wait_for(process, child.longest, status)) {
    kill(process, SIGKILL);
    waitpid(process, &status, 0);
    return ChildStatus::TooLong;
  }
  return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? ChildStatus::Done : ChildStatus::Failed;
}

}  // namespace carom
