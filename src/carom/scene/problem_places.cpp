#include "carom/scene/problem_places.h"

#include <algorithm>
#include <cctype>
#include <string>
#include <string_view>

namespace carom {
namespace {

using schema::Entry;
using schema::Value;

bool is_letter(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// Where a whole word stands in a text; npos: nowhere.
std::size_t find_word(std::string_view text, std::string_view word) {
  for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || !is_letter(text[at - 1])) && (end == text.size() || !is_letter(text[end]))) return at;
  }
  return std::string_view::npos;
}

// The model writes "rest position" for the key rest_position.
std::size_t find_key_name(std::string_view text, const std::string& key) {
  std::string spaced = key;
  std::replace(spaced.begin(), spaced.end(), '_', ' ');
  return std::min(find_word(text, key), find_word(text, spaced));
}

// The key of a table that a problem names first.
const Value* find_named_key(const Value& table, std::string_view problem) {
  const Value* named = nullptr;
  std::size_t first = std::string_view::npos;
  if (table.table() == nullptr) return nullptr;
  for (const Entry& entry : *table.table()) {
    const std::size_t at = find_key_name(problem, entry.key);
    if (at >= first) continue;
    first = at;
    named = &entry.value;
  }
  return named;
}

struct ElementName {
  std::string_view kind;  // "body"
  std::string_view name;
};

// "joint of body 'arm'" → body, arm
ElementName parse_element(std::string_view element) {
  constexpr std::string_view kJointOf = "joint of ";
  if (element.starts_with(kJointOf)) element.remove_prefix(kJointOf.size());
  const std::size_t open = element.find(" '");
  if (open == std::string_view::npos || !element.ends_with('\'')) return {element, {}};
  return {element.substr(0, open), element.substr(open + 2, element.size() - open - 3)};
}

const Value* find_element(const Value& scene, const ElementName& wanted) {
  const Value* elements = scene.find(wanted.kind);
  if (elements == nullptr || elements->list() == nullptr) return nullptr;
  for (const Value& element : *elements->list()) {
    const Value* name = element.find("name");
    if (name != nullptr && name->text() != nullptr && *name->text() == wanted.name) return &element;
  }
  return nullptr;
}

}  // namespace

void report_problem(const InputError& problem, const Value& element, schema::Diagnostics& diagnostics) {
  const Value* joint = element.find("joint");
  const bool is_of_joint = problem.element().starts_with("joint of ") && joint != nullptr;
  const Value& table = is_of_joint ? *joint : element;
  const Value* key = find_named_key(table, problem.problem());
  // The parent of a body is a key of its joint.
  if (key == nullptr && joint != nullptr) key = find_named_key(*joint, problem.problem());
  diagnostics.error((key != nullptr ? *key : table).place, problem.element() + ": " + problem.problem());
}

void report_problem_of_scene(const InputError& problem, const Value& scene, schema::Diagnostics& diagnostics) {
  const Value* element = find_element(scene, parse_element(problem.element()));
  report_problem(problem, element != nullptr ? *element : scene, diagnostics);
}

}  // namespace carom
