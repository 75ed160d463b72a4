// Sparse matrices of blocks against the same as dense ones.
#include "carom/complementarity/linear/block_lu.h"

#include <algorithm>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "complementarity/random_problems.h"

namespace carom {
namespace {

using test::make_random;

// The same blocks in a dense matrix and in the elimination; diagonals large enough that no rows need be exchanged.
void expect_solves(const std::vector<int>& sizes, const std::vector<BlockLu::Edge>& edges, BlockLu& lu) {
  std::vector<int> starts{0};
  for (const int size : sizes) starts.push_back(starts.back() + size);
  MatrixX A = MatrixX::Identity(starts.back(), starts.back());
  lu.set_pattern(sizes, edges);
  lu.set_identity();
  unsigned seed = 1;
  const auto fill = [&](int row, int column) {
    const auto r = static_cast<std::size_t>(row), c = static_cast<std::size_t>(column);
    MatrixX block = make_random(sizes[r], sizes[c], ++seed);
    if (row == column) block.diagonal().array() += 20.0;
    A.block(starts[r], starts[c], sizes[r], sizes[c]) += block;
    Eigen::Map<MatrixX>(lu.block(row, column), sizes[r], sizes[c]) += block;
  };
  for (int i = 0; i < static_cast<int>(sizes.size()); ++i) fill(i, i);
  for (const BlockLu::Edge& edge : edges) {
    fill(edge.a, edge.b);
    fill(edge.b, edge.a);
  }
  const VectorX b = make_random(starts.back(), 1, 99);
  VectorX x = b;
  lu.factor();
  lu.solve(x);
  EXPECT_LT((A * x - b).norm(), 1e-13 * b.norm());
}

TEST(BlockLu, SolvesChainsRingsStarsAndGrids) {
  BlockLu lu;
  const std::vector<int> six(9, 6);
  expect_solves(six, {}, lu);
  expect_solves(six, {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {5, 6}, {6, 7}, {7, 8}}, lu);
  expect_solves(six, {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {5, 6}, {6, 7}, {7, 8}, {0, 8}}, lu);
  expect_solves(six, {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {0, 5}, {0, 6}, {0, 7}, {0, 8}}, lu);
  const std::vector<BlockLu::Edge> grid{{0, 1}, {1, 2}, {3, 4}, {4, 5}, {6, 7}, {7, 8},
                                        {0, 3}, {3, 6}, {1, 4}, {4, 7}, {2, 5}, {5, 8}};
  expect_solves(six, grid, lu);
  expect_solves({1, 6, 3, 12, 6, 2, 6, 30, 1}, grid, lu);
}

// A chain of n blocks costs as much for each of them, in whatever order it is written down.
TEST(BlockLu, AChainHasNoFill) {
  double work[2] = {};
  for (int k = 0; k < 2; ++k) {
    const int count = k == 0 ? 100 : 1000;
    std::vector<int> names(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) names[static_cast<std::size_t>(i)] = i;
    std::shuffle(names.begin(), names.end(), std::mt19937_64(3));
    std::vector<BlockLu::Edge> edges;
    for (std::size_t i = 1; i < names.size(); ++i) {
      edges.push_back({std::min(names[i - 1], names[i]), std::max(names[i - 1], names[i])});
    }
    BlockLu lu;
    lu.set_pattern(std::vector<int>(names.size(), 6), edges);
    work[k] = lu.work();
  }
  EXPECT_LT(work[1], 10.1 * work[0]);
}

}  // namespace
}  // namespace carom
