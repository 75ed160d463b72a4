#include "carom/recording/recording_file.h"

#include <array>
#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "carom/base/input_error.h"
#include "carom/recording/format.h"
#include "carom/recording/io_error.h"

namespace carom {
namespace {

constexpr std::array kJournals{"-wal", "-shm", "-journal"};

[[noreturn]] void fail(const std::filesystem::path& path, int error) {
  throw IoError(fmt::format("cannot write '{}': {}", path.string(), std::strerror(error)), error);
}

}  // namespace

RecordingFile::RecordingFile(const std::filesystem::path& path, Existing existing) : path_(path) {
  std::error_code error;
  if (path_.empty() || path_.filename().empty()) throw IoError(fmt::format("'{}' is no name of a file", path.string()));
  path_ = std::filesystem::weakly_canonical(std::filesystem::absolute(path_), error);
  if (error) fail(path, error.value());
  try {
    open(existing);
    check_content(existing);
    if (existing != Existing::Keep) make_empty();
  } catch (...) {
    if (descriptor_ >= 0) close(descriptor_);
    throw;
  }
}

// Closed after the database: closing any descriptor of a file drops SQLite's own locks on it.
RecordingFile::~RecordingFile() { close(descriptor_); }

void RecordingFile::open(Existing existing) {
  struct stat status {};
  if (stat(path_.c_str(), &status) == 0 && !S_ISREG(status.st_mode)) {
    throw IoError(fmt::format("cannot write '{}': not an ordinary file", path_.string()), EINVAL);
  }
  const int create = existing != Existing::Keep ? O_CREAT : 0;
  descriptor_ = ::open(path_.c_str(), O_RDWR | O_CLOEXEC | create, 0666);
  if (descriptor_ < 0) fail(path_, errno);
  // SQLite locks each transaction for itself; this lock is for the whole run.
  if (flock(descriptor_, LOCK_EX | LOCK_NB) == 0) return;
  if (errno != EWOULDBLOCK) fail(path_, errno);
  throw IoError(fmt::format("cannot write '{}': another run is writing to it", path_.string()), EBUSY);
}

// By the first bytes of the file: SQLite's magic and, at byte 68, the application's.
void RecordingFile::check_content(Existing existing) const {
  std::array<unsigned char, 100> header{};
  const ssize_t size = pread(descriptor_, header.data(), header.size(), 0);
  if (size < 0) fail(path_, errno);
  if (size == 0) return check_journals();
  const std::int64_t id = header[68] << 24 | header[69] << 16 | header[70] << 8 | header[71];
  const bool is_recording =
      size == static_cast<ssize_t>(header.size()) &&
      std::memcmp(header.data(), recording_format::kMagic.data(), recording_format::kMagic.size()) == 0 &&
      id == recording_format::kApplicationId;
  const char* const problem =
      is_recording ? "exists; it is left as it is" : "exists and is not a recording; it is left as it is";
  if (is_recording && existing != Existing::Refuse) return;
  throw InputError(fmt::format("'{}'", path_.string()), problem);
}

// Files of other people that stand where SQLite's journals of a new recording would.
void RecordingFile::check_journals() const {
  for (const char* const suffix : kJournals) {
    const std::string name = path_.string() + suffix;
    if (access(name.c_str(), F_OK) != 0) continue;
    throw InputError(fmt::format("'{}'", name),
                     "stands where a journal of the recording would; move it away, or give the recording another name");
  }
}

void RecordingFile::make_empty() const {
  // A journal left behind by a run that was killed would be taken for the new file's.
  for (const char* const suffix : kJournals) {
    const std::string name = path_.string() + suffix;
    if (unlink(name.c_str()) != 0 && errno != ENOENT) fail(name, errno);
  }
  if (ftruncate(descriptor_, 0) != 0) fail(path_, errno);
}

}  // namespace carom
