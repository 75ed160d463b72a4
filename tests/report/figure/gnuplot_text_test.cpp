#include "carom/report/figure/gnuplot_text.h"

#include <limits>

#include <gtest/gtest.h>

#include "carom/report/support/utf8.h"

namespace carom {
namespace {

TEST(GnuplotText, WhatMeansSomethingToGnuplotIsWrittenAsANumberAndLinesAreJoined) {
  EXPECT_EQ(quote_for_gnuplot("'t Hooft, it's"), "\"'t Hooft, it's\"");
  EXPECT_EQ(quote_for_gnuplot("two\nlines\t\x7f"), "\"two lines  \"");
  EXPECT_EQ(quote_for_gnuplot("`rm x` $y @z \\ \"q\""), R"("\140rm x\140 $y \100z \134 \042q\042")");
}

TEST(GnuplotText, BytesThatAreNoCharacterAreReplacedOneByOne) {
  EXPECT_EQ(repair_utf8("Ω 😀 z"), "Ω 😀 z");
  EXPECT_EQ(repair_utf8("a\xffz"), "a\xEF\xBF\xBDz");
  // An overlong slash, half of a surrogate pair, a character cut short, one beyond the last.
  EXPECT_EQ(repair_utf8("\xc0\xaf"), "\xEF\xBF\xBD\xEF\xBF\xBD");
  EXPECT_EQ(repair_utf8("\xed\xa0\x80"), "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");
  EXPECT_EQ(repair_utf8("\xe2\x82"), "\xEF\xBF\xBD\xEF\xBF\xBD");
  EXPECT_EQ(repair_utf8("\xf4\x90\x80\x80").size(), 12U);
}

TEST(GnuplotText, NumbersReadBackAndTheRestIsAGap) {
  EXPECT_EQ(std::stod(write_for_gnuplot(0.1)), 0.1);
  EXPECT_EQ(write_for_gnuplot(std::numeric_limits<double>::quiet_NaN()), "NaN");
  EXPECT_EQ(write_for_gnuplot(-std::numeric_limits<double>::infinity()), "NaN");
}

}  // namespace
}  // namespace carom
