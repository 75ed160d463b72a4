#include "carom/scene/contact_lookup.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "carom/scene/read_scene.h"

namespace carom {
namespace {

using testing::HasSubstr;

// Two legs with a foot each, a crate and the ground; a tip that is alone with its surface. The rules stand in another
// order than that of their names.
const std::string kLegs = R"(
[[body]]
name = "left_leg"
mass = 1
inertia = { sphere = 0.1 }
[[body]]
name = "right_leg"
mass = 1
inertia = { sphere = 0.1 }
[[body]]
name = "crate"
mass = 1
inertia = { sphere = 0.1 }
[[shape]]
body = "left_leg"
type = "sphere"
radius = 0.1
surface = "rubber"
[[shape]]
body = "right_leg"
type = "sphere"
radius = 0.1
surface = "rubber"
[[shape]]
body = "crate"
type = "box"
size = [1, 1, 1]
surface = "wood"
[[shape]]
body = "crate"
type = "point"
surface = "tip"
[[shape]]
type = "plane"
surface = "ground"
[[contact]]
between = ["tip", "ground"]
normal = { law = "hertz", stiffness = 1 }
[[contact]]
between = ["rubber", "ground"]
normal = { law = "hertz", stiffness = 2 }
[[contact]]
between = ["ground", "wood"]
normal = { law = "hertz", stiffness = 3 }
)";

double stiffness_between(const Scene& scene, const std::string& a, const std::string& b) {
  for (const ContactRule& rule : scene.contacts) {
    if (rule.surface_a == a && rule.surface_b == b) return stiffness_of(rule.normal);
  }
  return 0.0;
}

std::string find_errors(const std::string& assignment) {
  try {
    (void)parse_scene(kLegs, "legs.toml", std::vector{assignment});
    return {};
  } catch (const SceneError& error) {
    return error.what();
  }
}

TEST(ContactLookup, FindsRulesBySurfacesInEitherOrder) {
  for (const char* name : {"tip/ground", "ground/tip", "0"}) {
    const std::vector<std::string> change{std::string("contact.") + name + ".normal.stiffness=7"};
    const Scene scene = parse_scene(kLegs, "legs.toml", change);
    EXPECT_EQ(stiffness_between(scene, "tip", "ground"), 7.0) << name;
    EXPECT_EQ(stiffness_between(scene, "rubber", "ground"), 2.0) << name;
    EXPECT_EQ(stiffness_between(scene, "ground", "wood"), 3.0) << name;
  }
}

TEST(ContactLookup, FindsRulesByTheNamesThatRunsGiveTheirContacts) {
  for (const char* name : {"left_leg/ground", "ground/right_leg", "rubber/ground"}) {
    const std::vector<std::string> change{std::string("contact.") + name + ".normal.stiffness=7"};
    EXPECT_EQ(stiffness_between(parse_scene(kLegs, "legs.toml", change), "rubber", "ground"), 7.0) << name;
  }
  for (const char* name : {"wood/ground:corner8", "ground/wood:corner1", "ground/wood"}) {
    const std::vector<std::string> change{std::string("contact.") + name + ".normal.stiffness=7"};
    EXPECT_EQ(stiffness_between(parse_scene(kLegs, "legs.toml", change), "ground", "wood"), 7.0) << name;
  }
}

TEST(ContactLookup, UnknownNameIsAnsweredWithTheNearest) {
  EXPECT_THAT(find_errors("contact.tpi/ground.normal.stiffness=7"),
              HasSubstr("there is no contact 'tpi/ground'; did you mean 'tip/ground'?"));
  EXPECT_THAT(find_errors("contact.left_lag/ground.normal.stiffness=7"),
              HasSubstr("there is no contact 'left_lag/ground'; did you mean 'left_leg/ground'?"));
  EXPECT_THAT(find_errors("contact.x.normal.stiffness=7"), HasSubstr("there is no contact 'x'; known are tip/ground"));
  EXPECT_THAT(find_errors("contact.3.normal.stiffness=7"), HasSubstr("there is no contact 3; the last is 2"));
}

// No name would tell them apart, and both would act.
TEST(ContactLookup, TwoContactsOfTheSameSurfacesAreRefused) {
  const std::string again = "[[contact]]\nbetween = ['ground', 'tip']\nnormal = { law = 'hertz', stiffness = 1 }\n";
  try {
    (void)parse_scene(kLegs + again, "legs.toml");
    ADD_FAILURE() << "was accepted";
  } catch (const SceneError& error) {
    EXPECT_THAT(error.what(), HasSubstr("a contact 'ground/tip' exists already (legs.toml:37)"));
  }
}

}  // namespace
}  // namespace carom
