#include "carom/scene/source_files.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <iterator>
#include <memory>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "carom/scene/toml.h"

namespace carom {
namespace {

namespace fs = std::filesystem;

// A system error with a sentence of its own.
class NotAFileError : public std::system_error {
 public:
  explicit NotAFileError(const std::string& name)
      : std::system_error(EINVAL, std::generic_category()),
        sentence_(name + ": a pipe or a device, not an ordinary file") {}
  [[nodiscard]] const char* what() const noexcept override { return sentence_.c_str(); }

 private:
  std::string sentence_;
};

[[noreturn]] void fail(const std::string& name, int code) {
  throw std::system_error(code, std::generic_category(), name);
}

// What the process has been given open, such as /dev/stdin, and <(…) of a shell.
bool is_open_already(const fs::path& path) {
  const std::string name = path.lexically_normal().string();
  return name == "/dev/stdin" || name.starts_with("/dev/fd/") || name.starts_with("/proc/self/fd/");
}

// Opening a pipe waits until someone writes, and a device may have no end.
std::FILE* open_file(const fs::path& path) {
  const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0) fail(path.string(), errno);
  struct stat status {};
  const bool known = fstat(descriptor, &status) == 0;
  if (known && (S_ISREG(status.st_mode) || (is_open_already(path) && !S_ISDIR(status.st_mode)))) {
    fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK);
    if (std::FILE* const file = fdopen(descriptor, "rb")) return file;
  }
  const int reason = S_ISDIR(status.st_mode) ? EISDIR : 0;
  close(descriptor);
  if (reason != 0) fail(path.string(), reason);
  throw NotAFileError(path.string());
}

}  // namespace

SourceFiles::SourceFiles(const std::optional<fs::path>& folder)
    : folder_(fs::absolute(folder.value_or("") / ".").lexically_normal().parent_path()),
      given_folder_(folder.value_or("")),
      has_folder_(folder.has_value()) {}

SourceFiles::SourceFiles(const SceneSources& kept) : folder_(kept.folder), has_disk_(false) {
  for (std::size_t i = 1; i < kept.files.size(); ++i) keep(kept.files[i]);
}

std::string SourceFiles::describe(const fs::path& name) const { return (given_folder_ / name).string(); }

fs::path SourceFiles::identify(const fs::path& name) const {
  // Names that were kept have been told apart already.
  if (!has_disk_) return folder_ / name;
  std::error_code error;
  return fs::weakly_canonical(folder_ / name, error);
}

bool SourceFiles::is_below_folder(const fs::path& name) const {
  const fs::path path = identify(name);
  const fs::path folder = has_disk_ ? fs::weakly_canonical(folder_) : folder_;
  const auto [end, rest] = std::mismatch(folder.begin(), folder.end(), path.begin(), path.end());
  return end == folder.end() && name.is_relative();
}

bool SourceFiles::exists(const fs::path& name) const {
  std::error_code error;
  return by_name_.contains(name.string()) || (has_disk_ && fs::is_regular_file(given_folder_ / name, error));
}

const std::string& SourceFiles::read(const fs::path& name) {
  const auto known = by_name_.find(name.string());
  if (known != by_name_.end()) return known->second->bytes;
  if (!has_disk_) fail(name.string(), ENOENT);
  return keep({name.string(), read_file(given_folder_ / name)});
}

const std::string& SourceFiles::keep(SourceFile file) {
  const SourceFile& kept = files_.emplace_back(std::move(file));
  by_name_.emplace(kept.name, &kept);
  return kept.bytes;
}

std::vector<SourceFile> SourceFiles::take() {
  by_name_.clear();
  std::vector<SourceFile> files(std::make_move_iterator(files_.begin()), std::make_move_iterator(files_.end()));
  files_.clear();
  return files;
}

std::string read_file(const fs::path& path) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(open_file(path), &std::fclose);
  // Read piece by piece: standard input has no size. One byte too many is enough for a parser to refuse.
  std::string bytes;
  std::string piece(std::size_t{1} << 16U, '\0');
  while (bytes.size() <= kLongestToml) {
    const std::size_t count = std::fread(piece.data(), 1, piece.size(), file.get());
    if (std::ferror(file.get()) != 0) fail(path.string(), errno);
    if (count == 0) break;
    bytes.append(piece, 0, count);
  }
  return bytes;
}

}  // namespace carom
