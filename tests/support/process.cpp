#include "support/process.h"

#include <cerrno>
#include <cstdio>
#include <memory>
#include <system_error>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace carom::test {
namespace {

using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

// Output goes to files without a name: unlike pipes they never fill up and stop the program.
File make_file() { return {std::tmpfile(), std::fclose}; }

std::string read_all(std::FILE* file) {
  std::string text;
  std::rewind(file);
  for (int c = std::fgetc(file); c != EOF; c = std::fgetc(file)) text += static_cast<char>(c);
  return text;
}

pid_t start(const std::vector<std::string>& command, std::FILE* out, std::FILE* err) {
  std::vector<char*> arguments;
  arguments.reserve(command.size() + 1);
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, fileno(out), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, fileno(err), STDERR_FILENO);
  pid_t process{};
  const int error = posix_spawn(&process, arguments[0], &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) throw std::system_error(error, std::generic_category(), command[0]);
  return process;
}

}  // namespace

ProcessResult run_process(const std::vector<std::string>& command) {
  const File out = make_file();
  const File err = make_file();
  int status = 0;
  const pid_t process = start(command, out.get(), err.get());
  if (waitpid(process, &status, 0) != process) throw std::system_error(errno, std::generic_category(), "waitpid");
  ProcessResult result;
  if (WIFEXITED(status)) result.code = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) result.signal = WTERMSIG(status);
  result.out = read_all(out.get());
  result.err = read_all(err.get());
  return result;
}

}  // namespace carom::test
