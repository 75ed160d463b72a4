#include "carom/report/support/temporary_folder.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>

#include <fmt/format.h>

#include "carom/recording/io_error.h"

namespace carom {

TemporaryFolder::TemporaryFolder(const std::filesystem::path& parent) {
  std::string pattern = (parent / ".carom-XXXXXX").string();
  if (mkdtemp(pattern.data()) == nullptr) {
    throw IoError(fmt::format("cannot write to '{}': {}", parent.string(), std::strerror(errno)), errno);
  }
  path_ = std::filesystem::absolute(pattern);
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace carom
