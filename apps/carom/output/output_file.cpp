#include "apps/carom/output/output_file.h"

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <system_error>

#include <unistd.h>

#include "carom/recording/export_file.h"

namespace carom::app {
namespace {

[[noreturn]] void fail(const std::string& path) {
  throw std::system_error(errno, std::generic_category(), "cannot write '" + path + "'");
}

// False, with the reason in errno, unless everything has been written.
bool write_all(const std::string& path, const std::string& text) {
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "wb"), &std::fclose);
  if (!file) return false;
  const bool written = std::fwrite(text.data(), 1, text.size(), file.get()) == text.size();
  return std::fclose(file.release()) == 0 && written;
}

}  // namespace

void write_output(const std::string& path, const std::string& text) {
  if (path == "-") {
    std::fwrite(text.data(), 1, text.size(), stdout);  // the program checks its output at the end
    return;
  }
  // A device or a pipe is written to: to rename over it would put a file in its place.
  std::error_code ignored;
  const std::filesystem::file_status status = std::filesystem::status(path, ignored);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
    if (!write_all(path, text)) fail(path);
    return;
  }
  // Through a link, so that the link stays.
  ExportFile file(path);
  if (!write_all(file.temporary_path().string(), text)) fail(path);
  file.commit();
}

void check_output(const std::string& path) {
  if (path.empty() || path == "-") return;
  const std::filesystem::path folder = std::filesystem::weakly_canonical(std::filesystem::absolute(path)).parent_path();
  const bool exists = access(path.c_str(), F_OK) == 0;
  if (access(exists ? path.c_str() : folder.c_str(), W_OK) != 0) fail(path);
  if (std::filesystem::is_directory(path)) {
    errno = EISDIR;
    fail(path);
  }
}

}  // namespace carom::app
