// What every command can rely on, seen from outside: exit codes, where text goes, how options are read.
#include "apps/carom/program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/process.h"

namespace carom::app {
namespace {

using test::ProcessResult;
using testing::HasSubstr;
using testing::StartsWith;

ProcessResult run_probe(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), CAROM_TEST_PROBE);
  return test::run_process(arguments);
}

struct Failure {
  std::string way;
  ExitCode code{};
  std::string message;
};

class ProgramFailure : public testing::TestWithParam<Failure> {};

TEST_P(ProgramFailure, EndsWithItsExitCodeAndASentenceOnStandardError) {
  const ProcessResult result = run_probe({"fail", GetParam().way});
  EXPECT_EQ(result.code, static_cast<int>(GetParam().code)) << result.err;
  EXPECT_EQ(result.err, GetParam().message);
  EXPECT_EQ(result.out, "");
}

INSTANTIATE_TEST_SUITE_P(
    Program, ProgramFailure,
    testing::Values(
        Failure{"syntax", ExitCode::UnreadableInput, "scene.toml:3:1: scene: expected a key\n"},
        Failure{"sense", ExitCode::SenselessInput, "scene.toml:14:9: body 'a': mass must be positive, found -1\n"},
        Failure{"model", ExitCode::SenselessInput, "carom: body 'a': mass must be positive, found -1\n"},
        Failure{"file", ExitCode::InputOutput,
                "carom: filesystem error: cannot get file size: No such file or directory [/no/such/file]\n"},
        Failure{"memory", ExitCode::LimitReached, "carom: out of memory\n"},
        Failure{"mistake", ExitCode::InternalError,
                "carom: internal error: index 7 of 3\nPlease report it: this is our mistake.\n"},
        Failure{"unknown", ExitCode::InternalError,
                "carom: internal error: unknown\nPlease report it: this is our mistake.\n"},
        Failure{"numerics", ExitCode::NumericalFailure, ""},
        Failure{"loudly", ExitCode::Usage, "carom: way: unknown way 'loudly'\nRun 'carom --help' for help.\n"}),
    [](const auto& failure) { return failure.param.way; });

TEST(Program, KeepsTheDefaultsOfWhatIsNotGiven) { EXPECT_EQ(run_probe({"echo"}).out, "0.5 1 none red 0"); }

TEST(Program, ReadsEveryKindOfOption) {
  const ProcessResult result = run_probe({"echo", "--tolerance", "1e-9", "-n", "-3", "--set", "a.b=1", "--set=c=[2, 3]",
                                          "--out", "a file", "--colour", "green", "--quiet"});
  EXPECT_EQ(result.out, "1e-09 -3 a file green 1 a.b=1 c=[2, 3]") << result.err;
  EXPECT_EQ(result.code, 0);
}

TEST(Program, RefusesWhatIsNoNumber) {
  for (const std::string text : {"x", "1x", "nan", "inf", "1,5", "", "1e999"}) {
    const ProcessResult result = run_probe({"echo", "--tolerance=" + text});
    EXPECT_EQ(result.code, 2) << text;
    EXPECT_THAT(result.err, HasSubstr("--tolerance")) << text;
  }
  EXPECT_THAT(run_probe({"echo", "--count", "1.5"}).err, HasSubstr("expected a whole number, found '1.5'"));
  EXPECT_THAT(run_probe({"echo", "--count", "99999999999"}).err, HasSubstr("found '99999999999'"));
}

TEST(Program, SuggestsTheNearestName) {
  EXPECT_THAT(run_probe({"ecko"}).err, StartsWith("carom: unknown command 'ecko'; did you mean 'echo'?\n"));
  EXPECT_THAT(run_probe({"echo", "--tolrance=1"}).err,
              StartsWith("carom: unknown option '--tolrance'; did you mean '--tolerance'?\n"));
  EXPECT_THAT(run_probe({"echo", "--colour", "gren"}).err, HasSubstr("did you mean 'green'?"));
  EXPECT_THAT(run_probe({"fail", "--hlep"}).err, HasSubstr("did you mean '--help'?"));
  EXPECT_EQ(run_probe({"ecko"}).code, 2);
}

TEST(Program, RefusesArgumentsThatAreMissingOrTooMany) {
  EXPECT_THAT(run_probe({"fail"}).err, HasSubstr("way is required"));
  EXPECT_THAT(run_probe({"fail", "memory", "echo"}).err, HasSubstr("one argument too many: 'echo'"));
  EXPECT_THAT(run_probe({"echo", "--out"}).err, HasSubstr("--out"));
  for (const std::string command : {"fail", "echo"}) EXPECT_EQ(run_probe({command, "--out"}).code, 2);
}

TEST(Program, HelpOfACommandShowsOptionsAndExamples) {
  const ProcessResult result = run_probe({"echo", "--help"});
  EXPECT_EQ(result.code, 0);
  EXPECT_THAT(result.out, HasSubstr("Usage: carom echo"));
  EXPECT_THAT(result.out, HasSubstr("--tolerance NUMBER"));
  EXPECT_THAT(result.out, HasSubstr("Examples:\n  probe echo --count 3\n  probe echo\n"));
  EXPECT_EQ(result.err, "");
}

}  // namespace
}  // namespace carom::app
