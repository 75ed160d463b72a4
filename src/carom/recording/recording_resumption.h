#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

#include "carom/recording/recording.h"
#include "carom/recording/recording_file.h"

namespace carom {

class RecordingStore;

/// A recording to go on with, and from where. The file is locked before it is read: a run that still writes to it could
/// add to it in between, and what it added would be there twice.
///
/// A checkpoint counts only where its own checksum is right, it belongs to this header, and every sample and event
/// before it is whole; otherwise the one before it is taken.
class RecordingResumption {
 public:
  /// Throws IoError where the file cannot be read or another run is writing to it, SyntaxError where it is damaged, and
  /// InputError where there is no checkpoint, or the recording is of a format without checksums.
  explicit RecordingResumption(const std::filesystem::path& path);
  ~RecordingResumption();
  RecordingResumption(RecordingResumption&&) noexcept;
  RecordingResumption& operator=(RecordingResumption&&) noexcept;

  [[nodiscard]] const std::filesystem::path& path() const { return file_->path(); }
  [[nodiscard]] const RecordingHeader& header() const { return header_; }
  [[nodiscard]] const Checkpoint& checkpoint() const { return checkpoint_.checkpoint; }
  /// Why it does not go on from the last checkpoint; empty: it does.
  [[nodiscard]] const std::string& warning() const { return warning_; }

  /// For RecordingWriter: drops what came after the checkpoint. Throws sqlite::Error.
  [[nodiscard]] std::unique_ptr<RecordingStore> open_store() &&;

 private:
  std::unique_ptr<RecordingFile> file_;
  RecordingHeader header_;
  std::int64_t header_checksum_{};
  RecordedCheckpoint checkpoint_;
  std::string warning_;
};

}  // namespace carom
