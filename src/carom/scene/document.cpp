#include "carom/scene/document.h"

#include <algorithm>
#include <filesystem>
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
  Loader(SourceFiles& files, Diagnostics& diagnostics) : files_(files), diagnostics_(diagnostics) {}

  /// The scene itself counts as included.
  [[nodiscard]] std::optional<Value> load_root(schema::Source source) {
    included_.insert(files_.identify(fs::path(source.name).filename()));
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
    if (!files_.has_folder()) return refuse(fmt::format("'{}' cannot be found: this scene is in no folder", name));
    if (depth > kDeepestInclude)
      return refuse(fmt::format("'{}' is included more than {} deep", name, kDeepestInclude));
    if (!files_.is_below_folder(name)) {
      return refuse(fmt::format("'{}' must be a file in the scene's folder or below it", name));
    }
    // A file reads the same every time: twice would only define everything twice. This also ends cycles.
    if (!included_.insert(files_.identify(name)).second) {
      return refuse(fmt::format("'{}' is included a second time", name));
    }
    if (!files_.exists(name)) return refuse(fmt::format("'{}' does not exist or is no file", name));
    try {
      return load({.name = files_.describe(name), .text = files_.read(name)}, depth);
    } catch (const std::system_error& failure) {
      return refuse(failure.what());
    }
  }

  SourceFiles& files_;
  Diagnostics& diagnostics_;
  std::set<fs::path> included_;
};

}  // namespace

std::optional<Value> load_document(schema::Source source, SourceFiles& files, Diagnostics& diagnostics) {
  return Loader(files, diagnostics).load_root(std::move(source));
}

}  // namespace carom
