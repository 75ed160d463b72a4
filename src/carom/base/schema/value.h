#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace carom::schema {

/// Where in the texts that were read something stands.
struct Place {
  int source{-1};  // number in Sources; −1: nowhere
  int line{};      // from 1
  int column{};    // from 1

  friend bool operator==(const Place&, const Place&) = default;
};

/// A key of a table. A template, so that a list of them may be a member of the value it holds: it is needed in full
/// only when the value is complete.
template <class Held>
struct KeyedValue {
  std::string key;
  Place place{};
  Held value{};
};

struct Value;
using Entry = KeyedValue<Value>;

/// What was read from a text, whatever its format: numbers, words, lists and tables, each with its place. Keys are
/// interpreted by a Table (see table.h).
struct Value {
  struct Date {};  // formats know dates, scenes have no use for them
  using List = std::vector<Value>;
  using Entries = std::vector<Entry>;  // in the order of the text, keys unique

  std::variant<Date, bool, double, std::string, List, Entries> data{};
  Place place{};

  [[nodiscard]] const bool* boolean() const { return std::get_if<bool>(&data); }
  [[nodiscard]] const double* number() const { return std::get_if<double>(&data); }
  [[nodiscard]] const std::string* text() const { return std::get_if<std::string>(&data); }
  [[nodiscard]] const List* list() const { return std::get_if<List>(&data); }
  [[nodiscard]] const Entries* table() const { return std::get_if<Entries>(&data); }
  [[nodiscard]] List* list() { return std::get_if<List>(&data); }
  [[nodiscard]] Entries* table() { return std::get_if<Entries>(&data); }

  /// The value of a key of a table, or null.
  [[nodiscard]] const Value* find(std::string_view key) const;
  [[nodiscard]] Value* find(std::string_view key);
};

/// "the number 3", "the text 'abc'", "a list of 3 values", for messages.
[[nodiscard]] std::string describe(const Value& value);

}  // namespace carom::schema
