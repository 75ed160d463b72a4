#include "carom/complementarity/linear/block_lu.h"

#include <algorithm>
#include <utility>

#include <Eigen/LU>
#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>

#include "carom/base/assert.h"

namespace carom {
namespace {

constexpr int kFreeBodySize = 6;  // unknowns of most nodes

template <int Size>
using BlockMap = Eigen::Map<Eigen::Matrix<double, Size, Size>>;
template <int Size>
using ConstBlockMap = Eigen::Map<const Eigen::Matrix<double, Size, Size>>;

}  // namespace

void BlockLu::set_pattern(std::span<const int> sizes, std::span<const Edge> edges) {
  if (std::ranges::equal(sizes, sizes_) && std::ranges::equal(edges, given_)) return;
  sizes_.assign(sizes.begin(), sizes.end());
  given_.assign(edges.begin(), edges.end());
  edges_ = given_;
  std::sort(edges_.begin(), edges_.end());
  edges_.erase(std::unique(edges_.begin(), edges_.end()), edges_.end());
  starts_.assign(1, 0);
  for (const int size : sizes_) starts_.push_back(starts_.back() + size);
  const bool same = std::ranges::all_of(sizes_, [&](int size) { return size == sizes_.front(); });
  common_size_ = same && !sizes_.empty() ? sizes_.front() : 0;
  order();
  find_fill();
  place_blocks();
  targets_.clear();
}

// Minimum degree, on the graph of the nodes.
void BlockLu::order() {
  const auto count = static_cast<int>(sizes_.size());
  std::vector<Eigen::Triplet<double>> entries;
  for (int i = 0; i < count; ++i) entries.emplace_back(i, i, 1.0);
  for (const Edge& edge : edges_) {
    entries.emplace_back(edge.a, edge.b, 1.0);
    entries.emplace_back(edge.b, edge.a, 1.0);
  }
  Eigen::SparseMatrix<double> graph(count, count);
  graph.setFromTriplets(entries.begin(), entries.end());
  Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> permutation;
  Eigen::AMDOrdering<int>{}(graph, permutation);
  columns_.assign(sizes_.size(), {});
  turns_.resize(sizes_.size());
  for (int turn = 0; turn < count; ++turn) {
    const int node = permutation.indices()[turn];
    columns_[static_cast<std::size_t>(turn)].node = node;
    turns_[static_cast<std::size_t>(node)] = turn;
  }
}

// A node that goes connects all of its neighbors; the first of them to go inherits the others.
void BlockLu::find_fill() {
  std::vector<std::vector<int>> later(sizes_.size());
  for (const Edge& edge : edges_) {
    const int a = turns_[static_cast<std::size_t>(edge.a)], b = turns_[static_cast<std::size_t>(edge.b)];
    later[static_cast<std::size_t>(std::min(a, b))].push_back(std::max(a, b));
  }
  neighbors_.clear();
  work_ = 0.0;
  for (std::size_t turn = 0; turn < later.size(); ++turn) {
    std::vector<int>& own = later[turn];
    std::sort(own.begin(), own.end());
    own.erase(std::unique(own.begin(), own.end()), own.end());
    columns_[turn].first = neighbors_.size();
    double unknowns = 0.0;
    for (const int neighbor : own) {
      neighbors_.push_back({neighbor});
      unknowns += size_at(neighbor);
    }
    columns_[turn].last = neighbors_.size();
    const double size = size_at(static_cast<int>(turn));
    work_ += size * (size + unknowns) * (size + unknowns);
    if (own.size() < 2) continue;
    std::vector<int>& heir = later[static_cast<std::size_t>(own.front())];
    heir.insert(heir.end(), own.begin() + 1, own.end());
    own.clear();
    own.shrink_to_fit();
  }
}

void BlockLu::place_blocks() {
  std::size_t size = 0;
  const auto take = [&size](int rows, int columns) {
    return std::exchange(size, size + static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns));
  };
  for (std::size_t turn = 0; turn < columns_.size(); ++turn) {
    Column& column = columns_[turn];
    const int own = size_at(static_cast<int>(turn));
    column.diagonal = take(own, own);
    for (std::size_t k = column.first; k < column.last; ++k) {
      const int other = size_at(neighbors_[k].turn);
      neighbors_[k].upper = take(own, other);
      neighbors_[k].lower = take(other, own);
    }
  }
  values_.resize(size);
}

const BlockLu::Neighbor& BlockLu::find(int turn, int neighbor) const {
  const Column& column = columns_[static_cast<std::size_t>(turn)];
  const auto from = neighbors_.begin() + static_cast<std::ptrdiff_t>(column.first);
  const auto to = neighbors_.begin() + static_cast<std::ptrdiff_t>(column.last);
  const auto found = std::lower_bound(from, to, neighbor, [](const Neighbor& n, int t) { return n.turn < t; });
  CAROM_ASSERT(found != to && found->turn == neighbor);
  return *found;
}

void BlockLu::place_targets() {
  for (Column& column : columns_) {
    column.updates = targets_.size();
    for (std::size_t j = column.first; j < column.last; ++j) {
      for (std::size_t i = column.first; i < column.last; ++i) {
        const int row = neighbors_[i].turn, other = neighbors_[j].turn;
        if (row == other) {
          targets_.push_back(columns_[static_cast<std::size_t>(row)].diagonal);
        } else if (row < other) {
          targets_.push_back(find(row, other).upper);
        } else {
          targets_.push_back(find(other, row).lower);
        }
      }
    }
  }
}

void BlockLu::set_identity() {
  std::fill(values_.begin(), values_.end(), 0.0);
  for (std::size_t turn = 0; turn < columns_.size(); ++turn) {
    const int size = size_at(static_cast<int>(turn));
    for (int i = 0; i < size; ++i) values_[columns_[turn].diagonal + static_cast<std::size_t>(i * (size + 1))] = 1.0;
  }
}

double* BlockLu::block(int row, int column) {
  const int a = turns_[static_cast<std::size_t>(row)], b = turns_[static_cast<std::size_t>(column)];
  if (a == b) return values_.data() + columns_[static_cast<std::size_t>(a)].diagonal;
  return values_.data() + (a < b ? find(a, b).upper : find(b, a).lower);
}

template <int Size>
void BlockLu::factor_sized() {
  double* const values = values_.data();
  for (std::size_t turn = 0; turn < columns_.size(); ++turn) {
    const Column& column = columns_[turn];
    const int own = size_at(static_cast<int>(turn));
    BlockMap<Size> diagonal(values + column.diagonal, own, own);
    diagonal = diagonal.partialPivLu().inverse().eval();
    std::size_t target = column.updates;
    for (std::size_t i = column.first; i < column.last; ++i) {
      BlockMap<Size> lower(values + neighbors_[i].lower, size_at(neighbors_[i].turn), own);
      lower = lower.lazyProduct(diagonal).eval();
    }
    for (std::size_t j = column.first; j < column.last; ++j) {
      const int width = size_at(neighbors_[j].turn);
      const ConstBlockMap<Size> upper(values + neighbors_[j].upper, own, width);
      for (std::size_t i = column.first; i < column.last; ++i) {
        const int height = size_at(neighbors_[i].turn);
        const ConstBlockMap<Size> lower(values + neighbors_[i].lower, height, own);
        BlockMap<Size>(values + targets_[target++], height, width) -= lower.lazyProduct(upper);
      }
    }
  }
}

void BlockLu::factor() {
  if (targets_.empty()) place_targets();
  switch (common_size_) {
    case 2:
      return factor_sized<2>();
    case 3:
      return factor_sized<3>();
    case kFreeBodySize:
      return factor_sized<kFreeBodySize>();
    default:
      return factor_sized<Eigen::Dynamic>();
  }
}

template <int Size>
void BlockLu::solve_sized(VectorRef x) const {
  const double* const values = values_.data();
  const auto part = [&](int turn) {
    const auto node = static_cast<std::size_t>(columns_[static_cast<std::size_t>(turn)].node);
    return Eigen::Map<Eigen::Matrix<double, Size, 1>>(x.data() + starts_[node], sizes_[node]);
  };
  const auto count = static_cast<int>(columns_.size());
  for (int turn = 0; turn < count; ++turn) {
    const Column& column = columns_[static_cast<std::size_t>(turn)];
    const auto own = part(turn);
    for (std::size_t i = column.first; i < column.last; ++i) {
      auto other = part(neighbors_[i].turn);
      other -= ConstBlockMap<Size>(values + neighbors_[i].lower, other.size(), own.size()).lazyProduct(own);
    }
  }
  for (int turn = count - 1; turn >= 0; --turn) {
    const Column& column = columns_[static_cast<std::size_t>(turn)];
    auto own = part(turn);
    for (std::size_t j = column.first; j < column.last; ++j) {
      const auto other = part(neighbors_[j].turn);
      own -= ConstBlockMap<Size>(values + neighbors_[j].upper, own.size(), other.size()).lazyProduct(other);
    }
    own = ConstBlockMap<Size>(values + column.diagonal, own.size(), own.size()).lazyProduct(own).eval();
  }
}

void BlockLu::solve(VectorRef x) const {
  switch (common_size_) {
    case 2:
      return solve_sized<2>(x);
    case 3:
      return solve_sized<3>(x);
    case kFreeBodySize:
      return solve_sized<kFreeBodySize>(x);
    default:
      return solve_sized<Eigen::Dynamic>(x);
  }
}

}  // namespace carom
