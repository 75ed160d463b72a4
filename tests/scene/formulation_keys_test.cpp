// What each formulation takes from a contact: the table that checks scenes and that the documentation prints.
#include "carom/scene/formulation_keys.h"

#include <algorithm>
#include <set>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "carom/scene/documentation.h"
#include "carom/scene/read_scene.h"

namespace carom {
namespace {

const schema::AnyTable* find_table(const schema::AnyTable& table, const std::string& key) {
  const auto found = std::ranges::find(table.keys(), key, &schema::Key::name);
  return found == table.keys().end() || found->tables.empty() ? nullptr : found->tables.front().get();
}

// Names of all keys that a table or its alternatives take.
std::set<std::string> list_keys(const schema::AnyTable& table) {
  std::set<std::string> names;
  for (const schema::Key& key : table.keys()) names.insert(key.name);
  for (const auto& alternative : table.alternatives()) names.merge(list_keys(*alternative.table));
  names.erase("law");
  return names;
}

// Every key of friction, rolling, impact and what contacts start with has a row, and every row a key.
TEST(FormulationKeys, TheTableHasEveryKeyOfAContact) {
  const schema::AnyTable* contact = find_table(scene_format(), "contact");
  ASSERT_NE(contact, nullptr);
  std::set<std::string> expected{"normal", "normal.restitution", "memory", "sticking"}, found;
  for (const char* part : {"friction", "rolling", "initial", "impact"}) {
    const schema::AnyTable* table = find_table(*contact, part);
    ASSERT_NE(table, nullptr) << part;
    for (const std::string& key : list_keys(*table)) expected.insert(std::string(part) + "." + key);
  }
  for (const FormulationKey& key : list_formulation_keys()) found.insert(std::string(key.path));
  EXPECT_EQ(found, expected);
}

TEST(FormulationKeys, EveryRowStandsInTheDocumentation) {
  const std::string page = make_scene_format_page();
  for (const FormulationKey& key : list_formulation_keys()) {
    EXPECT_NE(page.find(fmt::format("| `{}` |", key.path)), std::string::npos) << key.path;
  }
}

std::string write_scene(const std::string& formulation, const std::string& keys) {
  return fmt::format(R"([[body]]
name = "b"
mass = 1.0
inertia = {{ sphere = 0.1 }}
[[shape]]
body = "b"
type = "sphere"
radius = 0.1
surface = "b"
[[shape]]
type = "plane"
surface = "floor"
[[contact]]
between = ["b", "floor"]
normal = {{ law = "hertz", stiffness = 1e7 }}
{}
[simulate]
formulation = "{}"
)",
                     keys, formulation);
}

std::string find_errors(const std::string& text) {
  try {
    (void)parse_scene(text, "scene.toml");
    return {};
  } catch (const SceneError& error) {
    return error.what();
  }
}

// A contact with this one key beside what it needs: of value 1, or one that changes nothing.
std::string write_key(std::string_view path, bool idle) {
  const std::string number = idle ? "0" : "1";
  const std::string impact = "impact = { law = \"newton\", restitution = 0 }\n";
  if (path == "friction.viscous") {
    return impact + "friction = { law = \"liang\", friction = 0.1, bristle_stiffness = 1e4, viscous = " + number + " }";
  }
  if (path == "memory") return impact + (idle ? "memory = \"reset\"" : "memory = \"carry\"");
  if (path == "sticking") return impact + (idle ? "sticking = false" : "sticking = true");
  if (path == "initial.bristle") return impact + "initial = { bristle = [" + number + ", 0, 0] }";
  const std::size_t dot = path.find('.');
  return fmt::format("{}{} = {{ {} = {} }}", impact, path.substr(0, dot), path.substr(dot + 1), number);
}

TEST(FormulationKeys, WhatAFormulationCannotFollowIsRefusedByNameAndPlace) {
  int refused = 0;
  for (const FormulationKey& key : list_formulation_keys()) {
    for (const std::string formulation : {"compliant", "event-driven", "time-stepping"}) {
      if (find_use(key, formulation) != KeyUse::Refused) continue;
      ++refused;
      const std::string errors = find_errors(write_scene(formulation, write_key(key.path, false)));
      EXPECT_NE(errors.find(fmt::format("cannot follow '{}'", key.path)), std::string::npos) << errors;
      EXPECT_TRUE(errors.starts_with("scene.toml:1")) << errors;  // lines 16 and 17
      EXPECT_EQ(find_errors(write_scene(formulation, write_key(key.path, true))), "") << key.path;
    }
    EXPECT_EQ(find_use(key, "compliant") == KeyUse::Refused, false) << key.path;
  }
  EXPECT_GE(refused, 9);
}

}  // namespace
}  // namespace carom
