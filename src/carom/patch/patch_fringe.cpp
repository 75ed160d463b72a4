#include "carom/patch/patch_fringe.h"

#include <algorithm>

namespace carom {

PatchFringe::PatchFringe(const PatchGrid& grid) : grid_(grid) {
  inside_.assign(find_padded(grid.num_x, grid.num_y) + 1, 0);
  beyond_ = reached_ = inside_;
  links_.reserve(static_cast<std::size_t>(grid.size()));
}

void PatchFringe::find_links() {
  links_.clear();
  const std::size_t width = find_padded(0, 1) - find_padded(0, 0);
  for (int ring = 0; ring < kRings; ++ring) {
    const std::size_t done = links_.size();
    for (int row = 0; row < grid_.num_y; ++row) {
      // All neighbours of a row at once; few rows have any that are reached.
      const std::size_t start = find_padded(0, row);
      std::uint8_t any = 0;
      for (std::size_t i = start, end = start + static_cast<std::size_t>(grid_.num_x); i < end; ++i) {
        const auto around = inside_[i - width - 1] | inside_[i - width] | inside_[i - width + 1] | inside_[i - 1] |
                            inside_[i + 1] | inside_[i + width - 1] | inside_[i + width] | inside_[i + width + 1];
        reached_[i] = static_cast<std::uint8_t>(around & beyond_[i]);
        any = static_cast<std::uint8_t>(any | reached_[i]);
      }
      for (int column = 0; any != 0 && column < grid_.num_x; ++column) {
        if (reached_[find_padded(column, row)] != 0) add_link(column, row);
      }
    }
    for (std::size_t n = done; n < links_.size(); ++n) {
      const std::size_t i = find_padded(links_[n].to % grid_.num_x, links_[n].to / grid_.num_x);
      inside_[i] = 1;
      beyond_[i] = 0;
    }
  }
}

void PatchFringe::add_link(int column, int row) {
  Link link{.to = row * grid_.num_x + column};
  for (int y = row - 1; y <= row + 1; ++y) {
    for (int x = column - 1; x <= column + 1; ++x) {
      if (inside_[find_padded(x, y)] != 0) link.from[static_cast<std::size_t>(link.num++)] = y * grid_.num_x + x;
    }
  }
  links_.push_back(link);
}

}  // namespace carom
