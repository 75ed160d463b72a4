#include "carom/base/schema/value.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace carom::schema {
namespace {

// A message should not repeat a whole file that was pasted into a string.
std::string shorten(const std::string& text) {
  constexpr std::size_t kLongest = 60;
  return text.size() <= kLongest ? text : text.substr(0, kLongest) + "…";
}

}  // namespace

const Value* Value::find(std::string_view key) const {
  const Entries* entries = table();
  if (entries == nullptr) return nullptr;
  const auto found = std::find_if(entries->begin(), entries->end(), [&](const Entry& e) { return e.key == key; });
  return found == entries->end() ? nullptr : &found->value;
}

Value* Value::find(std::string_view key) { return const_cast<Value*>(std::as_const(*this).find(key)); }

std::string describe(const Value& value) {
  if (const bool* boolean = value.boolean()) return *boolean ? "true" : "false";
  if (const double* number = value.number()) return fmt::format("the number {}", *number);
  if (const std::string* text = value.text()) return fmt::format("the text '{}'", shorten(*text));
  if (const Value::List* list = value.list()) {
    return fmt::format("a list of {} {}", list->size(), list->size() == 1 ? "value" : "values");
  }
  return value.table() != nullptr ? "a table" : "a date";
}

}  // namespace carom::schema
