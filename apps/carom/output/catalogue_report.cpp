#include "apps/carom/output/catalogue_report.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "apps/carom/output/wording.h"

namespace carom::app {
namespace {

using schema::CatalogueEntry;
using schema::CatalogueFamily;
using schema::Key;

constexpr int kCatalogueFormatVersion = 1;

// A key that is only refused has no type and is no choice.
bool is_shown(const Key& key) { return !key.type.empty(); }

std::string describe_values(const Key& key) {
  if (!key.choices.empty()) return fmt::format("{}", fmt::join(key.choices, ", "));
  std::string text = key.type;
  if (!key.units.empty()) text += fmt::format(" [{}]", fmt::join(key.units, " or "));
  const std::string range = key.range.describe();
  return range.empty() ? text : text + ", " + range;
}

std::string describe_default(const Key& key) {
  if (key.is_required) return "required";
  return key.default_text.empty() ? "" : "default " + key.default_text;
}

std::string format_keys(const schema::AnyTable& table, const std::string& without) {
  struct Line {
    std::string name, values, otherwise, help;
  };
  std::vector<Line> lines;
  std::size_t name_width = 0;
  std::size_t value_width = 0;
  std::size_t default_width = 0;
  for (const Key& key : table.keys()) {
    if (!is_shown(key) || key.name == without) continue;
    lines.push_back({key.name, describe_values(key), describe_default(key), key.help});
    name_width = std::max(name_width, text_width(lines.back().name));
    value_width = std::max(value_width, text_width(lines.back().values));
    default_width = std::max(default_width, text_width(lines.back().otherwise));
  }
  std::string text;
  for (const Line& line : lines) {
    text += fmt::format("  {:<{}}  {:<{}}  {:<{}}  {}\n", line.name, name_width, line.values, value_width,
                        line.otherwise, default_width, line.help);
  }
  return text;
}

std::string format_entry(const CatalogueFamily& family, const CatalogueEntry& entry) {
  std::string text = fmt::format("{} {} = \"{}\": {}\n", family.name, family.tag, entry.name, entry.table->help());
  if (!entry.table->formula().empty()) {
    text += fmt::format("  {}\n  source: {}\n", entry.table->formula(), entry.table->source());
  }
  const std::string own = format_keys(*entry.table, family.tag);
  const std::string common = format_keys(*family.common, family.tag);
  if (!own.empty()) text += "\nits keys\n" + own;
  if (!common.empty()) text += fmt::format("\nkeys of every {}\n{}", family.name, common);
  return text;
}

std::string format_family(const CatalogueFamily& family) {
  std::size_t width = 0;
  for (const CatalogueEntry& entry : family.entries) width = std::max(width, text_width(entry.name));
  std::string text = fmt::format("{}, chosen by `{}`\n", family.name, family.tag);
  for (const CatalogueEntry& entry : family.entries) {
    text += fmt::format("  {:<{}}  {}\n", entry.name, width, entry.table->help());
  }
  return text;
}

nlohmann::ordered_json make_keys(const schema::AnyTable& table) {
  nlohmann::ordered_json keys = nlohmann::ordered_json::array();
  for (const Key& key : table.keys()) {
    if (!is_shown(key)) continue;
    keys.push_back({{"name", key.name},
                    {"type", key.type},
                    {"units", key.units},
                    {"range", key.range.describe()},
                    {"choices", key.choices},
                    {"required", key.is_required},
                    {"default", key.default_text},
                    {"meaning", key.help}});
  }
  return keys;
}

}  // namespace

std::string format_catalogue(const Families& families) {
  std::string text;
  for (const CatalogueFamily& family : families) text += format_family(family) + "\n";
  return text + "'carom laws NAME' shows the keys of one, with units, ranges and defaults.\n";
}

std::string format_entries(const Families& families, const std::string& name) {
  std::string text;
  const auto add = [&text](const std::string& part) { text += (text.empty() ? "" : "\n") + part; };
  for (const CatalogueFamily& family : families) {
    if (family.name == name) add(format_family(family));
    for (const CatalogueEntry& entry : family.entries) {
      if (entry.name == name) add(format_entry(family, entry));
    }
  }
  return text;
}

std::string make_catalogue_json(const Families& families) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const CatalogueFamily& family : families) {
    nlohmann::ordered_json entries = nlohmann::ordered_json::array();
    for (const CatalogueEntry& entry : family.entries) {
      entries.push_back({{"name", entry.name},
                         {"summary", entry.table->help()},
                         {"formula", entry.table->formula()},
                         {"source", entry.table->source()},
                         {"keys", make_keys(*entry.table)}});
    }
    list.push_back({{"name", family.name},
                    {"chosen_by", family.tag},
                    {"summary", family.common->help()},
                    {"keys", make_keys(*family.common)},
                    {"entries", std::move(entries)}});
  }
  return nlohmann::ordered_json{{"format", kCatalogueFormatVersion}, {"families", std::move(list)}}.dump(2) + "\n";
}

std::vector<std::string> list_names(const Families& families) {
  std::vector<std::string> names;
  for (const CatalogueFamily& family : families) {
    names.push_back(family.name);
    for (const CatalogueEntry& entry : family.entries) names.push_back(entry.name);
  }
  return names;
}

}  // namespace carom::app
