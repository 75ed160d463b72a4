#pragma once

#include <array>
#include <cstddef>
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

}  // namespace carom
