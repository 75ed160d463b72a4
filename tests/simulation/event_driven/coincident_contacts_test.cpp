// Contacts along whose normals a mechanism moves alike: which of them bears how much, rigidity leaves open.
#include "carom/simulation/event_driven/modes/coincident_contacts.h"

#include <gtest/gtest.h>

#include "carom/simulation/event_driven/modes/mode_solver.h"

namespace carom {
namespace {

// The ends of two links at their joint slide against each other's direction, and a third contact is pressed or not, as
// the one or the other bears the load. In the plane: tangent x, normal z.
ContactModeProblem make_links() {
  ContactModeProblem problem{.dimension = 3,
                             .delassus = MatrixX::Zero(9, 9),
                             .free_motion = VectorX::Zero(9),
                             .velocity = VectorX::Zero(9),
                             .friction = VectorX::Constant(3, 0.4),
                             .static_friction = VectorX::Constant(3, 0.4),
                             .slip_tolerance = 0.0};
  const std::vector<int> rows{0, 2, 3, 5, 6, 8};
  MatrixX G(6, 6);
  G << 3.20682858, 9.18084254, -0.72022717, 9.18084254, -0.272583517, -0.704237134,  //
      9.18084254, 36.6487416, -6.49531628, 36.6487416, -3.74200481, -9.83943918,     //
      -0.72022717, -6.49531628, 2.36042011, -6.49531628, 1.94608653, 4.77796999,     //
      9.18084254, 36.6487416, -6.49531628, 36.6487416, -3.74200481, -9.83943918,     //
      -0.272583517, -3.74200481, 1.94608653, -3.74200481, 3.46214434, 11.8134382,    //
      -0.704237134, -9.83943918, 4.77796999, -9.83943918, 11.8134382, 75.7026061;
  VectorX b(6);
  b << 0.0520724951, -0.225941661, -0.0337433267, -0.225941661, -0.0357653382, 0.0667523238;
  problem.delassus(rows, rows) = G;
  problem.free_motion(rows) = b;
  for (const int contact : {0, 1, 2}) problem.velocity[3 * contact] = contact == 2 ? -1.0 : 1.0;
  return problem;
}

TEST(CoincidentContacts, ShareTheirLoadEqually) {
  const ContactModeProblem problem = make_links();
  const auto joined = join_coincident(problem);
  ASSERT_TRUE(joined);
  ASSERT_EQ(joined->count(), 2);
  EXPECT_NEAR(joined->delassus(2, 2), problem.delassus(2, 2), 1e-12);
  EXPECT_NEAR(joined->delassus(2, 5), problem.delassus(2, 8), 1e-12);
  // Half of the friction of each.
  EXPECT_NEAR(joined->free_motion[0], 0.5 * 0.4 * (problem.free_motion[0] + problem.free_motion[3]), 1e-12);
  EXPECT_GT(find_contact_modes(problem).solutions.size(), 1U);
  EXPECT_EQ(find_contact_modes(*joined).solutions.size(), 1U);
}

TEST(CoincidentContacts, ContactsThatDoNotCoincideStayAsTheyAre) {
  ContactModeProblem problem = make_links();
  problem.free_motion[5] += 0.1;
  EXPECT_FALSE(join_coincident(problem));
}

TEST(CoincidentContacts, TheirSharesAreNotSeveralWaysToGoOn) {
  const ContactModeProblem problem = make_links();
  std::vector<TouchingContact> contacts;
  for (int i = 0; i < 3; ++i) {
    contacts.push_back({.friction = 0.4,
                        .static_friction = 0.4,
                        .slips = true,
                        .direction = problem.velocity.segment<2>(3 * i),
                        .mode = RigidMode::Sliding});
  }
  VectorX f(9), a(9);
  EXPECT_EQ(solve_modes(problem.delassus, problem.free_motion, contacts, f, a, {}).status, ModeStatus::One);
}

}  // namespace
}  // namespace carom
