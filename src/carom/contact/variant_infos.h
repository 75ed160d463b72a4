#pragma once

#include <array>
#include <cstddef>
#include <type_traits>
#include <utility>
#include <variant>

#include "carom/contact/law_info.h"

namespace carom {

/// kInfo of every member of a variant of laws, in its order.
template <class Variant>
constexpr std::array<LawInfo, std::variant_size_v<Variant>> list_infos() {
  return []<std::size_t... index>(std::index_sequence<index...>) {
    return std::array<LawInfo, sizeof...(index)>{std::variant_alternative_t<index, Variant>::kInfo...};
  }
  (std::make_index_sequence<std::variant_size_v<Variant>>{});
}

/// A law that programs bring along says that scenes cannot choose it.
template <class Law>
constexpr bool is_in_scenes() {
  if constexpr (requires { Law::kInScenes; }) return Law::kInScenes;
  return true;
}

/// The laws that scenes can choose come first.
template <class Variant>
constexpr std::size_t count_scene_laws() {
  return []<std::size_t... index>(std::index_sequence<index...>) {
    return (std::size_t{0} + ... + (is_in_scenes<std::variant_alternative_t<index, Variant>>() ? 1U : 0U));
  }
  (std::make_index_sequence<std::variant_size_v<Variant>>{});
}

template <class... Law>
const LawInfo& get_info(const std::variant<Law...>& laws) {
  return std::visit([](const auto& law) -> const LawInfo& { return std::decay_t<decltype(law)>::kInfo; }, laws);
}

}  // namespace carom
