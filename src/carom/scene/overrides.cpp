#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

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

// The number that a text is, if it is one.
std::optional<std::size_t> read_number(const std::string& text) {
  std::size_t number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

// The lists that one assignment passes through on its way.
class ElementFinder {
 public:
  ElementFinder(Place place, const ShapeLister& list_shapes, Diagnostics& diagnostics)
      : place_(place), list_shapes_(list_shapes), diagnostics_(diagnostics) {}

  /// An element by its name or, where none has this name, by its number. Null: reported.
  Value* find(Value::List& list, const std::string& wanted, const std::string& kind) const {
    std::vector<std::string> names;
    for (Value& element : list) {
      const Value* name = element.find("name");
      if (name == nullptr || name->text() == nullptr) continue;
      if (*name->text() == wanted) return &element;
      names.push_back(*name->text());
    }
    const ContactLookup contacts(list, list_shapes_);
    if (kind == "contact") {
      if (Value* contact = contacts.find(wanted)) return contact;
    }
    const std::optional<std::size_t> number = read_number(wanted);
    if (number && *number < list.size()) return &list[*number];
    if (kind == "contact" && !number) names = contacts.list_names();
    diagnostics_.error(place_, number ? fmt::format("there is no {} {}{}", kind, wanted, describe_last(list))
                                      : fmt::format("there is no {} '{}'{}", kind, wanted, suggest(wanted, names)));
    return nullptr;
  }

 private:
  static std::string describe_last(const Value::List& list) {
    return list.empty() ? "" : fmt::format("; the last is {}", list.size() - 1);
  }
  // The nearest name, or all where they are few.
  static std::string suggest(const std::string& wanted, const std::vector<std::string>& names) {
    constexpr std::size_t kFew = 8, kMostCompared = 10'000;
    const std::string nearest = names.size() <= kMostCompared ? make_suggestion(wanted, names) : "";
    if (!nearest.empty() || names.empty() || names.size() > kFew) return nearest;
    return fmt::format("; known are {}", fmt::join(names, ", "));
  }

  Place place_;
  const ShapeLister& list_shapes_;
  Diagnostics& diagnostics_;
};

template <class Data>
Value make_value(Data data, Place place) {
  Value value;
  value.data = std::move(data);
  value.place = place;
  return value;
}

// The value of a key, made if it is not there.
Value& find_or_add(Value::Entries& table, const std::string& key, Place place) {
  for (schema::Entry& entry : table) {
    if (entry.key == key) return entry.value;
  }
  table.push_back({key, place, make_value(Value::Entries{}, place)});
  return table.back().value;
}

// The joints of a robot stand in its own file: [[robot.joint]] of one that the scene does not change is added. Whether
// the robot has it is seen when that file is read.
void add_robot_joint(Value& robot, const std::string& name, Place place) {
  Value::Entries* const table = robot.table();
  if (table == nullptr) return;
  Value& joints = find_or_add(*table, "joint", place);
  if (joints.table() != nullptr && joints.table()->empty()) joints.data = Value::List{};
  Value::List* const list = joints.list();
  const auto has_name = [&](const Value& joint) {
    const Value* own = joint.find("name");
    return own != nullptr && own->text() != nullptr && *own->text() == name;
  };
  if (list == nullptr || read_number(name) || std::ranges::any_of(*list, has_name)) return;
  Value::Entries joint;
  joint.push_back({"name", place, make_value(name, place)});
  list->push_back(make_value(std::move(joint), place));
}

}  // namespace

void apply_override(Value& tree, std::string_view assignment, Diagnostics& diagnostics,
                    const ShapeLister& list_shapes) {
  const int source = diagnostics.add_source(
      {.name = fmt::format("--set {}", assignment), .text = std::string(assignment), .has_lines = false});
  const Place place{source, 1, 1};
  const std::size_t equals = find_assignment(assignment);
  if (equals == std::string_view::npos || trim(assignment.substr(0, equals)).empty()) {
    return diagnostics.error(place, "expected path=value, such as body.arm.mass=2");
  }
  const std::vector<std::string> path = split_path(trim(assignment.substr(0, equals)));
  if (path.size() > 32) return diagnostics.error(place, "the path has more than 32 parts");
  const ElementFinder elements(place, list_shapes, diagnostics);
  Value* value = &tree;
  for (std::size_t i = 0; i < path.size(); ++i) {
    if (path[i].empty()) return diagnostics.error(place, "a part of the path is empty");
    const bool names_joint = path[0] == "robot" && path[i] == "joint" && i + 1 < path.size();
    if (names_joint) add_robot_joint(*value, path[i + 1], place);
    if (Value::List* list = value->list()) {
      value = elements.find(*list, path[i], i > 0 ? path[i - 1] : "element");
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
