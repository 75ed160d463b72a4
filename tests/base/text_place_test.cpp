#include "carom/base/text_place.h"

#include <gtest/gtest.h>

namespace carom {
namespace {

TEST(TextPlace, CountsLinesAndLettersFromOne) {
  const std::string_view text = "a\nbä c\n";
  EXPECT_EQ(find_text_place(text, 0).line, 1);
  EXPECT_EQ(find_text_place(text, 0).column, 1);
  EXPECT_EQ(find_text_place(text, 6).line, 2);
  EXPECT_EQ(find_text_place(text, 6).column, 4);  // ä has two bytes
  EXPECT_EQ(find_text_place(text, 1000).line, 3);
}

}  // namespace
}  // namespace carom
