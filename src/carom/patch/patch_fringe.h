#pragma once

#include <array>
#include <cstdint>
#include <ranges>
#include <vector>

#include "carom/patch/patch_grid.h"

namespace carom {

/// The elements just beyond the edge of a set, in two rings, and a way to carry values there: each takes half the mean
/// of its neighbours further in. It is what the preconditioners need. They invert a kernel on the whole grid, which
/// answers the displacement of a set as if nothing beyond it moved: with far too much traction along the edge. In truth
/// the surface beyond is dragged along. With E the extension, EᵀME is as symmetric as M.
///
/// Rejected: more rings, or values that fade more slowly. They save no iterations.
class PatchFringe {
 public:
  enum class Place : std::uint8_t { Inside, Beyond, Excluded };

  explicit PatchFringe(const PatchGrid& grid);

  /// `find_place(i)` of every element: the fringe lies beyond the set.
  template <class FindPlace>
  void choose(const FindPlace& find_place) {
    for (int row = 0, i = 0; row < grid_.num_y; ++row) {
      for (int column = 0; column < grid_.num_x; ++column, ++i) {
        const Place place = find_place(i);
        inside_[find_padded(column, row)] = place == Place::Inside ? 1 : 0;
        beyond_[find_padded(column, row)] = place == Place::Beyond ? 1 : 0;
      }
    }
    find_links();
  }

  /// E: `add(i, value)` to elements of the fringe, of values given by `get(i)`.
  template <class Get, class Add>
  void extend(const Get& get, const Add& add) const {
    for (const Link& link : links_) {
      auto mean = get(link.from[0]);
      for (int k = 1; k < link.num; ++k) mean += get(link.from[static_cast<std::size_t>(k)]);
      mean *= kShare / link.num;
      add(link.to, mean);
    }
  }
  /// Eᵀ: what the fringe has is given back to those that it was taken from.
  template <class Get, class Add>
  void fold(const Get& get, const Add& add) const {
    for (const Link& link : std::views::reverse(links_)) {
      auto share = get(link.to);
      share *= kShare / link.num;
      for (int k = 0; k < link.num; ++k) add(link.from[static_cast<std::size_t>(k)], share);
    }
  }

 private:
  static constexpr int kRings = 2;
  static constexpr double kShare = 0.5;

  struct Link {
    int to{}, num{};
    std::array<int, 8> from{};
  };

  /// With a border all around, so that every element has eight neighbours.
  [[nodiscard]] std::size_t find_padded(int column, int row) const {
    return static_cast<std::size_t>(row + 1) * static_cast<std::size_t>(grid_.num_x + 2) +
           static_cast<std::size_t>(column + 1);
  }
  void find_links();
  void add_link(int column, int row);

  PatchGrid grid_;
  std::vector<std::uint8_t> inside_, beyond_, reached_;
  std::vector<Link> links_;  // ring by ring
};

}  // namespace carom
