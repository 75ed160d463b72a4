#include "carom/base/schema/diagnostics.h"

#include <gtest/gtest.h>

namespace carom::schema {
namespace {

std::string render(const std::string& text, int line, int column) {
  Diagnostics diagnostics;
  const int source = diagnostics.add_source({.name = "a.toml", .text = text});
  diagnostics.error({source, line, column}, "problem");
  return diagnostics.render_all();
}

TEST(Diagnostics, CaretStandsBelowItsCharacter) {
  EXPECT_EQ(render("x = 1\ny = 2\n", 2, 5), "a.toml:2:5: error: problem\n    y = 2\n        ^\n");
  // Columns count characters, of which some take several bytes.
  EXPECT_EQ(render("µ = 'é' = 3", 1, 9), "a.toml:1:9: error: problem\n    µ = 'é' = 3\n            ^\n");
  EXPECT_EQ(render("\tx = 1", 1, 2), "a.toml:1:2: error: problem\n    \tx = 1\n    \t^\n");
}

TEST(Diagnostics, LinesThatTerminalsCannotShowAreTamed) {
  EXPECT_EQ(render("a\x1b[2Jb", 1, 1), "a.toml:1:1: error: problem\n    a?[2Jb\n    ^\n");
  const std::string cut = render(std::string(5000, 'x') + "y" + std::string(5000, 'z'), 1, 5001);
  EXPECT_LT(cut.size(), 300U);
  const std::size_t caret = cut.rfind('^') - cut.rfind('\n', cut.rfind('^'));
  const std::size_t culprit = cut.find('y') - cut.find('\n');
  EXPECT_EQ(caret, culprit) << cut;
}

TEST(Diagnostics, PlaceBehindTheTextIsNoTrouble) {
  EXPECT_EQ(render("", 1, 1), "a.toml:1:1: error: problem\n    \n    ^\n");
  EXPECT_EQ(render("x", 99, 99), "a.toml:99:99: error: problem\n    \n    ^\n");
  EXPECT_EQ(render("x", 0, 0), "a.toml: error: problem\n");
}

TEST(Diagnostics, ComeInTheOrderOfTheText) {
  Diagnostics diagnostics;
  const int source = diagnostics.add_source({.name = "a", .text = "1\n2\n3"});
  diagnostics.error({source, 3, 1}, "third");
  diagnostics.warn({source, 1, 1}, "first");
  diagnostics.error({source, 2, 1}, "second", Failure::Unreadable);
  const std::vector<Diagnostic> sorted = diagnostics.sorted();
  ASSERT_EQ(sorted.size(), 3U);
  EXPECT_EQ(sorted[0].message, "first");
  EXPECT_EQ(sorted[2].message, "third");
  EXPECT_EQ(diagnostics.num_errors(), 2U);
  EXPECT_EQ(diagnostics.failure(), Failure::Unreadable);
}

}  // namespace
}  // namespace carom::schema
