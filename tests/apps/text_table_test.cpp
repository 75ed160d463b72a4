#include "apps/carom/output/text_table.h"

#include <gtest/gtest.h>

namespace carom::app {
namespace {

TEST(TextTable, ColumnsAreAsWideAsTheirWidestCell) {
  using enum TextTable::Align;
  TextTable table({Left, Right, Right});
  table.add_row({"law", "asked", "e"});
  table.add_row({"Größe", "9.87654e-05", "1"});
  table.add_row({"x", "", ""});
  EXPECT_EQ(table.text(),
            "law          asked  e\n"
            "Größe  9.87654e-05  1\n"
            "x\n");
}

}  // namespace
}  // namespace carom::app
