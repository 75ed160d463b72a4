#include "carom/simulation/contacts/ignored_pairs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "carom/base/input_error.h"
#include "carom/model/model_builder.h"
#include "carom/simulation/contacts/rule_pairs.h"
#include "carom/simulation/contacts/rule_table.h"

namespace carom {
namespace {

/// Four free balls of one surface, and a floor.
struct Balls {
  Balls() {
    const MassProperties mass{.mass = 1.0, .inertia_about_center = Matrix3::Identity()};
    ModelBuilder builder;
    for (const char* name : {"a", "b", "c", "d"}) {
      builder.add_body({.name = name, .mass = mass, .joint = {.type = JointType::Free}});
      add(name, "ball");
    }
    model.emplace(builder.build());
    add("world", "floor");
  }

  void add(const std::string& body, const std::string& surface) {
    setup.shapes.push_back({.name = body, .body = body, .geometry = shapes::Sphere{.radius = 0.1}, .surface = surface});
  }
  [[nodiscard]] std::vector<std::string> find(const std::string& a, const std::string& b) const {
    std::vector<std::string> found;
    for (const ShapePair& pair : find_pairs_of_rule(*model, setup, {.surface_a = a, .surface_b = b})) {
      found.push_back(setup.shapes[static_cast<std::size_t>(pair.a)].body + "-" +
                      setup.shapes[static_cast<std::size_t>(pair.b)].body);
    }
    return found;
  }

  std::optional<Model> model;
  ContactSetup setup;
};

using testing::ElementsAre;

TEST(IgnoredPairs, BodiesOfOneListPassThroughEachOtherOnly) {
  Balls balls;
  balls.setup.ignored.push_back({.bodies = {"a", "c", "d"}});
  EXPECT_THAT(balls.find("ball", "ball"), ElementsAre("a-b", "b-c", "b-d"));
  EXPECT_THAT(balls.find("ball", "floor"), ElementsAre("a-world", "b-world", "c-world", "d-world"));
}

TEST(IgnoredPairs, GroupsPassThroughEachOtherInBothOrders) {
  Balls balls;
  balls.setup.groups = {{.name = "left", .bodies = {"a", "c"}}, {.name = "right", .bodies = {"b", "world"}}};
  balls.setup.ignored.push_back({.groups = {"right", "left"}});
  EXPECT_THAT(balls.find("ball", "ball"), ElementsAre("a-c", "a-d", "b-d", "c-d"));
  EXPECT_THAT(balls.find("ball", "floor"), ElementsAre("b-world", "d-world"));
}

TEST(IgnoredPairs, AGroupPassesThroughItself) {
  Balls balls;
  balls.setup.groups = {{.name = "left", .bodies = {"a", "b", "c"}}};
  balls.setup.ignored.push_back({.groups = {"left", "left"}});
  EXPECT_THAT(balls.find("ball", "ball"), ElementsAre("a-d", "b-d", "c-d"));
}

TEST(IgnoredPairs, ARuleOfIgnoredBodiesAloneIsRefused) {
  Balls balls;
  balls.setup.ignored.push_back({.bodies = {"a", "b", "c", "d"}});
  balls.setup.rules.push_back({.surface_a = "ball", .surface_b = "ball"});
  std::vector<std::size_t> rule_of_pair;
  try {
    (void)find_ruled_pairs(*balls.model, balls.setup, rule_of_pair);
    FAIL() << "no error";
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(), "contact ball/ball: holds for no two shapes of different bodies that are not ignored");
  }
}

TEST(IgnoredPairs, AnUnknownGroupIsNamedWithTheNearest) {
  Balls balls;
  balls.setup.groups = {{.name = "left", .bodies = {"a"}}};
  balls.setup.ignored.push_back({.groups = {"lift", "left"}});
  EXPECT_THROW((void)IgnoredPairs(*balls.model, balls.setup), InputError);
}

// Scenes with many shapes ask a table pair by pair.
TEST(IgnoredPairs, TheTableOfRulesLeavesOutTheSame) {
  Balls balls;
  balls.setup.rules.push_back({.surface_a = "ball", .surface_b = "ball"});
  balls.setup.ignored.push_back({.bodies = {"a", "c", "d"}});
  const RuleTable table(*balls.model, balls.setup);
  std::vector<std::string> found;
  for (int a = 0; a < 4; ++a) {
    for (int b = a + 1; b < 4; ++b) {
      table.for_each_rule({a, b}, [&](int, int first, int second) {
        found.push_back(balls.setup.shapes[static_cast<std::size_t>(first)].body + "-" +
                        balls.setup.shapes[static_cast<std::size_t>(second)].body);
      });
    }
  }
  EXPECT_EQ(found, balls.find("ball", "ball"));
}

}  // namespace
}  // namespace carom
