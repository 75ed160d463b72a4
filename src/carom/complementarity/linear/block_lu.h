#pragma once

#include <span>
#include <vector>

#include "carom/math/types.h"

namespace carom {

/// LU factors of a sparse matrix of blocks with a symmetric pattern: nodes with some unknowns each, and edges between
/// them. Rows are exchanged within the diagonal blocks but not between blocks, which suits matrices whose symmetric
/// part is positive or nearly so; another matrix shows as a solution that is not finite or not one.
///
/// The order of elimination and the places of all blocks depend on the pattern alone and are kept while it stays.
class BlockLu {
 public:
  struct Edge {
    int a{}, b{};  // a < b
    friend bool operator==(const Edge&, const Edge&) = default;
    friend auto operator<=>(const Edge&, const Edge&) = default;
  };

  /// Edges may come more than once and in any order.
  void set_pattern(std::span<const int> sizes, std::span<const Edge> edges);
  /// Multiplications that factors take.
  [[nodiscard]] double work() const { return work_; }

  void set_identity();
  /// The block in the rows of one node and the columns of another, or the same, that share an edge: column by column.
  [[nodiscard]] double* block(int row, int column);
  void factor();
  /// In place, node after node.
  void solve(VectorRef x) const;

 private:
  /// One node when its turn comes: neighbors that are still there, in the order of their turns, have blocks right of
  /// the diagonal (upper) and below it (lower).
  struct Column {
    int node{};
    std::size_t first{}, last{};  // of its neighbors
    std::size_t diagonal{};       // place among the values
    std::size_t updates{};        // place in the list of targets
  };
  struct Neighbor {
    int turn{};
    std::size_t upper{}, lower{};  // places among the values
  };

  void order();
  void find_fill();
  void place_blocks();
  void place_targets();
  [[nodiscard]] const Neighbor& find(int turn, int neighbor) const;
  template <int Size>
  void factor_sized();
  template <int Size>
  void solve_sized(VectorRef x) const;
  [[nodiscard]] int size_at(int turn) const {
    return sizes_[static_cast<std::size_t>(columns_[static_cast<std::size_t>(turn)].node)];
  }

  std::vector<int> sizes_;
  std::vector<Edge> edges_, given_;
  std::vector<int> starts_;  // of a node's unknowns
  std::vector<int> turns_;   // of each node
  std::vector<Column> columns_;
  std::vector<Neighbor> neighbors_;
  std::vector<std::size_t> targets_;  // of the products lower × upper of each pair of neighbors
  std::vector<double> values_;
  std::vector<double> scratch_;
  double work_{};
  int common_size_{};  // 0: sizes differ
};

}  // namespace carom
