#include "carom/scene/toml.h"

#include <algorithm>
#include <string>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "carom/scene/toml_depth.h"

// Bad input must never end the program: what the library asserts, it also checks. With NDEBUG some of its assertions
// would become assumptions of the optimizer.
#undef NDEBUG
#define TOML_ASSERT(x) static_cast<void>(0)
#define TOML_EXCEPTIONS 0
#define TOML_HEADER_ONLY 1
#define TOML_ENABLE_FORMATTERS 0
// TOML 1.1: tables in braces may span lines, so that a joint with many keys stays readable.
#define TOML_ENABLE_UNRELEASED_FEATURES 1
// With the limit on dotted keys this keeps every recursion shallow.
#define TOML_MAX_NESTED_VALUES 32
#include <toml++/toml.h>

namespace carom {
namespace {

using schema::Place;
using schema::Value;

// Turns the library's tree into ours. Each part of theirs is freed as soon as ours has it: both do not fit side by side
// in the memory that a large scene may take.
class Converter {
 public:
  explicit Converter(int source) : source_(source) {}

  [[nodiscard]] Place place_of(const toml::source_region& region) const {
    return {source_, static_cast<int>(region.begin.line), static_cast<int>(region.begin.column)};
  }

  [[nodiscard]] Value convert(toml::node& node) const {
    Value value;
    value.place = place_of(node.source());
    if (toml::table* table = node.as_table()) {
      value.data = convert_table(*table);
    } else if (toml::array* array = node.as_array()) {
      value.data = convert_array(*array);
    } else if (const auto* text = node.as_string()) {
      value.data = text->get();
    } else if (const auto* integer = node.as_integer()) {
      value.data = static_cast<double>(integer->get());
    } else if (const auto* number = node.as_floating_point()) {
      value.data = number->get();
    } else if (const auto* boolean = node.as_boolean()) {
      value.data = boolean->get();
    }
    return value;
  }

 private:
  [[nodiscard]] Value::Entries convert_table(toml::table& table) const {
    Value::Entries entries;
    entries.reserve(table.size());
    for (auto&& [key, node] : table) {
      entries.push_back({std::string(key.str()), place_of(key.source()), convert(node)});
    }
    table.clear();
    // The library sorts by name; messages and elements follow the text.
    std::sort(entries.begin(), entries.end(), [](const schema::Entry& a, const schema::Entry& b) {
      return std::tie(a.place.line, a.place.column) < std::tie(b.place.line, b.place.column);
    });
    return entries;
  }

  [[nodiscard]] Value::List convert_array(toml::array& array) const {
    Value::List list;
    list.reserve(array.size());
    for (toml::node& node : array) list.push_back(convert(node));
    array.clear();
    return list;
  }

  int source_{};
};

}  // namespace

std::optional<Value> parse_toml(int source, schema::Diagnostics& diagnostics) {
  const std::string& text = diagnostics.sources()[static_cast<std::size_t>(source)].text;
  const auto refuse = [&](Place place, std::string problem) {
    place.source = source;
    diagnostics.error(place, std::move(problem), schema::Failure::Unreadable);
    return std::nullopt;
  };
  if (text.size() > kLongestToml) return refuse({}, fmt::format("longer than {} MiB", kLongestToml >> 20U));
  if (const std::optional<Place> deep = find_deep_key(text)) {
    return refuse(*deep, fmt::format("a key has more than {} parts", kMostKeyParts));
  }
  toml::parse_result result = toml::parse(text);
  if (result.failed()) {
    const toml::source_position at = result.error().source().begin;
    return refuse({source, static_cast<int>(at.line), static_cast<int>(at.column)},
                  std::string(result.error().description()));
  }
  return Converter(source).convert(result.table());
}

Value parse_toml_value(std::string_view text, Place place) {
  Value plain;
  plain.data = std::string(text);
  plain.place = place;
  const std::string assignment = fmt::format("value = {}", text);
  if (assignment.size() > kLongestToml || find_deep_key(assignment)) return plain;
  toml::parse_result result = toml::parse(assignment);
  // A text with line breaks could hold more than one key.
  if (result.failed() || result.table().size() != 1) return plain;
  Value value = Converter(place.source).convert(*result.table().get("value"));
  value.place = place;
  return value;
}

}  // namespace carom
