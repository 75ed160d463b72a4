#include "carom/report/run/run_verdict.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "carom/simulation/run_note.h"

namespace carom {
namespace {

TEST(RunVerdict, ShowsANoteOfEveryKind) {
  RunVerdict verdict;
  for (int i = 0; i <= static_cast<int>(RunNote::kLastKind); ++i) {
    const auto kind = static_cast<RunNote::Kind>(i);
    (void)verdict.takes({.time = 0.1 * i,
                         .kind = std::string(name_of(kind)),
                         .element = "",
                         .data = fmt::format(R"({{"sentence":"note {}"}})", i)});
    ASSERT_EQ(verdict.notes.size(), static_cast<std::size_t>(i) + 1) << name_of(kind);
    EXPECT_EQ(verdict.notes.back(), fmt::format("note {}", i));
  }
}

}  // namespace
}  // namespace carom
