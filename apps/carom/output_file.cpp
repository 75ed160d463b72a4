#include "apps/carom/output_file.h"

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <system_error>

#include <unistd.h>

namespace carom::app {
namespace {

[[noreturn]] void fail(const std::string& path) {
  throw std::system_error(errno, std::generic_category(), "cannot write '" + path + "'");
}

}  // namespace

void write_output(const std::string& path, const std::string& text) {
  if (path == "-") {
    std::fwrite(text.data(), 1, text.size(), stdout);  // the program checks its output at the end
    return;
  }
  const std::string beside = path + ".part" + std::to_string(getpid());
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(beside.c_str(), "wb"), &std::fclose);
  if (!file) fail(path);
  const bool written = std::fwrite(text.data(), 1, text.size(), file.get()) == text.size();
  if (std::fclose(file.release()) != 0 || !written) {
    const int reason = errno;
    std::remove(beside.c_str());
    errno = reason;
    fail(path);
  }
  std::filesystem::rename(beside, path);
}

}  // namespace carom::app
