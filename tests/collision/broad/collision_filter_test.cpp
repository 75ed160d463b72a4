#include "carom/collision/broad/collision_filter.h"

#include <gtest/gtest.h>

#include "cases/random_tree.h"

namespace carom {
namespace {

TEST(CollisionFilter, ShapesOfOneBodyNeverTouch) {
  const CollisionFilter filter({3, 3, 4}, {});
  EXPECT_FALSE(filter.allows(0, 1));
  EXPECT_TRUE(filter.allows(0, 2));
}

TEST(CollisionFilter, GroupsTouchWhereBothWantTo) {
  const std::vector<CollisionGroups> groups{
      {.is_in = 1, .touches = 2}, {.is_in = 2, .touches = 1}, {.is_in = 2, .touches = 4}};
  const CollisionFilter filter({1, 2, 3}, groups, {});
  EXPECT_TRUE(filter.allows(0, 1));
  EXPECT_TRUE(filter.allows(1, 0));
  EXPECT_FALSE(filter.allows(0, 2)) << "only one of them wants to";
}

TEST(CollisionFilter, ExcludedBodiesDoNotTouchInEitherOrder) {
  const CollisionFilter filter({1, 2, 3}, {{3, 1}});
  EXPECT_FALSE(filter.allows(0, 2));
  EXPECT_FALSE(filter.allows(2, 0));
  EXPECT_TRUE(filter.allows(0, 1));
}

TEST(CollisionFilter, NeighborsOfAJointAreParentAndChild) {
  const Model model = cases::make_random_tree(4);
  for (const ShapePair& pair : find_joint_neighbors(model)) {
    EXPECT_NE(pair.a, kWorld.value());
    EXPECT_EQ(model.spec(BodyIndex(pair.b)).joint.parent, model.spec(BodyIndex(pair.a)).name);
  }
}

}  // namespace
}  // namespace carom
