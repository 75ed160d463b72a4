#include "carom/collision/broad/broad_phase.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include <gtest/gtest.h>

#include "cases/random_source.h"
#include "support/allocation_counter.h"

namespace carom {
namespace {

std::vector<int> one_body_each(std::size_t count) {
  std::vector<int> bodies(count);
  std::iota(bodies.begin(), bodies.end(), 1);
  return bodies;
}

/// Sizes from `smallest` to `largest` in a cube, with one box without end.
std::vector<BoundingBox> make_boxes(cases::RandomSource& random, std::size_t count, double smallest, double largest) {
  std::vector<BoundingBox> boxes;
  for (std::size_t i = 0; i < count; ++i) {
    const double size = smallest * std::pow(largest / smallest, random.uniform(0.0, 1.0));
    const Vector3 low = random.vector(1.0);
    boxes.push_back({low, low + Vector3(size, 0.7 * size, 0.3 * size)});
  }
  const double inf = std::numeric_limits<double>::infinity();
  boxes[count / 2] = {{-inf, -inf, -inf}, {inf, inf, 0.1}};
  return boxes;
}

bool same(const std::vector<ShapePair>& p, const std::vector<ShapePair>& q) {
  return std::ranges::equal(p, q, [](const ShapePair& x, const ShapePair& y) { return x.a == y.a && x.b == y.b; });
}

bool before(const ShapePair& p, const ShapePair& q) { return p.a < q.a || (p.a == q.a && p.b < q.b); }

std::vector<ShapePair> find_by_force(const std::vector<BoundingBox>& boxes, const CollisionFilter& filter) {
  std::vector<ShapePair> pairs;
  for (int a = 0; a < static_cast<int>(boxes.size()); ++a) {
    for (int b = a + 1; b < static_cast<int>(boxes.size()); ++b) {
      const bool meet = boxes[static_cast<std::size_t>(a)].meets(boxes[static_cast<std::size_t>(b)]);
      if (meet && filter.allows(a, b)) pairs.push_back({a, b});
    }
  }
  return pairs;
}

TEST(BroadPhase, FindsJustThePairsThatBruteForceFinds) {
  for (const double largest : {0.05, 0.5, 3.0}) {
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
      cases::RandomSource random(seed);
      const CollisionFilter filter(one_body_each(400), {});
      BroadPhase broad(filter);
      for (int update = 0; update < 3; ++update) {
        const std::vector<BoundingBox> boxes = make_boxes(random, 400, 0.05, largest);
        broad.update(boxes);
        EXPECT_TRUE(same(broad.pairs(), find_by_force(boxes, filter))) << largest << ", " << seed;
      }
    }
  }
}

// So many that they are sorted in blocks.
TEST(BroadPhase, FindsJustThePairsOfManyBoxes) {
  cases::RandomSource random(7);
  const CollisionFilter filter(one_body_each(9000), {});
  BroadPhase broad(filter);
  for (int update = 0; update < 2; ++update) {
    const std::vector<BoundingBox> boxes = make_boxes(random, 9000, 0.02, 0.2);
    broad.update(boxes);
    EXPECT_TRUE(same(broad.pairs(), find_by_force(boxes, filter))) << update;
  }
}

// Two clusters far from each other make a grid with so many cells that it begins again: cells are shared then.
TEST(BroadPhase, FindsJustThePairsOfClustersFarFromEachOther) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    cases::RandomSource random(seed);
    const CollisionFilter filter(one_body_each(300), {});
    BroadPhase broad(filter);
    std::vector<BoundingBox> boxes;
    const Vector3 far = 500.0 * random.direction();
    for (int i = 0; i < 300; ++i) {
      const Vector3 low = (i % 3 == 0 ? far : Vector3(Vector3::Zero())) + random.vector(1.0);
      boxes.push_back({low, low.array() + random.uniform(0.1, i == 0 ? 40.0 : 0.2)});
    }
    broad.update(boxes);
    // Single precision rounds outwards by a few 1e-7 of a kilometer.
    std::vector<BoundingBox> wider = boxes;
    for (BoundingBox& box : wider) box.low.array() -= 2e-4, box.high.array() += 2e-4;
    EXPECT_TRUE(std::ranges::includes(broad.pairs(), find_by_force(boxes, filter), before)) << seed;
    EXPECT_TRUE(std::ranges::includes(find_by_force(wider, filter), broad.pairs(), before)) << seed << ", each once";
  }
}

TEST(BroadPhase, EqualBoxesOfNoSizeMeet) {
  const CollisionFilter filter(one_body_each(3), {});
  BroadPhase broad(filter);
  const BoundingBox point{Vector3::Ones(), Vector3::Ones()};
  broad.update(std::vector<BoundingBox>(3, point));
  EXPECT_EQ(broad.pairs().size(), 3U);
}

TEST(BroadPhase, DoesNotDependOnWhatWasThereBefore) {
  cases::RandomSource random(5);
  const CollisionFilter filter(one_body_each(300), {});
  BroadPhase moved(filter), fresh(filter);
  std::vector<BoundingBox> boxes;
  for (int update = 0; update < 5; ++update) moved.update(boxes = make_boxes(random, 300, 0.1, 1.0));
  fresh.update(boxes);
  EXPECT_TRUE(same(moved.pairs(), fresh.pairs()));
}

TEST(BroadPhase, KeepsToGroupsBodiesAndExcludedPairs) {
  const std::vector<BoundingBox> boxes(5, BoundingBox{Vector3::Zero(), Vector3::Ones()});
  // Shapes 0 and 1 are of one body; 2 touches only group 2, in which 3 alone is; bodies 1 and 5 are excluded.
  const std::vector<CollisionGroups> groups{{}, {}, {.is_in = 1, .touches = 2}, {.is_in = 2}, {}};
  BroadPhase broad(CollisionFilter({1, 1, 2, 3, 5}, groups, {{5, 1}}));
  broad.update(boxes);
  const std::vector<ShapePair> expected{{0, 3}, {1, 3}, {2, 3}, {3, 4}};
  EXPECT_TRUE(same(broad.pairs(), expected));
}

TEST(BroadPhase, AllocatesNothingOnceItHasSeenAsManyPairs) {
  if (!testing_support::counts_allocations()) GTEST_SKIP() << "the sanitizer counts for itself";
  cases::RandomSource random(6);
  BroadPhase broad(CollisionFilter(one_body_each(300), {}));
  const std::vector<BoundingBox> boxes = make_boxes(random, 300, 0.1, 0.5);
  broad.update(boxes);
  const auto before = testing_support::allocation_count();
  broad.update(boxes);
  EXPECT_EQ(testing_support::allocation_count() - before, 0);
}

}  // namespace
}  // namespace carom
