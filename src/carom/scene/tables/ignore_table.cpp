// Which bodies pass through each other: [[group]] and [[ignore]].
#include <algorithm>

#include <fmt/format.h>

#include "carom/scene/tables/tables.h"

namespace carom {

using schema::Reader;
using schema::Value;

namespace {

enum class Repeats { Refused, Allowed };

// Names of elements of a kind; empty: the value is no such list, and that was reported.
std::vector<std::string> read_names(const schema::Key& key, const std::string& kind, Repeats repeats,
                                    const Value& value, Reader& reader) {
  std::vector<std::string> names;
  if (value.list() == nullptr) {
    reader.error(value, fmt::format("expected a list of names, found {}", describe(value)));
    return names;
  }
  for (const Value& item : *value.list()) {
    const std::optional<std::string> name = reader.read_text(item);
    if (!name) return {};
    reader.names().mention(kind, *name, key.name, item.place);
    if (repeats == Repeats::Refused && std::ranges::find(names, *name) != names.end()) {
      reader.error(item, fmt::format("'{}' is listed twice", *name));
    }
    names.push_back(*name);
  }
  return names;
}

void read_members(const schema::Key& key, const Value& value, void* target, Reader& reader) {
  static_cast<BodyGroup*>(target)->bodies = read_names(key, "body", Repeats::Refused, value, reader);
}

void read_ignored_bodies(const schema::Key& key, const Value& value, void* target, Reader& reader) {
  std::vector<std::string> names = read_names(key, "body", Repeats::Refused, value, reader);
  if (names.size() == 1) reader.error(value, "expected two bodies or more, found one");
  static_cast<IgnoredContact*>(target)->bodies = std::move(names);
}

// One group twice: its bodies among themselves.
void read_ignored_groups(const schema::Key& key, const Value& value, void* target, Reader& reader) {
  std::vector<std::string> names = read_names(key, "group", Repeats::Allowed, value, reader);
  const bool is_list = value.list() != nullptr;
  if (is_list && names.size() != 2) reader.error(value, fmt::format("expected two groups, found {}", names.size()));
  static_cast<IgnoredContact*>(target)->groups = std::move(names);
}

void check_ignored(IgnoredContact&, const Value& value, Reader& reader) {
  if (value.find("bodies") != nullptr || value.find("groups") != nullptr) return;
  reader.diagnostics().error(value.place, "[[ignore]] needs 'bodies' or 'groups'");
}

}  // namespace

TablePtr<BodyGroup> make_group_table() {
  auto table = schema::make_table<BodyGroup>("group", "Bodies that have a name together, for [[ignore]].");
  table->add_name("group", &BodyGroup::name, "of the group").required();
  table->add_key("bodies", "list of names", {}, "that belong to it; `world` may be one of them", read_members)
      .required();
  return table;
}

TablePtr<IgnoredContact> make_ignore_table() {
  auto table = schema::make_table<IgnoredContact>(
      "ignore",
      "Bodies that pass through each other, whatever [[contact]] says of their surfaces. To ignore only some of a "
      "body's shapes, give these a surface of their own.");
  table
      ->add_key("bodies", "list of names", {}, "each of these passes through all others of the list",
                read_ignored_bodies)
      .otherwise("none");
  table
      ->add_key("groups", "list of 2 groups", {},
                "every body of the first passes through every body of the second; a group named twice through itself",
                read_ignored_groups)
      .otherwise("none");
  table->finish_with(check_ignored);
  return table;
}

}  // namespace carom
