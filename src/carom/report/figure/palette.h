#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace carom {

/// The colors of Okabe and Ito, which people with any color vision can tell apart. The viewer has the same
/// (web/src/theme/colors.ts).
inline constexpr std::array<std::string_view, 8> kPalette{"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                                          "#e69f00", "#56b4e9", "#f0e442", "#000000"};
/// Any number has a color: the palette goes around.
[[nodiscard]] constexpr std::string_view palette_color(int number) {
  const int size = static_cast<int>(kPalette.size());
  return kPalette[static_cast<std::size_t>(((number % size) + size) % size)];
}

/// Places in the palette that series without a color take in turn: without yellow, too faint for a line on white.
inline constexpr std::array<int, 7> kLineOrder{0, 1, 2, 3, 4, 5, 7};
[[nodiscard]] constexpr std::string_view line_color(std::size_t number) {
  return palette_color(kLineOrder[number % kLineOrder.size()]);
}

/// Viridis, dark to bright, for heat maps: light rises evenly, so that it also reads in grey.
inline constexpr std::array<std::string_view, 9> kHeatPalette{"#440154", "#472d7b", "#3b528b", "#2c728e", "#21918c",
                                                              "#28ae80", "#5ec962", "#addc30", "#fde725"};

}  // namespace carom
