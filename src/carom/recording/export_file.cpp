#include "carom/recording/export_file.h"

#include <cerrno>
#include <cstdio>
#include <cstring>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "carom/base/input_error.h"
#include "carom/recording/io_error.h"

namespace carom {
namespace {

constexpr int kAttempts = 100;  // to find a name that is not taken

}  // namespace

void check_export(const RecordingReader& recording, const std::filesystem::path& destination) {
  std::error_code error;
  if (!std::filesystem::equivalent(recording.path(), destination, error) || error) return;
  throw InputError(fmt::format("'{}'", destination.string()), "is the recording itself; give the export another name");
}

ExportFile::ExportFile(const std::filesystem::path& destination) {
  std::error_code error;
  destination_ = std::filesystem::weakly_canonical(std::filesystem::absolute(destination), error);
  const auto refuse = [&](const char* problem) {
    throw IoError(fmt::format("cannot write '{}': {}", destination.string(), problem));
  };
  if (error) refuse(error.message().c_str());
  if (destination.filename().empty()) refuse("not the name of a file");
  if (std::filesystem::exists(destination_, error) && !std::filesystem::is_regular_file(destination_, error)) {
    refuse("not an ordinary file");
  }
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    temporary_ = fmt::format("{}.{}-{}.part", destination_.string(), getpid(), attempt);
    const int descriptor = open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor >= 0) {
      close(descriptor);
      return;
    }
    if (errno != EEXIST) refuse(std::strerror(errno));
  }
  refuse("too many unfinished exports beside it");
}

ExportFile::~ExportFile() {
  if (!committed_) unlink(temporary_.c_str());
}

void ExportFile::commit() {
  const int descriptor = open(temporary_.c_str(), O_WRONLY | O_CLOEXEC);
  const bool synced = descriptor >= 0 && fsync(descriptor) == 0;
  const int error = errno;
  if (descriptor >= 0) close(descriptor);
  if (!synced || std::rename(temporary_.c_str(), destination_.c_str()) != 0) {
    throw IoError(fmt::format("cannot write '{}': {}", destination_.string(), std::strerror(synced ? errno : error)));
  }
  committed_ = true;
}

}  // namespace carom
