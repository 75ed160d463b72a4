#pragma once

#include <numeric>
#include <vector>

namespace carom {

/// Things that are joined two by two: which of them hang together. A set is named by its least member.
class DisjointSets {
 public:
  /// Each of so many alone.
  void reset(int count) {
    parents_.resize(static_cast<std::size_t>(count));
    std::iota(parents_.begin(), parents_.end(), 0);
  }
  [[nodiscard]] int find(int member) {
    while (parent(member) != member) member = parent(member) = parent(parent(member));
    return member;
  }
  void unite(int a, int b) {
    a = find(a);
    b = find(b);
    (a < b ? parent(b) : parent(a)) = a < b ? a : b;
  }

 private:
  [[nodiscard]] int& parent(int member) { return parents_[static_cast<std::size_t>(member)]; }

  std::vector<int> parents_;
};

}  // namespace carom
