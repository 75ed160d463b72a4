#include "carom/collision/broad/pair_sorter.h"

#include <algorithm>
#include <utility>

#include <gtest/gtest.h>

#include "cases/random_source.h"

namespace carom {
namespace {

bool operator==(const ShapePair& p, const ShapePair& q) { return p.a == q.a && p.b == q.b; }

/// Any two shapes, either one first.
std::vector<ShapePair> make_pairs(cases::RandomSource& random, int num_shapes, int count) {
  std::vector<ShapePair> pairs;
  while (static_cast<int>(pairs.size()) < count) {
    const int a = random.pick(num_shapes), b = random.pick(num_shapes);
    if (a != b) pairs.push_back({a, b});
  }
  return pairs;
}

std::vector<ShapePair> sort_by_comparing(std::vector<ShapePair> pairs) {
  for (ShapePair& pair : pairs) pair = {std::min(pair.a, pair.b), std::max(pair.a, pair.b)};
  std::ranges::sort(pairs, {}, [](const ShapePair& pair) { return std::pair(pair.a, pair.b); });
  return pairs;
}

void expect_sorted(PairSorter& sorter, const std::vector<ShapePair>& found) {
  std::vector<ShapePair> sorted;
  sorter.sort(found, sorted);
  EXPECT_TRUE(std::ranges::equal(sorted, sort_by_comparing(found), [](auto p, auto q) { return p == q; }));
}

// In one block, in several, and where the last one is full or has a single shape.
TEST(PairSorter, SortsAsComparingDoes) {
  cases::RandomSource random(1);
  for (const int num_shapes : {2, 3, 1000, 4095, 4096, 6144, 6145, 20000}) {
    PairSorter sorter(static_cast<std::size_t>(num_shapes));
    // More pairs, then fewer: what was there before leaves no trace.
    for (const int count : {3 * num_shapes, 0, 1, num_shapes}) {
      SCOPED_TRACE(testing::Message() << count << " pairs of " << num_shapes << " shapes");
      expect_sorted(sorter, make_pairs(random, num_shapes, count));
    }
  }
}

TEST(PairSorter, AShapeWithoutEndHasAPairWithEachOfTheOthers) {
  constexpr int kShapes = 5000;
  for (const int endless : {0, 2047, 2048, kShapes - 1}) {
    std::vector<ShapePair> found;
    for (int other = kShapes - 1; other >= 0; --other) {
      if (other != endless) found.push_back({endless, other});
    }
    PairSorter sorter(kShapes);
    expect_sorted(sorter, found);
  }
}

}  // namespace
}  // namespace carom
