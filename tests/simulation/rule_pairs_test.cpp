#include "carom/simulation/contacts/rule_pairs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "carom/base/input_error.h"
#include "carom/model/model_builder.h"

namespace carom {
namespace {

/// Three links, each joined to the one before, with a ball of the surface "links" on each, and a floor.
struct Chain {
  Chain() {
    const MassProperties mass{.mass = 1.0, .inertia_about_center = Matrix3::Identity()};
    ModelBuilder builder;
    std::string parent = "world";
    for (const char* name : {"first", "second", "third"}) {
      builder.add_body({.name = name, .mass = mass, .joint = {.type = JointType::Revolute, .parent = parent}});
      add(name, "links");
      parent = name;
    }
    model.emplace(builder.build());
    add("world", "floor");
  }

  void add(const std::string& body, const std::string& surface) {
    setup.shapes.push_back({.name = body, .body = body, .geometry = shapes::Sphere{.radius = 0.1}, .surface = surface});
  }
  [[nodiscard]] std::vector<std::pair<int, int>> find(const std::string& a, const std::string& b) const {
    std::vector<std::pair<int, int>> found;
    for (const ShapePair& pair : find_pairs_of_rule(*model, setup, {.surface_a = a, .surface_b = b})) {
      found.emplace_back(pair.a, pair.b);
    }
    return found;
  }

  std::optional<Model> model;
  ContactSetup setup;
};

using testing::ElementsAre;
using testing::Pair;

TEST(RulePairs, NeighborsOfAJointDoNotTouch) {
  const Chain chain;
  EXPECT_THAT(chain.find("links", "links"), ElementsAre(Pair(0, 2)));
}

TEST(RulePairs, TheWorldIsNobodysNeighbor) {
  const Chain chain;
  EXPECT_THAT(chain.find("links", "floor"), ElementsAre(Pair(0, 3), Pair(1, 3), Pair(2, 3)));
}

TEST(RulePairs, NeighborsTouchWhereTheRuleIsForNoOthers) {
  Chain chain;
  chain.setup.shapes[0].surface = "stop";
  chain.setup.shapes[1].surface = "arm";
  EXPECT_THAT(chain.find("stop", "arm"), ElementsAre(Pair(0, 1)));
}

TEST(RulePairs, ARuleForNoPairIsRefusedByName) {
  Chain chain;
  chain.setup.rules.push_back({.surface_a = "floor", .surface_b = "floor"});
  std::vector<std::size_t> rule_of_pair;
  try {
    (void)find_ruled_pairs(*chain.model, chain.setup, rule_of_pair);
    FAIL() << "no error";
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(), "contact floor/floor: holds for no two shapes of different bodies");
  }
}

TEST(RulePairs, MorePairsThanAListCanBearAreRefusedWithTheirNumber) {
  Chain chain;
  for (int i = 0; i < 1000; ++i) chain.add(i % 2 == 0 ? "first" : "third", "links");
  chain.setup.rules.push_back({.surface_a = "links", .surface_b = "links"});
  std::vector<std::size_t> rule_of_pair;
  try {
    (void)find_ruled_pairs(*chain.model, chain.setup, rule_of_pair);
    FAIL() << "no error";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("503004 pairs of shapes may touch"));
  }
}

}  // namespace
}  // namespace carom
