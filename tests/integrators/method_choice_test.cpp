#include "carom/integrators/method_choice.h"

#include <gtest/gtest.h>

namespace carom {
namespace {

// Steps of one method until it changes; how many they were.
int count_steps_until_change(MethodChoice& choice, double step, int evaluations, int most) {
  for (int count = 1; count <= most; ++count) {
    if (choice.changes_after(step, evaluations)) return count;
  }
  return -1;
}

TEST(MethodChoice, TheExplicitMethodBeginsAndTheOtherIsTriedSoon) {
  MethodChoice choice;
  EXPECT_FALSE(choice.implicit());
  EXPECT_EQ(count_steps_until_change(choice, 1e-3, 12, 100), 8);
  EXPECT_TRUE(choice.implicit());
}

TEST(MethodChoice, TheImplicitMethodStaysWhileItComesFurtherWithAnEvaluation) {
  MethodChoice choice;
  EXPECT_EQ(count_steps_until_change(choice, 1e-3, 12, 100), 8);
  EXPECT_EQ(count_steps_until_change(choice, 1e-2, 20, 1000), -1);
  EXPECT_TRUE(choice.implicit());
}

TEST(MethodChoice, ATrialThatFailsIsShortAndTheNextOneLater) {
  MethodChoice choice;
  EXPECT_EQ(count_steps_until_change(choice, 1e-3, 12, 100), 8);
  EXPECT_EQ(count_steps_until_change(choice, 1e-4, 12, 100), 4);
  EXPECT_FALSE(choice.implicit());
  EXPECT_EQ(count_steps_until_change(choice, 1e-3, 12, 100), 16);
  EXPECT_EQ(count_steps_until_change(choice, 1e-4, 12, 100), 4);
  EXPECT_EQ(count_steps_until_change(choice, 1e-3, 12, 100), 32);
}

}  // namespace
}  // namespace carom
