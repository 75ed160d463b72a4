#pragma once

#include <deque>
#include <filesystem>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "carom/base/scene_sources.h"

namespace carom {

/// Every file that a scene asks for is read through this, by its name from the scene's folder on. What was read is
/// kept, so that the scene can be read again from what was kept alone. The scene's own text is not one of them.
class SourceFiles {
 public:
  /// Files on the disk. Without a folder, as for a scene that is no file, names count from the working folder.
  explicit SourceFiles(const std::optional<std::filesystem::path>& folder);
  /// Files that were kept, and no others: the disk is not looked at.
  explicit SourceFiles(const SceneSources& kept);

  [[nodiscard]] bool has_folder() const { return has_folder_; }
  /// Absolute.
  [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }
  /// How messages call a file.
  [[nodiscard]] std::string describe(const std::filesystem::path& name) const;
  /// The same for all names of one file. Empty: it cannot be told.
  [[nodiscard]] std::filesystem::path identify(const std::filesystem::path& name) const;
  /// Whether a file lies in the scene's folder or below it, also when links are followed.
  [[nodiscard]] bool is_below_folder(const std::filesystem::path& name) const;

  [[nodiscard]] bool exists(const std::filesystem::path& name) const;
  /// Throws std::system_error. Stays valid until take().
  [[nodiscard]] const std::string& read(const std::filesystem::path& name);
  /// All that was kept, in the order of reading.
  [[nodiscard]] std::vector<SourceFile> take();

 private:
  const std::string& keep(SourceFile file);

  std::filesystem::path folder_;
  std::filesystem::path given_folder_;  // as the user wrote it
  bool has_folder_{true};
  bool has_disk_{true};
  std::deque<SourceFile> files_;
  std::unordered_map<std::string, const SourceFile*> by_name_;
};

/// The bytes of an ordinary file, or of what the process has been given open (/dev/stdin, /dev/fd/3); of one that is
/// too long for any of our formats, just enough to see it. Throws std::system_error, for other pipes and devices too.
[[nodiscard]] std::string read_file(const std::filesystem::path& path);

}  // namespace carom
