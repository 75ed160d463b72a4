#pragma once

#include <filesystem>

#include "carom/recording/recording_reader.h"

namespace carom {

/// Throws InputError where the destination is the recording itself.
void check_export(const RecordingReader& recording, const std::filesystem::path& destination);

/// A file in the making: written under another name in the same folder and renamed when it is complete, so that no one
/// ever sees half a file, and what stood there before stays until then.
class ExportFile {
 public:
  /// Throws IoError where nothing can be written there, or where something else than an ordinary file stands there.
  explicit ExportFile(const std::filesystem::path& destination);
  /// Removes the file in the making, unless it was committed.
  ~ExportFile();
  ExportFile(const ExportFile&) = delete;
  ExportFile& operator=(const ExportFile&) = delete;

  /// What to write to: an empty file.
  [[nodiscard]] const std::filesystem::path& temporary_path() const { return temporary_; }
  [[nodiscard]] const std::filesystem::path& destination() const { return destination_; }

  /// Brings it to disk and gives it its name. Throws IoError.
  void commit();

 private:
  std::filesystem::path destination_;
  std::filesystem::path temporary_;
  bool committed_{};
};

}  // namespace carom
