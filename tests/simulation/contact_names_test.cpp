#include "carom/simulation/contacts/contact_names.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace carom {
namespace {

using testing::ElementsAre;

ShapeSpec make_shape(const std::string& body, const std::string& surface, ShapeGeometry geometry = shapes::Sphere{0.1},
                     const std::string& name = "") {
  return {.name = name, .body = body, .geometry = std::move(geometry), .surface = surface};
}

std::vector<std::string> name_all(const std::vector<ShapeSpec>& shapes) {
  const ContactNames names(shapes);
  std::vector<std::string> all;
  for (std::size_t i = 0; i < shapes.size(); ++i) all.push_back(names.of_shape(static_cast<int>(i)));
  return all;
}

TEST(ContactNames, SurfaceThatOneShapeHasIsItsName) {
  const std::vector<ShapeSpec> shapes{make_shape("lower", "tip", shapes::Point{}),
                                      make_shape("world", "floor", shapes::Plane{})};
  EXPECT_EQ(ContactNames(shapes).of_point(0, 1, 0), "tip/floor");
  EXPECT_EQ(ContactNames(shapes).of_point(1, 0, 0), "floor/tip");
}

TEST(ContactNames, BodiesWithOneShapeEachAreNamedWhereTheyShareASurface) {
  const std::vector<ShapeSpec> shapes{make_shape("left_foot", "rubber"), make_shape("right_foot", "rubber"),
                                      make_shape("left_foot", ""), make_shape("world", "ground", shapes::Plane{})};
  EXPECT_THAT(name_all(shapes), ElementsAre("left_foot", "right_foot", "", "ground"));
}

TEST(ContactNames, SeveralShapesOfABodyAreToldApartByNameSurfaceTypeOrNumber) {
  const std::vector<ShapeSpec> shapes{make_shape("trunk", "skin", shapes::Box{}, "lid"),
                                      make_shape("trunk", "skin", shapes::Sphere{0.1}),
                                      make_shape("trunk", "skin", shapes::Box{}),
                                      make_shape("trunk", "rubber"),
                                      make_shape("table", "foot", shapes::Point{}),
                                      make_shape("table", "foot", shapes::Point{}),
                                      make_shape("other", "rubber"),
                                      make_shape("other", "skin")};
  EXPECT_THAT(name_all(shapes), ElementsAre("trunk:lid", "trunk:skin1", "trunk:box", "trunk:rubber", "table:foot1",
                                            "table:foot2", "other:rubber", "other:skin"));
}

TEST(ContactNames, ShapesOfTheWorldDoWithoutABody) {
  const std::vector<ShapeSpec> shapes{make_shape("world", "bin", shapes::Plane{}, "left_wall"),
                                      make_shape("world", "bin", shapes::Plane{}),
                                      make_shape("world", "bin", shapes::Box{}), make_shape("ball", "glass")};
  EXPECT_THAT(name_all(shapes), ElementsAre("left_wall", "bin1", "bin2", "glass"));
}

// A surface called like a body that has shapes of its own, and names that look like ours.
TEST(ContactNames, NoTwoShapesHaveTheSameName) {
  const std::vector<ShapeSpec> shapes{make_shape("hand", "arm"),        make_shape("arm", "skin"),
                                      make_shape("leg", "skin"),        make_shape("world", "leg"),
                                      make_shape("a:b", "skin"),        make_shape("a", "skin", shapes::Box{}, "b"),
                                      make_shape("a", "skin", {}, "c"), make_shape("a:c", "skin")};
  const std::vector<std::string> names = name_all(shapes);
  EXPECT_EQ(names[0], "hand");
  EXPECT_EQ(names[1], "arm");
  EXPECT_EQ(names[3], "world:leg");
  EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), names.size());
}

// Others come and go: a name stays, as long as nothing else takes the surface.
TEST(ContactNames, NameDoesNotDependOnWhatElseThereIs) {
  std::vector<ShapeSpec> shapes{make_shape("link7", "steel"), make_shape("link8", "steel"),
                                make_shape("world", "ground", shapes::Plane{})};
  const std::string alone = ContactNames(shapes).of_point(0, 2, 0);
  EXPECT_EQ(alone, "link7/ground");
  for (int i = 0; i < 40; ++i) shapes.insert(shapes.begin(), make_shape("other" + std::to_string(i), "steel"));
  EXPECT_EQ(ContactNames(shapes).of_point(40, 42, 0), alone);
}

TEST(ContactNames, PointsOfAPairAreNumberedFromOneOn) {
  const std::vector<ShapeSpec> shapes{
      make_shape("crate", "wood", shapes::Box{Vector3::Ones()}), make_shape("log", "bark", shapes::Capsule{0.1, 1.0}),
      make_shape("drum", "tin", shapes::Cylinder{0.1, 1.0}), make_shape("world", "ground", shapes::Plane{})};
  const ContactNames names(shapes);
  EXPECT_EQ(names.of_point(0, 3, 0), "wood/ground:corner1");
  EXPECT_EQ(names.of_point(0, 3, 7), "wood/ground:corner8");
  EXPECT_EQ(names.of_point(3, 1, 1), "ground/bark:end2");
  EXPECT_EQ(names.of_point(2, 3, 5), "tin/ground:point6");
}

TEST(ContactNames, PointIsTakenOffAName) {
  EXPECT_EQ(strip_point("crate/ground:corner3"), "crate/ground");
  EXPECT_EQ(strip_point("log/trunk:lid:end12"), "log/trunk:lid");
  for (const char* whole : {"tip/floor", "ball/trunk:lid", "ball/pen:point", "ball/a:point1b", ""}) {
    EXPECT_EQ(strip_point(whole), whole);
  }
}

TEST(ContactNames, ReportSaysWhoTouchesWhom) {
  const std::vector<ShapeSpec> shapes{make_shape("lower", "tip", shapes::Point{}),
                                      make_shape("world", "floor", shapes::Plane{})};
  const ContactReport report = ContactNames(shapes).make_report(0, 1, 0);
  EXPECT_EQ(report.name, "tip/floor");
  EXPECT_EQ(report.sides.body_a, "lower");
  EXPECT_EQ(report.sides.body_b, "world");
  EXPECT_EQ(report.sides.surface_a, "tip");
  EXPECT_EQ(report.sides.surface_b, "floor");
}

}  // namespace
}  // namespace carom
