#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

#include "carom/contact/law_keys.h"

namespace carom {

// What is asked of a variant of laws without knowing which of them it holds.

/// The law of a name with its default parameters; none where there is no such name.
template <class Laws>
[[nodiscard]] std::optional<Laws> find_law(std::string_view name) {
  std::optional<Laws> found;
  const auto find = [&]<std::size_t... index>(std::index_sequence<index...> /*all*/) {
    ((name == std::variant_alternative_t<index, Laws>::kInfo.name
          ? static_cast<void>(found.emplace(std::in_place_index<index>))
          : static_cast<void>(0)),
     ...);
  };
  find(std::make_index_sequence<std::variant_size_v<Laws>>{});
  return found;
}

/// The number that means this; none where the law has no such key.
template <class... Law>
[[nodiscard]] std::optional<double> find_value(const std::variant<Law...>& laws, Meaning meaning) {
  const auto find = [meaning](const auto& law) -> std::optional<double> {
    const double* number = find_number(law, meaning);
    return number != nullptr ? std::optional<double>(*number) : std::nullopt;
  };
  return std::visit(find, laws);
}

/// Calls `use` with the law and each of its keys.
template <class Laws, class Use>
void for_each_key(Laws& laws, const Use& use) {
  const auto visit = [&]<class Law>(Law& law) {
    for (const auto& key : keys_of<std::remove_const_t<Law>>()) use(law, key);
  };
  std::visit(visit, laws);
}

}  // namespace carom
