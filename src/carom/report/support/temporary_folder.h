#pragma once

#include <filesystem>

namespace carom {

/// A folder of its own, removed with all it holds. Made inside another where files will be renamed to there.
class TemporaryFolder {
 public:
  /// Throws IoError.
  explicit TemporaryFolder(const std::filesystem::path& parent = std::filesystem::temp_directory_path());
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  /// Absolute.
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

  /// Removes all that there are: for a program that ends at once, and calls no destructor.
  static void remove_all();

 private:
  std::filesystem::path path_;
};

}  // namespace carom
