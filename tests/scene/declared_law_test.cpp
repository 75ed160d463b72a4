// What a law declares is all that a scene needs to know of it: the law of docs/add-a-law.md is not among ours.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "carom/base/schema/names.h"
#include "carom/scene/document.h"
#include "carom/scene/tables/law_table.h"
#include "contact/normal/measured_law.h"

namespace carom {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

struct ReadLaw {
  normal::Measured law{};
  std::string problems{};
};

// Of assignments as of --set.
ReadLaw read(const std::vector<std::string>& assignments) {
  schema::Diagnostics diagnostics;
  const int source = diagnostics.add_source({.name = "law", .text = "", .has_lines = false});
  schema::Value tree{schema::Value::Entries{}, schema::Place{source, 1, 1}};
  for (const std::string& assignment : assignments) apply_override(tree, assignment, diagnostics);
  schema::Names names;
  schema::Reader reader(diagnostics, names);
  const schema::Reader::Scope scope(reader, "normal", tree);
  ReadLaw result;
  (void)make_law_table<normal::Measured>()->read(tree, &result.law, reader);
  result.problems = diagnostics.render_all();
  return result;
}

TEST(DeclaredLaw, IsReadWithItsTableOfNumbers) {
  const ReadLaw result = read({"stiffness=2e5", "depths=[\"1 mm\", 0.002]", "forces=[10, 30]"});
  EXPECT_EQ(result.problems, "");
  EXPECT_EQ(result.law.stiffness, 2e5);
  EXPECT_THAT(result.law.depths, ElementsAre(1e-3, 2e-3));
  EXPECT_THAT(result.law.forces, ElementsAre(10.0, 30.0));
}

TEST(DeclaredLaw, HasItsRangesUnitsAndRequiredKeysReported) {
  const ReadLaw result = read({"depths=[-1]", "hardening=-2", "hardenin=1"});
  EXPECT_THAT(result.problems, HasSubstr("forces"));
  EXPECT_THAT(result.problems, HasSubstr("above 0"));
  EXPECT_THAT(result.problems, HasSubstr("at least 0"));
  EXPECT_THAT(result.problems, HasSubstr("hardening"));
}

TEST(DeclaredLaw, IsDocumented) {
  const TablePtr<normal::Measured> table = make_law_table<normal::Measured>();
  EXPECT_EQ(table->formula(), normal::Measured::kInfo.formula);
  ASSERT_EQ(table->keys().size(), 4U);
  EXPECT_EQ(table->keys()[2].units, std::vector<std::string>{"m"});
  EXPECT_TRUE(table->keys()[2].is_required);
}

}  // namespace
}  // namespace carom
