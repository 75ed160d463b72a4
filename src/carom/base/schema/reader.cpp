#include "carom/base/schema/reader.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "carom/base/nearest_name.h"

namespace carom::schema {
namespace {

constexpr std::size_t kLongestList = 1'000'000;

// "a length [m]", "an angle [rad] or a length [m]"
std::string describe_expected(std::span<const Dimension> dimensions) {
  std::vector<std::string> all;
  for (const Dimension& dimension : dimensions) {
    const std::string unit = unit_of(dimension);
    all.push_back(describe_dimension(dimension) + (unit.empty() ? "" : " [" + unit + "]"));
  }
  return fmt::format("{}", fmt::join(all, " or "));
}

// Why a text is not the quantity that is expected; empty where it is.
std::string find_problem(const std::string& text, const ParsedQuantity& found, std::span<const Dimension> expected) {
  const std::string shown = text.size() > 60 ? text.substr(0, 60) + "…" : text;
  if (!found.problem.empty()) {
    return fmt::format("expected {}, found '{}': {}", describe_expected(expected), shown, found.problem);
  }
  for (const Dimension& dimension : expected) {
    if (is_compatible(found.dimension, dimension)) return {};
  }
  if (!found.has_unit) {
    return fmt::format("'{}' has no unit; give one, or write a number without quotes for {}", shown,
                       describe_expected(expected));
  }
  return fmt::format("expected {}, found '{}', {}", describe_expected(expected), shown,
                     describe_dimension(found.dimension));
}

}  // namespace

std::string Reader::describe_where() const {
  std::string text;
  for (std::size_t i = frames_.size(); i-- > 0;) {
    const Frame& frame = frames_[i];
    if (!text.empty()) text += " of ";
    // An element is shown as its header, with its name if it has one.
    if (frame.key.starts_with("[[")) {
      const Value* name = frame.value->find("name");
      const bool has_name = name != nullptr && name->text() != nullptr;
      return text + (has_name ? fmt::format("{} '{}'", frame.key, *name->text()) : std::string(frame.key));
    }
    text += i == 0 && frame.value->table() != nullptr ? fmt::format("[{}]", frame.key) : std::string(frame.key);
  }
  return text;
}

void Reader::error(const Value& value, std::string_view problem) {
  diagnostics_->error(value.place, diagnostics_->is_full() ? "" : fmt::format("{}: {}", describe_where(), problem));
}

std::optional<double> Reader::read_number(const Value& value, const Dimension& dimension, const Range& range) {
  return read_number(value, std::span(&dimension, 1), range);
}

std::optional<double> Reader::read_number(const Value& value, std::span<const Dimension> dimensions,
                                          const Range& range) {
  double number{};
  if (const double* bare = value.number()) {
    number = *bare;
  } else if (const std::string* text = value.text()) {
    const ParsedQuantity quantity = parse_quantity(*text);
    const std::string problem = find_problem(*text, quantity, dimensions);
    if (!problem.empty()) return error(value, problem), std::nullopt;
    number = quantity.value;
  } else {
    error(value, fmt::format("expected {}, found {}", describe_expected(dimensions), describe(value)));
    return std::nullopt;
  }
  if (range.contains(number)) return number;
  const std::string allowed = range.describe();
  const std::string unit = unit_of(dimensions[0]);
  const std::string suffix = unit.empty() ? "" : " " + unit;
  error(value, fmt::format("must be {}, found {}{}", allowed.empty() ? "finite" : allowed + suffix, number, suffix));
  return std::nullopt;
}

std::optional<double> Reader::read_integer(const Value& value, const Range& range) {
  const std::optional<double> number = read_number(value, dimensions::kNumber, range);
  // Beyond 2⁵³ not every whole number is a double.
  if (!number || (*number == std::floor(*number) && std::abs(*number) <= 9007199254740992.0)) return number;
  error(value, fmt::format("must be a whole number, found {}", *number));
  return std::nullopt;
}

std::optional<bool> Reader::read_boolean(const Value& value) {
  if (const bool* boolean = value.boolean()) return *boolean;
  error(value, fmt::format("expected true or false, found {}", describe(value)));
  return std::nullopt;
}

std::optional<std::string> Reader::read_text(const Value& value) {
  if (const std::string* text = value.text()) return *text;
  error(value, fmt::format("expected a text in quotes, found {}", describe(value)));
  return std::nullopt;
}

std::optional<std::size_t> Reader::read_choice(const Value& value, std::span<const std::string> choices) {
  const std::optional<std::string> text = read_text(value);
  if (!text) return std::nullopt;
  for (std::size_t i = 0; i < choices.size(); ++i) {
    if (choices[i] == *text) return i;
  }
  error(value, fmt::format("expected one of {}; found '{}'{}", fmt::join(choices, ", "), *text,
                           make_suggestion(*text, choices)));
  return std::nullopt;
}

std::optional<std::vector<double>> Reader::read_numbers(const Value& value, std::span<const Dimension> dimensions,
                                                        ListLength length, const Range& range) {
  const Value::List* list = value.list();
  const bool any_length = length == ListLength::Any;
  const std::size_t count = any_length && list != nullptr ? list->size() : dimensions.size();
  if (list == nullptr || list->size() != count || count > kLongestList) {
    const std::string expected = any_length ? fmt::format("a list of at most {} numbers", kLongestList)
                                            : fmt::format("a list of {} numbers", count);
    error(value, fmt::format("expected {}, found {}", expected, describe(value)));
    return std::nullopt;
  }
  std::vector<double> numbers;
  for (std::size_t i = 0; i < count; ++i) {
    const std::optional<double> number = read_number((*list)[i], dimensions[std::min(i, dimensions.size() - 1)], range);
    if (number) numbers.push_back(*number);
  }
  if (numbers.size() != count) return std::nullopt;
  return numbers;
}

}  // namespace carom::schema
