#include "carom/report/support/temporary_folder.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <set>
#include <string>

#include <fmt/format.h>

#include "carom/recording/io_error.h"

namespace carom {
namespace {

// Those that there are.
std::mutex g_mutex;
std::set<std::filesystem::path>& folders() {
  static std::set<std::filesystem::path> all;
  return all;
}

}  // namespace

TemporaryFolder::TemporaryFolder(const std::filesystem::path& parent) {
  std::string pattern = (parent / ".carom-XXXXXX").string();
  if (mkdtemp(pattern.data()) == nullptr) {
    throw IoError(fmt::format("cannot write to '{}': {}", parent.string(), std::strerror(errno)), errno);
  }
  path_ = std::filesystem::absolute(pattern);
  const std::lock_guard lock(g_mutex);
  folders().insert(path_);
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
  const std::lock_guard lock(g_mutex);
  folders().erase(path_);
}

void TemporaryFolder::remove_all() {
  const std::lock_guard lock(g_mutex);
  for (const std::filesystem::path& folder : folders()) {
    std::error_code ignored;
    std::filesystem::remove_all(folder, ignored);
  }
}

}  // namespace carom
