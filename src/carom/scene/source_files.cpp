#include "carom/scene/source_files.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <iterator>
#include <memory>
#include <system_error>
#include <utility>

#include "carom/scene/toml.h"

namespace carom {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const std::string& name, int code) {
  throw std::system_error(code, std::generic_category(), name);
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
  if (fs::is_directory(path)) fail(path.string(), EISDIR);
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"), &std::fclose);
  if (!file) fail(path.string(), errno);
  // Read piece by piece: a pipe has no size, and a device no end. One byte too many is enough for a parser to refuse.
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
