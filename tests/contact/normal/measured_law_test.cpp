// The law that docs/add-a-law.md shows: nothing else than its own file says what it takes, checks and remembers.
#include "contact/normal/measured_law.h"

#include <gtest/gtest.h>

#include "carom/base/input_error.h"
#include "carom/contact/normal/bring_law.h"
#include "carom/contact/normal/normal_contact.h"

namespace carom {
namespace {

normal::Measured make_pad() {
  return {.stiffness = 4e5, .hardening = 0.5, .depths = {1e-3, 2e-3, 3e-3}, .forces = {50.0, 150.0, 400.0}};
}

TEST(MeasuredLaw, ChecksWhatItDeclares) {
  EXPECT_TRUE(check_law(make_pad(), "normal").empty());
  normal::Measured bad = make_pad();
  bad.forces.pop_back();
  EXPECT_THROW((void)check_law(bad, "normal"), InputError);
  bad = make_pad();
  bad.depths[0] = -1e-3;
  EXPECT_THROW((void)check_law(bad, "normal"), InputError);
  bad = make_pad();
  bad.hardening = -0.1;
  EXPECT_THROW((void)check_law(bad, "normal"), InputError);
}

TEST(MeasuredLaw, LoadsThroughItsPointsAndUnloadsSteeperEachTime) {
  const NormalLaw law = bring_law(make_pad());
  TrialContact contact(law, 1.0);
  EXPECT_DOUBLE_EQ(contact.at_present().evaluate(1.5e-3, 1.0).force, 100.0);
  EXPECT_DOUBLE_EQ(contact.at_present().evaluate(4e-3, 1.0).force, 650.0);
  contact.look(2e-3, -1.0);
  EXPECT_NEAR(contact.at_present().evaluate(1.9e-3, -1.0).force, 150.0 - 40.0, 1e-9);
  contact.look(3e-3, -1.0);
  EXPECT_NEAR(contact.at_present().evaluate(2.9e-3, -1.0).force, 400.0 - 60.0, 1e-9);
  EXPECT_NEAR(contact.at_present().dent(2.9e-3), 3e-3 - 400.0 / 6e5, 1e-15);
}

TEST(MeasuredLaw, CountsItsLoadingsOverAllContacts) {
  const NormalLaw law = bring_law(make_pad());
  double memory[3] = {};
  begin_memory(law, 1.0, memory);
  turn_memory(law, 2e-3, -1.0, memory);
  turn_memory(law, 3e-3, -1.0, memory);
  end_memory(law, memory);
  begin_memory(law, 1.0, memory);
  EXPECT_EQ(memory[0], 0.0);
  EXPECT_EQ(memory[1], 0.0);
  EXPECT_EQ(memory[2], 2.0);
}

}  // namespace
}  // namespace carom
