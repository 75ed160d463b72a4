#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "carom/base/schema/range.h"
#include "carom/base/schema/reader.h"
#include "carom/base/schema/value.h"

namespace carom::schema {

class AnyTable;

/// One key of a table: all that the reader, the documentation and the messages know of it. Made by Table::add….
struct Key {
  std::string name;
  std::string type;                // "number", "list of 3 numbers"
  std::vector<std::string> units;  // SI, different ones; empty where there are none
  std::string help;
  std::string default_text;  // empty: none
  bool is_required{};
  Range range{};
  std::vector<std::string> choices;
  std::vector<std::shared_ptr<const AnyTable>> tables;  // what a table given for it takes
  std::function<void(const Key&, const Value&, void* target, Reader&)> read;

  // To be chained behind Table::add….
  Key& required() {
    is_required = true;
    default_text.clear();
    return *this;
  }
  /// What holds where the key is left out, in words.
  Key& otherwise(std::string text) {
    default_text = std::move(text);
    return *this;
  }
  /// Another way to write the unit in the documentation.
  Key& with_unit(const std::string& unit) {
    units.assign(1, unit);
    return *this;
  }
  Key& at_least(double least) {
    range.least = least;
    return *this;
  }
  Key& above(double least) {
    range.least = least;
    range.least_excluded = true;
    return *this;
  }
  Key& between(double least, double most) {
    range.least = least;
    range.most = most;
    return *this;
  }
};

}  // namespace carom::schema
