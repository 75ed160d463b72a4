#include "carom/scene/document.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <memory>
#include <set>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "carom/scene/toml.h"

namespace carom {
namespace {

namespace fs = std::filesystem;
using schema::Diagnostics;
using schema::Entry;
using schema::Place;
using schema::Value;

constexpr int kDeepestInclude = 16;

// What the including file says wins over what it includes.
void merge(Value::Entries& base, Value::Entries&& own) {
  for (Entry& entry : own) {
    const auto old = std::find_if(base.begin(), base.end(), [&](const Entry& e) { return e.key == entry.key; });
    if (old == base.end()) {
      base.push_back(std::move(entry));
      continue;
    }
    Value::List* elements = old->value.list();
    Value::List* own_elements = entry.value.list();
    Value::Entries* keys = old->value.table();
    Value::Entries* own_keys = entry.value.table();
    if (elements != nullptr && own_elements != nullptr) {
      std::move(own_elements->begin(), own_elements->end(), std::back_inserter(*elements));
    } else if (keys != nullptr && own_keys != nullptr) {
      for (Entry& key : *own_keys) {
        std::erase_if(*keys, [&](const Entry& e) { return e.key == key.key; });
        keys->push_back(std::move(key));
      }
      old->value.place = entry.value.place;
    } else {
      *old = std::move(entry);
    }
  }
}

class Loader {
 public:
  Loader(const std::optional<fs::path>& folder, Diagnostics& diagnostics)
      : given_folder_(folder.value_or("")), diagnostics_(diagnostics) {
    if (folder) folder_ = fs::weakly_canonical(folder->empty() ? fs::path(".") : *folder);
  }

  /// The scene itself counts as included.
  [[nodiscard]] std::optional<Value> load_root(schema::Source source) {
    if (folder_) included_.insert(*folder_ / fs::path(source.name).filename());
    return load(std::move(source), 0);
  }

 private:
  [[nodiscard]] std::optional<Value> load(schema::Source source, int depth) {
    std::optional<Value> own = parse_toml(diagnostics_.add_source(std::move(source)), diagnostics_);
    if (!own) return std::nullopt;
    const Value* include = own->find("include");
    if (include == nullptr) return own;
    Value::Entries merged = load_included(*include, depth + 1);
    std::erase_if(*own->table(), [](const Entry& entry) { return entry.key == "include"; });
    merge(merged, std::move(*own->table()));
    *own->table() = std::move(merged);
    return own;
  }

  Value::Entries load_included(const Value& include, int depth) {
    Value::Entries merged;
    if (include.list() == nullptr) {
      diagnostics_.error(include.place, fmt::format("include: expected a list of files, found {}", describe(include)));
      return merged;
    }
    for (const Value& item : *include.list()) {
      std::optional<Value> part = load_file(item, depth);
      if (part) merge(merged, std::move(*part->table()));
    }
    return merged;
  }

  std::optional<Value> load_file(const Value& item, int depth) {
    const auto refuse = [&](const std::string& problem) {
      diagnostics_.error(item.place, "include: " + problem);
      return std::nullopt;
    };
    if (item.text() == nullptr) return refuse(fmt::format("expected the name of a file, found {}", describe(item)));
    const std::string name = *item.text();
    if (!folder_) return refuse(fmt::format("'{}' cannot be found: this scene is in no folder", name));
    if (depth > kDeepestInclude)
      return refuse(fmt::format("'{}' is included more than {} deep", name, kDeepestInclude));
    std::error_code error;
    const fs::path path = fs::weakly_canonical(*folder_ / name, error);
    if (error || fs::path(name).is_absolute() || !is_below_folder(path)) {
      return refuse(fmt::format("'{}' must be a file in the scene's folder or below it", name));
    }
    // A file reads the same every time: twice would only define everything twice. This also ends cycles.
    if (!included_.insert(path).second) return refuse(fmt::format("'{}' is included a second time", name));
    if (!fs::is_regular_file(path, error)) return refuse(fmt::format("'{}' does not exist or is no file", name));
    try {
      return load(
          {.name = (*folder_ / name).lexically_proximate(fs::current_path()).string(), .text = read_text_file(path)},
          depth);
    } catch (const std::system_error& failure) {
      return refuse(failure.what());
    }
  }

  [[nodiscard]] bool is_below_folder(const fs::path& path) const {
    const auto [end, rest] = std::mismatch(folder_->begin(), folder_->end(), path.begin(), path.end());
    return end == folder_->end();
  }

  fs::path given_folder_;           // as the user wrote it, for messages
  std::optional<fs::path> folder_;  // with links resolved
  Diagnostics& diagnostics_;
  std::set<fs::path> included_;
};

}  // namespace

std::string read_text_file(const fs::path& path) {
  const auto fail = [&path](int code) { throw std::system_error(code, std::generic_category(), path.string()); };
  if (fs::is_directory(path)) fail(EISDIR);
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"), &std::fclose);
  if (!file) fail(errno);
  // Read piece by piece: a pipe has no size, and a device no end. One byte too many is enough for the parser to refuse.
  std::string text;
  std::string piece(std::size_t{1} << 16U, '\0');
  while (text.size() <= kLongestToml) {
    const std::size_t count = std::fread(piece.data(), 1, piece.size(), file.get());
    if (std::ferror(file.get()) != 0) fail(errno);
    if (count == 0) break;
    text.append(piece, 0, count);
  }
  return text;
}

std::optional<Value> load_document(schema::Source source, const std::optional<fs::path>& folder,
                                   Diagnostics& diagnostics) {
  return Loader(folder, diagnostics).load_root(std::move(source));
}

}  // namespace carom
