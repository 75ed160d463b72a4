#include "carom/simulation/run_note.h"

#include <set>

#include <gtest/gtest.h>

#include "carom/simulation/contacts/contact_report_numbers.h"

namespace carom {
namespace {

std::vector<RunNote::Kind> list_kinds() {
  std::vector<RunNote::Kind> kinds;
  for (int i = 0; i <= static_cast<int>(RunNote::kLastKind); ++i) kinds.push_back(static_cast<RunNote::Kind>(i));
  return kinds;
}

TEST(RunNotes, EveryKindHasANameOfItsOwn) {
  std::set<std::string_view> names;
  for (const RunNote::Kind kind : list_kinds()) {
    EXPECT_FALSE(name_of(kind).empty());
    EXPECT_TRUE(is_name_of_note(name_of(kind)));
    names.insert(name_of(kind));
  }
  EXPECT_EQ(names.size(), list_kinds().size());
  EXPECT_FALSE(is_name_of_note("touch-down"));
}

TEST(RunNotes, ACheckpointReturnsEveryMember) {
  const RunNote note{.kind = RunNote::Kind::SeveralSolutions,
                     .time = 1.25,
                     .contact = "rod/floor",
                     .energy = -0.5,
                     .sentence = "at t = 1.25 s μ is too large",
                     .contacts = {"rod/floor", "rod/wall"},
                     .policy = "impact",
                     .solutions = {{.modes = "S0", .normal_forces = {0.0, 3.0}, .friction_forces = {0.0, 1.5}},
                                   {.modes = "xS", .normal_forces = {2.0, 0.0}, .friction_forces = {1.0, 0.0}}}};
  std::vector<double> numbers;
  append_note(note, numbers);
  NumberReader left(numbers);
  EXPECT_EQ(take_note(left), note);
  EXPECT_TRUE(left.empty());
  EXPECT_FALSE(left.failed());
}

TEST(RunNotes, ACheckpointThatIsCutShortIsRefused) {
  std::vector<double> numbers;
  append_note({.kind = RunNote::Kind::NoSolution, .sentence = "none", .contacts = {"a/b"}, .policy = "stop"}, numbers);
  for (std::size_t size = 0; size < numbers.size(); ++size) {
    NumberReader left(std::span<const double>(numbers).first(size));
    (void)take_note(left);
    EXPECT_TRUE(left.failed()) << size << " of " << numbers.size() << " numbers";
  }
}

}  // namespace
}  // namespace carom
