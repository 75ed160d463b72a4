// The program itself, as a user runs it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "apps/carom/commands/all.h"
#include "support/process.h"

namespace carom::app {
namespace {

using test::ProcessResult;
using testing::HasSubstr;

ProcessResult run_carom(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), CAROM_TEST_PROGRAM);
  return test::run_process(arguments);
}

// In the script, "$0" is the program.
ProcessResult run_bash(const std::string& script) {
  return test::run_process({"/bin/bash", "-c", script, CAROM_TEST_PROGRAM});
}

TEST(Carom, PrintsItsVersion) {
  const ProcessResult result = run_carom({"--version"});
  EXPECT_EQ(result.code, 0);
  EXPECT_EQ(result.out, "carom " CAROM_TEST_VERSION "\n");
  EXPECT_EQ(result.err, "");
}

TEST(Carom, HelpNamesEveryCommand) {
  const ProcessResult result = run_carom({"--help"});
  EXPECT_EQ(result.code, 0);
  EXPECT_EQ(result.err, "");
  for (const auto& command : make_commands()) {
    EXPECT_THAT(result.out, HasSubstr("\n  " + command->name() + " "));
    EXPECT_THAT(result.out, HasSubstr(command->summary()));
  }
}

TEST(Carom, EveryCommandHasHelpWithExamples) {
  for (const auto& command : make_commands()) {
    const ProcessResult result = run_carom({command->name(), "--help"});
    EXPECT_EQ(result.code, 0) << command->name();
    EXPECT_THAT(result.out, HasSubstr("Examples:\n  "));
  }
}

TEST(Carom, WithoutArgumentsShowsItsHelpAsAUsageError) {
  const ProcessResult result = run_carom({});
  EXPECT_EQ(result.code, 2);
  EXPECT_EQ(result.out, "");
  EXPECT_EQ(result.err, run_carom({"--help"}).out);
}

TEST(Carom, NamesTheNearestOption) {
  const ProcessResult result = run_carom({"--versoin"});
  EXPECT_EQ(result.code, 2);
  EXPECT_EQ(result.err, "carom: unknown option '--versoin'; did you mean '--version'?\nRun 'carom --help' for help.\n");
}

TEST(Carom, FullDiskIsNotSuccess) {
  for (const std::string arguments : {"--help", "completion bash"}) {
    const ProcessResult result = run_bash("\"$0\" " + arguments + " > /dev/full");
    EXPECT_EQ(result.code, 6);
    EXPECT_EQ(result.err, "carom: cannot write to standard output\n");
  }
}

// In a folder of its own, with a scene that is over at once.
ProcessResult run_with_scene(const std::string& script) {
  return run_bash(R"(folder=$(mktemp -d) && cd "$folder" && trap 'rm -rf "$folder"' EXIT
cat > scene.toml << 'SCENE'
[scene]
name = "fall"
duration = "0.01 s"
[[body]]
name = "stone"
mass = "1 kg"
inertia = { sphere = 0.1 }
SCENE
)" + script);
}

TEST(RunSummary, IsWrittenToWhatIsThereAndDoesNotReplaceIt) {
  const ProcessResult pipe = run_with_scene(
      "mkfifo pipe; (timeout 10 cat pipe > seen) & timeout 10 \"$0\" run scene.toml --quiet --summary pipe; echo $?; "
      "wait;"
      "[[ -p pipe ]] && grep -c '\"scene\": \"fall\"' seen");
  EXPECT_EQ(pipe.out, "0\n1\n") << pipe.err;
  const ProcessResult link = run_with_scene(
      "touch real; ln -s real link; \"$0\" run scene.toml --quiet --summary link; echo $?; [[ -L link ]] && grep -c "
      "fall "
      "real; ls");
  EXPECT_EQ(link.out, "0\n1\nlink\nreal\nscene.toml\n") << link.err;
}

// Ten thousand million steps lie before the next recording time.
TEST(Run, StopsCleanlyAtASignalBetweenRecordingTimes) {
  for (const std::string signal : {"INT", "TERM"}) {
    const ProcessResult result =
        run_with_scene("timeout --foreground --preserve-status --kill-after=10 --signal=" + signal +
                       " 0.3 \"$0\" run scene.toml --quiet --set 'simulate.integrator={method=\"rk4\",step=1e-12}'");
    EXPECT_EQ(result.code, signal == "INT" ? 130 : 143);
    EXPECT_THAT(result.err, HasSubstr("stopped at t = "));
  }
}

TEST(Completion, CompletesCommandsAndTheirOptionsInBash) {
  const auto complete = [](const std::string& words, const std::string& last) {
    return run_bash("source <(\"$0\" completion bash); COMP_WORDS=(" + words + "); COMP_CWORD=" + last +
                    "; _carom; echo ${COMPREPLY[@]}")
        .out;
  };
  EXPECT_EQ(complete("carom compl", "1"), "completion\n");
  EXPECT_EQ(complete("carom --v", "1"), "--version\n");
  EXPECT_EQ(complete("carom completion --", "2"), "--help\n");
  EXPECT_EQ(complete("carom completion sc", "2"), "\n");
  EXPECT_EQ(complete("carom solve problem.json --solver newt", "4"), "newton\n");
}

TEST(Completion, IsAcceptedByZshAndFish) {
  const auto complete = [](const std::string& shell, const std::string& script) {
    return run_bash("command -v " + shell + " > /dev/null || { echo missing; exit; }; " + script);
  };
  const ProcessResult zsh = complete(
      "zsh", "zsh -fc 'autoload -Uz compinit && compinit -D && source <('\"$0\"' completion zsh) && whence -w _carom'");
  const ProcessResult fish = complete(
      "fish",
      "fish --no-config -c \"'$0' completion fish | source; complete -C 'carom comp'; complete -C 'carom run --s'\"");
  if (zsh.out == "missing\n" || fish.out == "missing\n") GTEST_SKIP() << "zsh or fish is not installed";
  EXPECT_EQ(zsh.out, "_carom: function\n") << zsh.err;
  EXPECT_THAT(fish.out, testing::HasSubstr("completion\tPrint a script that completes commands in a shell\n"))
      << fish.err;
  EXPECT_THAT(fish.out, testing::HasSubstr("--set"));
}

TEST(New, WritesASceneThatRunsAndNeverOverAnother) {
  const ProcessResult result = run_bash(R"(folder=$(mktemp -d) && cd "$folder" && trap 'rm -rf "$folder"' EXIT
"$0" new "my swing.toml" && "$0" run "my swing.toml" && sed -i 's/^# \(\[\[body\]\]\|name  \|mass  \|inertia\|joint  \)/\1/' "my swing.toml" &&
"$0" check "my swing.toml" && "$0" new "my swing.toml"; echo "code $?"; "$0" new "my swing.toml" --force; echo "code $?")");
  EXPECT_THAT(result.out, testing::HasSubstr("my-swing: finished at t = 10 s\n"));
  EXPECT_THAT(result.out, testing::HasSubstr("my-swing: 2 bodies, 2 degrees of freedom\n"));
  EXPECT_THAT(result.out, testing::EndsWith("code 2\ncode 0\n"));
  EXPECT_THAT(result.err, testing::HasSubstr("carom: file: 'my swing.toml' exists, a scene; --force replaces it\n"));
}

TEST(New, OddFileNamesGiveScenesThatCanBeRead) {
  const ProcessResult result = run_bash(R"(folder=$(mktemp -d) && cd "$folder" && trap 'rm -rf "$folder"' EXIT
for name in $'a\nb.toml' 'quo"te.toml' '.toml' 'ü.toml'; do "$0" new "./$name" && "$0" check "./$name" | head -1; done)");
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_EQ(std::count(result.out.begin(), result.out.end(), '\n'), 4) << result.out << result.err;
}

TEST(Laws, ListsWhatThereIsWithKeysAndSuggestsNames) {
  const ProcessResult all = run_bash("\"$0\" laws");
  EXPECT_EQ(all.code, 0) << all.err;
  for (const char* part :
       {"joint, chosen by `type`", "  revolute     turns about an axis", "integrator, chosen by `method`"}) {
    EXPECT_THAT(all.out, testing::HasSubstr(part));
  }
  EXPECT_THAT(run_bash("\"$0\" laws helical").out, testing::HasSubstr("  pitch          number [m/rad]"));
  const ProcessResult unknown = run_bash("\"$0\" laws revolut");
  EXPECT_EQ(unknown.code, 2);
  EXPECT_THAT(unknown.err, testing::HasSubstr("there is nothing called 'revolut'; did you mean 'revolute'?"));
}

TEST(Laws, CatalogueForProgramsNamesEveryKey) {
  const ProcessResult result = run_bash("\"$0\" laws --json");
  ASSERT_EQ(result.code, 0) << result.err;
  const auto json = nlohmann::json::parse(result.out);
  EXPECT_EQ(json["format"], 1);
  for (const auto& family : json["families"]) {
    for (const auto& entry : family["entries"]) {
      EXPECT_NE(entry["summary"], "") << family["name"] << " " << entry["name"];
      for (const auto& key : entry["keys"]) EXPECT_NE(key["meaning"], "") << entry["name"] << " " << key["name"];
    }
  }
}

}  // namespace
}  // namespace carom::app
