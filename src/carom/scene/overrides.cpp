#include <charconv>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "carom/base/nearest_name.h"
#include "carom/scene/document.h"
#include "carom/scene/toml.h"

namespace carom {
namespace {

using schema::Diagnostics;
using schema::Place;
using schema::Value;

// body."a.b".mass → body, a.b, mass
std::vector<std::string> split_path(std::string_view path) {
  std::vector<std::string> parts(1);
  char quote = '\0';
  for (const char c : path) {
    if (quote != '\0' && c == quote) {
      quote = '\0';
    } else if (quote == '\0' && (c == '"' || c == '\'')) {
      quote = c;
    } else if (quote == '\0' && c == '.') {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

// The first = outside of quotes.
std::size_t find_assignment(std::string_view text) {
  char quote = '\0';
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quote == '\0' && c == '=') return i;
    if (quote == '\0' && (c == '"' || c == '\'')) {
      quote = c;
    } else if (c == quote) {
      quote = '\0';
    }
  }
  return std::string_view::npos;
}

std::string_view trim(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

// An element of a list by its name or, where none has this name, by its number. Null: reported.
Value* find_element(Value::List& list, const std::string& wanted, const std::string& kind, Place place,
                    Diagnostics& diagnostics) {
  std::vector<std::string> names;
  for (Value& element : list) {
    const Value* name = element.find("name");
    if (name == nullptr || name->text() == nullptr) continue;
    if (*name->text() == wanted) return &element;
    names.push_back(*name->text());
  }
  std::size_t number{};
  const auto [end, error] = std::from_chars(wanted.data(), wanted.data() + wanted.size(), number);
  const bool is_number = error == std::errc{} && end == wanted.data() + wanted.size();
  if (is_number && number < list.size()) return &list[number];
  diagnostics.error(place, is_number ? fmt::format("there is no {} {}; the last is {}", kind, wanted,
                                                   static_cast<long>(list.size()) - 1)
                                     : fmt::format("there is no {} '{}'{}", kind, wanted,
                                                   names.size() <= 10'000 ? make_suggestion(wanted, names) : ""));
  return nullptr;
}

// The value of a key, made if it is not there.
Value& find_or_add(Value::Entries& table, const std::string& key, Place place) {
  for (schema::Entry& entry : table) {
    if (entry.key == key) return entry.value;
  }
  Value value;
  value.data = Value::Entries{};
  value.place = place;
  table.push_back({key, place, std::move(value)});
  return table.back().value;
}

}  // namespace

void apply_override(Value& tree, std::string_view assignment, Diagnostics& diagnostics) {
  const int source = diagnostics.add_source(
      {.name = fmt::format("--set {}", assignment), .text = std::string(assignment), .has_lines = false});
  const Place place{source, 1, 1};
  const std::size_t equals = find_assignment(assignment);
  if (equals == std::string_view::npos || trim(assignment.substr(0, equals)).empty()) {
    return diagnostics.error(place, "expected path=value, such as body.arm.mass=2");
  }
  const std::vector<std::string> path = split_path(trim(assignment.substr(0, equals)));
  if (path.size() > 32) return diagnostics.error(place, "the path has more than 32 parts");
  Value* value = &tree;
  for (std::size_t i = 0; i < path.size(); ++i) {
    if (path[i].empty()) return diagnostics.error(place, "a part of the path is empty");
    if (Value::List* list = value->list()) {
      value = find_element(*list, path[i], i > 0 ? path[i - 1] : "element", place, diagnostics);
      if (value == nullptr) return;
    } else if (Value::Entries* table = value->table()) {
      value = &find_or_add(*table, path[i], place);
    } else {
      return diagnostics.error(place, fmt::format("'{}' is {}, which has no parts", path[i - 1], describe(*value)));
    }
  }
  *value = parse_toml_value(trim(assignment.substr(equals + 1)), place);
}

}  // namespace carom
