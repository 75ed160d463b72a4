#include "carom/base/strict_number.h"

#include <clocale>
#include <string>

#include <gtest/gtest.h>

namespace carom {
namespace {

TEST(StrictNumber, IsAWholeFiniteText) {
  EXPECT_EQ(parse_strict_number("1.5"), 1.5);
  EXPECT_EQ(parse_strict_number("+2"), 2.0);
  EXPECT_EQ(parse_strict_number("-.5e3"), -500.0);
  EXPECT_EQ(parse_strict_number("1e-400"), 0.0);
  for (const std::string text : {"", "1,5", "1.5.5", "1 ", " 1", "nan", "-inf", "infinity", "1e400", "0x10", "+-1",
                                 "++1", "1e", "e1", "one", "1f", "--1"}) {
    EXPECT_EQ(parse_strict_number(text), std::nullopt) << text;
  }
}

TEST(StrictNumber, HasADecimalPointInEveryLocale) {
  const std::string before = std::setlocale(LC_NUMERIC, nullptr);
  if (std::setlocale(LC_NUMERIC, "de_DE.UTF-8") == nullptr) GTEST_SKIP() << "no locale with a decimal comma";
  EXPECT_EQ(parse_strict_number("1.5"), 1.5);
  EXPECT_EQ(parse_strict_number("1,5"), std::nullopt);
  std::setlocale(LC_NUMERIC, before.c_str());
}

TEST(StrictInteger, IsAWholeNumberInRange) {
  EXPECT_EQ(parse_strict_integer("-7"), -7);
  EXPECT_EQ(parse_strict_integer("4294967298"), 4294967298LL);
  for (const std::string text : {"", "1.0", "1e3", "9223372036854775808", "0x1", "1 "}) {
    EXPECT_EQ(parse_strict_integer(text), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace carom
