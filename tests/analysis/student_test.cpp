#include "carom/analysis/student.h"

#include <gtest/gtest.h>

namespace carom {
namespace {

// Any table of the distribution, to its digits.
TEST(Student, QuantilesAreThoseOfTables) {
  EXPECT_NEAR(calc_student_quantile(1, 0.95), 12.706, 5e-4);
  EXPECT_NEAR(calc_student_quantile(2, 0.95), 4.303, 5e-4);
  EXPECT_NEAR(calc_student_quantile(3, 0.95), 3.182, 5e-4);
  EXPECT_NEAR(calc_student_quantile(4, 0.95), 2.776, 5e-4);
  EXPECT_NEAR(calc_student_quantile(10, 0.95), 2.228, 5e-4);
  EXPECT_NEAR(calc_student_quantile(11, 0.99), 3.106, 5e-4);
  EXPECT_NEAR(calc_student_quantile(100'000, 0.95), 1.960, 5e-4);
}

}  // namespace
}  // namespace carom
