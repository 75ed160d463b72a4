#include "carom/collision/pair_list.h"

#include <limits>

#include <gtest/gtest.h>

#include "carom/base/input_error.h"
#include "cases/random_tree.h"
#include "support/allocation_counter.h"
#include "support/untrapped.h"

namespace carom {
namespace {

/// The world with a floor and a wall, and a tree of bodies with one shape each.
struct Yard {
  explicit Yard(std::uint64_t seed) : model(cases::make_random_tree(seed)), kinematics(model) {
    add("floor", "world", shapes::Plane{}, "ground");
    add("wall", "world", shapes::Box{.size = {1.0, 2.0, 3.0}}, "ground");
    for (int i = 1; i < model.num_bodies(); ++i) {
      add("ball", model.spec(BodyIndex(i)).name, shapes::Sphere{.radius = 0.1}, "balls");
    }
    const State state = cases::make_random_state(model, seed);
    calc_kinematics(model, state.q, state.v, kinematics);
  }

  void add(const std::string& name, const std::string& body, const ShapeGeometry& geometry,
           const std::string& surface) {
    shapes.push_back({.name = name,
                      .body = body,
                      .geometry = geometry,
                      .at = {0.1, -0.2, 0.3},
                      .rotation = quaternion_from_rotation_vector({0.3, 0.2, 0.1}),
                      .surface = surface});
  }

  Model model;
  Kinematics kinematics;
  std::vector<ShapeSpec> shapes;
};

TEST(PairList, SurfacesTouchByTheirNamesButNotWithinABody) {
  Yard yard(3);
  const auto balls = static_cast<std::size_t>(yard.model.num_bodies() - 1);
  EXPECT_EQ(find_pairs(yard.shapes, "balls", "ground").size(), 2 * balls);
  EXPECT_EQ(find_pairs(yard.shapes, "balls", "balls").size(), balls * (balls - 1) / 2);
  EXPECT_TRUE(find_pairs(yard.shapes, "ground", "ground").empty());
  EXPECT_TRUE(find_pairs(yard.shapes, "balls", "nothing").empty());
}

TEST(PairList, SlotsStandInTheOrderOfThePairs) {
  Yard yard(3);
  yard.add("crate", "world", shapes::Box{.size = {1.0, 1.0, 1.0}}, "crates");
  yard.shapes.back().body = yard.model.spec(BodyIndex(1)).name;
  const int crate = static_cast<int>(yard.shapes.size()) - 1;
  const PairList list(yard.model, yard.shapes, std::vector<ShapePair>{{2, 0}, {0, crate}, {3, 1}});
  ASSERT_EQ(list.num_slots(), 10);
  for (int i = 0; i < 8; ++i) {
    const ContactSlot& slot = list.slots()[static_cast<std::size_t>(1 + i)];
    EXPECT_EQ(slot.pair, 1);
    EXPECT_EQ(slot.shape_b, crate);
    EXPECT_EQ(slot.body_a, 0);
    EXPECT_EQ(slot.body_b, 1);
    EXPECT_EQ(slot.feature, i);
  }
  EXPECT_EQ(list.slots().back().pair, 2);
  EXPECT_EQ(list.pairs().back().first_slot, 9);
}

// The reference puts every shape in place by the definition of a pose and a velocity.
TEST(PairList, ShapesMoveWithTheirBodies) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Yard yard(seed);
    const auto pairs = find_pairs(yard.shapes, "balls", "ground");
    const PairList list(yard.model, yard.shapes, pairs);
    ContactPoints contacts(list);
    calc_contact_points(list, yard.kinematics, contacts);
    for (int slot = 0; slot < list.num_slots(); ++slot) {
      const ContactSlot& owner = list.slots()[static_cast<std::size_t>(slot)];
      const PointMotion center = calc_point_motion(yard.kinematics, owner.body_a, {0.1, -0.2, 0.3});
      const ContactPoint& contact = contacts.point(slot);
      EXPECT_LT((contact.point_a - (center.position - 0.1 * contact.normal)).norm(), 1e-14) << seed;
      const ShapeMotion& ball = contacts.shape(owner.shape_a);
      EXPECT_LT((ball.v_WS - center.velocity).norm(), 1e-12) << seed;
      const double speed = contact.normal.dot(center.velocity);
      EXPECT_NEAR(calc_gap_rate(contact, ball, contacts.shape(owner.shape_b)), speed, 1e-12) << seed;
      if (owner.shape_b == 0) {
        const Vector3 up = matrix_from_quaternion(yard.shapes[0].rotation).col(2);
        EXPECT_NEAR(contact.gap, up.dot(center.position - Vector3(0.1, -0.2, 0.3)) - 0.1, 1e-13) << seed;
      }
    }
  }
}

TEST(PairList, FindingContactsAllocatesNothing) {
  if (!testing_support::counts_allocations()) GTEST_SKIP() << "the sanitizer counts for itself";
  Yard yard(5);
  yard.add("drum", yard.model.spec(BodyIndex(1)).name, shapes::Cylinder{.radius = 0.2, .length = 0.5}, "drums");
  yard.add("egg", yard.model.spec(BodyIndex(1)).name, shapes::Ellipsoid{.semi_axes = {0.1, 0.2, 0.3}}, "drums");
  auto pairs = find_pairs(yard.shapes, "balls", "ground");
  const int last = static_cast<int>(yard.shapes.size()) - 1;
  pairs.insert(pairs.end(), {{last - 1, 0}, {0, last}});
  const PairList list(yard.model, yard.shapes, pairs);
  ContactPoints contacts(list);
  const auto before = testing_support::allocation_count();
  calc_contact_points(list, yard.kinematics, contacts);
  EXPECT_EQ(testing_support::allocation_count() - before, 0);
}

std::string find_problem(const Yard& yard, ShapePair pair) {
  try {
    const PairList list(yard.model, yard.shapes, std::vector<ShapePair>{pair});
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

TEST(PairList, WhatCannotTouchIsRefusedByName) {
  Yard yard(3);
  const std::string body = yard.model.spec(BodyIndex(1)).name;
  yard.add("crate", body, shapes::Box{.size = {1.0, 1.0, 1.0}}, "crates");
  const int crate = static_cast<int>(yard.shapes.size()) - 1;
  yard.add("shelf", body, shapes::Plane{}, "shelves");
  EXPECT_EQ(find_problem(yard, {crate + 1, 0}),
            "contact of plane 'shelf' of body '" + body +
                "' with plane 'floor' of body 'world': no contact between plane and plane yet");
  EXPECT_EQ(find_problem(yard, {0, 1}),
            "contact of plane 'floor' of body 'world' with box 'wall' of body 'world': both belong to one body");
  EXPECT_EQ(find_problem(yard, {crate, 0}), "no error");
}

TEST(PairList, SizesAndPosesThatMakeNoSenseAreRefused) {
  const testing_support::Untrapped untrapped;
  Yard yard(3);
  using Limits = std::numeric_limits<double>;
  for (const double bad : {0.0, -1.0, Limits::quiet_NaN(), Limits::infinity()}) {
    for (const ShapeGeometry& geometry :
         {ShapeGeometry(shapes::Sphere{.radius = bad}), ShapeGeometry(shapes::Box{.size = {1.0, bad, 1.0}}),
          ShapeGeometry(shapes::Tube{.radius = 1.0, .length = bad}),
          ShapeGeometry(shapes::Ellipsoid{.semi_axes = {1.0, 1.0, bad}}),
          ShapeGeometry(shapes::Plane{.normal = {0.0, bad == -1.0 ? 0.0 : bad, 0.0}})}) {
      yard.shapes[0].geometry = geometry;
      EXPECT_THROW(PairList(yard.model, yard.shapes, {}), InputError) << name_of(type_of(geometry)) << " " << bad;
    }
    Yard crooked(3);
    crooked.shapes[2].rotation *= bad == -1.0 ? 0.0 : bad;
    EXPECT_THROW(PairList(crooked.model, crooked.shapes, {}), InputError) << bad;
  }
}

}  // namespace
}  // namespace carom
