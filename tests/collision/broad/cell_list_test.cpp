#include "carom/collision/broad/cell_list.h"

#include <limits>
#include <set>

#include <gtest/gtest.h>

#include "cases/random_source.h"

namespace carom {
namespace {

BoundingBox box_at(const Vector3& low, double size) { return {low, low.array() + size}; }

// Many boxes are sorted in blocks, few at once.
class CellListOfSize : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(FewAndMany, CellListOfSize, testing::Values(500, 20'000));

TEST_P(CellListOfSize, EveryBoxIsInTheCellOfItsLowCorner) {
  cases::RandomSource random(1);
  std::vector<BoundingBox> boxes;
  for (int i = 0; i < GetParam(); ++i) boxes.push_back(box_at(random.vector(3.0), random.log_uniform(0.01, 1.0)));
  CellList list(boxes.size());
  list.sort(boxes);
  std::set<int> seen;
  for (const CellList::Grid& grid : list.grids()) {
    const int cells = grid.row * grid.dims[1] * grid.dims[2];
    for (int cell = 0; cell < cells; ++cell) {
      for (std::uint32_t i = list.first_in(grid, cell); i < list.first_in(grid, cell + 1); ++i) {
        EXPECT_EQ(grid.own(list.box(i).cell()), cell);
        seen.insert(list.box(i).shape());
      }
    }
  }
  EXPECT_EQ(seen.size(), boxes.size());
}

// Rounding makes the extents of equal boxes differ in their last bits, on both sides of a power of two.
TEST(CellList, EqualSizesShareAGrid) {
  std::vector<BoundingBox> boxes;
  for (int i = 0; i < 100; ++i) {
    const Vector3 center = Vector3::Constant(0.1 * i);
    boxes.push_back({center.array() - 0.5, center.array() + 0.5});
  }
  CellList list(boxes.size());
  list.sort(boxes);
  EXPECT_EQ(list.grids().size(), 1U);
}

TEST(CellList, BoxesWithoutEndAreInNoGrid) {
  const double inf = std::numeric_limits<double>::infinity();
  const std::vector<BoundingBox> boxes{box_at(Vector3::Zero(), 1.0), {Vector3::Constant(-inf), Vector3(inf, inf, 0.0)}};
  CellList list(boxes.size());
  list.sort(boxes);
  EXPECT_EQ(list.endless(), std::vector<int>{1});
  ASSERT_EQ(list.grids().size(), 1U);
  EXPECT_EQ(list.grids()[0].last - list.grids()[0].first, 1U);
}

// Never smaller than the box it stands for, in all that a float can hold.
TEST(CellList, BoxesAreRoundedOutwards) {
  cases::RandomSource random(2);
  for (int i = 0; i < 1000; ++i) {
    const BoundingBox a = box_at(random.vector(1.0), random.log_uniform(1e-3, 1.0));
    BoundingBox b = box_at(random.vector(1.0), random.log_uniform(1e-3, 1.0));
    b.low.x() = a.high.x(), b.high.x() = a.high.x() + 0.1;  // share a face
    CellList list(2);
    list.sort(std::vector<BoundingBox>{a, b});
    const bool meets = list.box(0).meets(list.box(1));
    EXPECT_TRUE(meets || !a.meets(b)) << i;
  }
}

}  // namespace
}  // namespace carom
