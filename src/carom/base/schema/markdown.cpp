#include "carom/base/schema/markdown.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace carom::schema {
namespace {

using Texts = std::vector<std::string>;

void add_once(Texts& texts, const std::string& text) {
  if (!text.empty() && std::find(texts.begin(), texts.end(), text) == texts.end()) texts.push_back(text);
}

// A key as it appears in tables of one name, or in alternatives of one table.
struct Row {
  std::string name;
  Texts tags{}, types{}, units{}, ranges{}, defaults{}, helps{}, choices{};
};

struct Section {
  std::string title;
  std::string help;
  Texts tags{};       // all alternatives
  Texts summaries{};  // of each of them; may be empty
  std::vector<std::vector<std::string>> groups{};
  std::vector<Row> rows{};
};

void add_row(Section& section, const Key& key, const std::string& tag) {
  if (key.type.empty()) return;
  auto row = std::find_if(section.rows.begin(), section.rows.end(), [&](const Row& r) { return r.name == key.name; });
  if (row == section.rows.end()) row = section.rows.insert(row, Row{.name = key.name});
  add_once(row->tags, tag);
  add_once(row->types, key.type);
  for (const std::string& unit : key.units) add_once(row->units, unit);
  add_once(row->ranges, key.range.describe());
  add_once(row->defaults, key.is_required ? "required" : key.default_text);
  add_once(row->helps, key.help);
  for (const std::string& choice : key.choices) add_once(row->choices, choice);
}

class Sections {
 public:
  void add(const AnyTable& table, const std::string& title) {
    auto section = std::find_if(all_.begin(), all_.end(), [&](const Section& s) { return s.title == title; });
    if (section == all_.end()) section = all_.insert(section, Section{.title = title, .help = table.help()});
    const auto number = section - all_.begin();
    fill(all_[static_cast<std::size_t>(number)], table);
    add_parts(table);
  }
  [[nodiscard]] const std::vector<Section>& all() const { return all_; }

 private:
  static void fill(Section& section, const AnyTable& table) {
    section.groups = table.one_of_groups();
    for (const Key& key : table.keys()) add_row(section, key, "");
    for (const AnyTable::Alternative& alternative : table.alternatives()) {
      if (std::find(section.tags.begin(), section.tags.end(), alternative.tag) == section.tags.end()) {
        section.tags.push_back(alternative.tag);
        section.summaries.push_back(alternative.table->help());
      }
      for (const Key& key : alternative.table->keys()) add_row(section, key, alternative.tag);
    }
  }
  void add_parts(const AnyTable& table) {
    for (const Key& key : table.keys()) {
      // At the top of a scene a table is a header of its own.
      const bool is_header = !all_.empty() && table.name() == all_.front().title;
      const std::string header = key.type == "tables" ? "[[" + key.name + "]]" : "[" + key.name + "]";
      for (const auto& part : key.tables) add(*part, is_header ? header : part->name());
    }
    for (const AnyTable::Alternative& alternative : table.alternatives()) add_parts(*alternative.table);
  }

  std::vector<Section> all_;
};

std::string join(const Texts& texts, std::string_view separator) {
  return fmt::format("{}", fmt::join(texts, separator));
}

std::string quote(const Texts& texts) { return texts.empty() ? "" : "`" + join(texts, "`, `") + "`"; }

std::string render_row(const Section& section, const Row& row) {
  std::string meaning = join(row.helps, "; ");
  if (!row.choices.empty()) meaning += (meaning.empty() ? "one of " : ": one of ") + quote(row.choices);
  std::string line = fmt::format("| `{}` |", row.name);
  if (!section.tags.empty()) {
    const bool is_common = row.tags.empty() || row.tags.size() == section.tags.size();
    line += fmt::format(" {} |", is_common ? "all" : join(row.tags, ", "));
  }
  return line + fmt::format(" {} | {} | {} | {} | {} |\n", join(row.types, " or "), join(row.units, " or "),
                            join(row.ranges, " or "), join(row.defaults, " or "), meaning);
}

std::string render_section(const Section& section) {
  std::string text = fmt::format("## {}\n\n{}\n", section.title, section.help);
  for (const auto& group : section.groups) text += fmt::format("\nExactly one of {}.\n", quote(group));
  const bool has_tags = !section.tags.empty();
  if (has_tags) text += "\n";
  for (std::size_t i = 0; i < section.tags.size(); ++i) {
    if (!section.summaries[i].empty()) text += fmt::format("- `{}`: {}\n", section.tags[i], section.summaries[i]);
  }
  text += has_tags ? "\n| key | for | type | unit | range | default | meaning |\n|---|---|---|---|---|---|---|\n"
                   : "\n| key | type | unit | range | default | meaning |\n|---|---|---|---|---|---|\n";
  for (const Row& row : section.rows) text += render_row(section, row);
  return text;
}

}  // namespace

std::string render_markdown(const AnyTable& root) {
  Sections sections;
  sections.add(root, root.name());
  std::string text;
  for (const Section& section : sections.all()) text += (text.empty() ? "" : "\n") + render_section(section);
  return text;
}

}  // namespace carom::schema
