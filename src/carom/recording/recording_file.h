#pragma once

#include <filesystem>

namespace carom {

/// The right to write a recording: the file exists, is a recording or empty, and no other run writes to it while this
/// object lives. Whoever goes on with a recording reads it under this lock, or another run may add to it in between.
class RecordingFile {
 public:
  enum class Existing { Refuse, Replace, Keep };
  /// Refuse: makes the file; one that is there must be empty. Replace: empties a recording that is there, too. Keep:
  /// the recording must be there. Throws IoError, and InputError where the file is something else than a recording.
  RecordingFile(const std::filesystem::path& path, Existing existing);
  ~RecordingFile();
  RecordingFile(const RecordingFile&) = delete;
  RecordingFile& operator=(const RecordingFile&) = delete;

  /// Absolute, with links resolved: a later change of the working folder does not matter.
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  void open(Existing existing);
  void check_content(Existing existing) const;
  void check_journals() const;
  void make_empty() const;

  std::filesystem::path path_;
  int descriptor_{-1};
};

}  // namespace carom
