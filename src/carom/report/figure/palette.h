#pragma once

#include <array>
#include <string_view>

namespace carom {

/// The colors of Okabe and Ito, which people with any color vision can tell apart. Yellow, hard to see on white, and
/// black, which is for what other lines are compared with, come last.
inline constexpr std::array<std::string_view, 8> kPalette{"#0072b2", "#e69f00", "#009e73", "#d55e00",
                                                          "#cc79a7", "#56b4e9", "#f0e442", "#000000"};

/// Any number has a color: the palette goes around.
[[nodiscard]] constexpr std::string_view palette_color(int number) {
  const int size = static_cast<int>(kPalette.size());
  return kPalette[static_cast<std::size_t>(((number % size) + size) % size)];
}

/// Dark to bright, for heat maps: light rises evenly, so that it also reads in grey.
inline constexpr std::array<std::string_view, 9> kHeatPalette{"#440154", "#482878", "#3e4989", "#31688e", "#26828e",
                                                              "#1f9e89", "#35b779", "#6ece58", "#fde725"};

}  // namespace carom
