#pragma once

#include <compare>

namespace carom {

/// A place in a list of one kind of thing; places in lists of different kinds do not mix.
template <class Kind>
class TypedIndex {
 public:
  constexpr TypedIndex() = default;
  constexpr explicit TypedIndex(int value) : value_(value) {}
  [[nodiscard]] constexpr int value() const { return value_; }
  [[nodiscard]] constexpr bool is_valid() const { return value_ >= 0; }
  constexpr auto operator<=>(const TypedIndex&) const = default;

 private:
  int value_{-1};
};

}  // namespace carom
