// No output destroys an input or another output: every command that writes, as a user runs it.
#include "apps/carom/output/output_plan.h"

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "apps/temporary_folder.h"
#include "support/process.h"

namespace carom::app {
namespace {

namespace fs = std::filesystem;
using test::ProcessResult;
using testing::HasSubstr;
using Words = std::vector<std::string>;

const std::string kScenes = CAROM_TEST_SCENES;

ProcessResult carom(Words arguments) {
  arguments.insert(arguments.begin(), CAROM_TEST_PROGRAM);
  return test::run_process(arguments);
}

bool has_gnuplot() { return std::system("command -v gnuplot > /dev/null") == 0; }

class OutputPlanTest : public testing::Test {
 protected:
  void SetUp() override { fs::copy(kScenes + "/basics/pendulum.toml", folder_ / "scene.toml"); }

  // A run that takes no time.
  ProcessResult run(Words outputs) const {
    outputs.insert(outputs.begin(), {"run", folder_ / "scene.toml", "--quiet", "--set", "scene.duration=0.01"});
    return carom(outputs);
  }
  // Refused as a mistake on the command line, with nothing touched.
  void expect_refused(const ProcessResult& result, const std::string& sentence, const std::string& file = "") const {
    EXPECT_EQ(result.code, 2) << result.err;
    EXPECT_THAT(result.err, HasSubstr(sentence));
    EXPECT_TRUE(file.empty() || folder_.read(file) == before_) << file;
  }
  void remember(const std::string& file) { before_ = folder_.read(file); }

  TemporaryFolder folder_;
  std::string before_;
};

TEST_F(OutputPlanTest, FoldersAreNoFiles) {
  remember("scene.toml");
  for (const std::string option : {"--csv", "--figures"}) {
    if (option == "--figures" && !has_gnuplot()) continue;
    for (const std::string name : {"scene.toml", "scene.toml/below/it"}) {
      expect_refused(run({option, folder_ / name}),
                     option + ": '" + folder_ / "scene.toml" + "' is a file, not a folder", "scene.toml");
    }
  }
  EXPECT_EQ(run({"--csv", folder_ / "new/and/deep"}).code, 0);
  EXPECT_TRUE(fs::is_regular_file(folder_ / "new/and/deep/samples.csv"));
}

TEST_F(OutputPlanTest, NoOutputIsTheScene) {
  remember("scene.toml");
  fs::create_symlink("scene.toml", folder_ / "link");
  fs::create_hard_link(folder_ / "scene.toml", folder_ / "hard");
  fs::create_directory(folder_ / "below");
  for (const std::string option : {"--summary", "--out", "--report"}) {
    for (const std::string name : {"scene.toml", "link", "hard", "below/../scene.toml", "./scene.toml"}) {
      for (const bool force : {false, true}) {
        Words words{option, folder_ / name};
        if (force) words.push_back("--force");
        expect_refused(run(words), "give " + option + " another name", "scene.toml");
      }
    }
  }
}

TEST_F(OutputPlanTest, NoOutputIsAFileThatTheSceneIsMadeFrom) {
  fs::rename(folder_ / "scene.toml", folder_ / "part.toml");
  folder_.write("empty.toml", "");
  folder_.write("scene.toml", "include = [\"part.toml\", \"empty.toml\"]\n");
  for (const std::string name : {"part.toml", "empty.toml"}) {
    remember(name);
    expect_refused(run({"--summary", folder_ / name, "--force"}), "it is left as it is", name);
  }
}

TEST_F(OutputPlanTest, TwoOutputsAreNeverOneFile) {
  fs::create_symlink("x", folder_ / "dangling");
  fs::create_directory(folder_ / "below");
  fs::create_directory_symlink("below", folder_ / "way");
  const std::vector<std::pair<std::string, std::string>> pairs{
      {"x", "x"}, {"x", "dangling"}, {"x", "below/../x"}, {"below/y", "way/y"}, {"x", "./x"}};
  for (const auto& [first, second] : pairs) {
    for (const std::string option : {"--report", "--summary"}) {
      expect_refused(run({"--out", folder_ / first, option, folder_ / second, "--force"}), "are the same file");
      EXPECT_FALSE(fs::exists(folder_ / first)) << first;
    }
  }
  expect_refused(run({"--csv", folder_ / "csv", "--summary", folder_ / "csv/samples.csv"}), "are the same file");
  // SQLite writes there while the run goes on.
  expect_refused(run({"--out", folder_ / "x", "--summary", folder_ / "x-wal"}), "are the same file");
}

TEST_F(OutputPlanTest, WhatExistsIsReplacedOnlyWithForce) {
  for (const auto& [option, name] : std::vector<std::pair<std::string, std::string>>{
           {"--out", "run.carom"}, {"--report", "run.html"}, {"--summary", "run.json"}, {"--csv", "csv"}}) {
    ASSERT_EQ(run({option, folder_ / name}).code, 0) << option;
    const std::string file = option == "--csv" ? "csv/samples.csv" : name;
    remember(file);
    const ProcessResult again = run({option, folder_ / name, "--set", "scene.duration=0.02"});
    expect_refused(again, "exists, a ", file);
    EXPECT_THAT(again.err, HasSubstr("--force replaces it"));
    EXPECT_EQ(run({option, folder_ / name, "--set", "scene.duration=0.02", "--force"}).code, 0) << option;
    EXPECT_NE(folder_.read(file), before_) << option;
  }
}

TEST_F(OutputPlanTest, WhatExistsIsReplacedOnlyByItsOwnKind) {
  ASSERT_EQ(run({"--out", folder_ / "run.carom", "--report", folder_ / "run.html", "--summary", folder_ / "run.json",
                 "--csv", folder_ / "csv"})
                .code,
            0);
  folder_.write("notes.txt", "years of work\n");
  folder_.write("page.html", "<!DOCTYPE html><p>mine</p>\n");
  folder_.write("data.json", "{\"mine\": 1}\n");
  const std::vector<std::pair<std::string, std::string>> kinds{
      {"--out", "run.carom"}, {"--report", "run.html"}, {"--summary", "run.json"}};
  for (const auto& [option, own] : kinds) {
    for (const std::string name :
         {"run.carom", "run.html", "run.json", "csv/samples.csv", "notes.txt", "page.html", "data.json"}) {
      if (name == own) continue;
      remember(name);
      expect_refused(run({option, folder_ / name, "--force"}), "exists and is not a", name);
    }
  }
  folder_.write("csv/events.csv", "mine\n");
  remember("csv/events.csv");
  expect_refused(run({"--csv", folder_ / "csv", "--force"}), "is not a table of events", "csv/events.csv");
}

TEST_F(OutputPlanTest, AnEmptyFileHasNothingToLose) {
  for (const std::string option : {"--out", "--report", "--summary"}) {
    folder_.write("empty", "");
    EXPECT_EQ(run({option, folder_ / "empty"}).code, 0) << option;
    fs::remove(folder_ / "empty");
  }
  EXPECT_EQ(run({"--summary", "/dev/null"}).code, 0);
}

TEST_F(OutputPlanTest, AForeignFileInTheWayOfAJournalStays) {
  folder_.write("x-wal", "mine\n");
  remember("x-wal");
  EXPECT_EQ(run({"--out", folder_ / "x"}).code, 4);
  EXPECT_EQ(folder_.read("x-wal"), before_);
}

TEST_F(OutputPlanTest, ResumeAndExportAndReportLeaveTheRecording) {
  ASSERT_EQ(run({"--out", folder_ / "run.carom", "--set", "record.checkpoint_every=0.005"}).code, 0);
  remember("run.carom");
  const std::string recording = folder_ / "run.carom";
  for (const std::string option : {"--csv", "--maps", "--hdf5"}) {
    expect_refused(carom({"export", recording, option, recording, "--force"}), "the recording that is read",
                   "run.carom");
  }
  expect_refused(carom({"report", recording, "--out", recording, "--force"}), "the recording that is read",
                 "run.carom");
  for (const std::string option : {"--summary", "--report"}) {
    expect_refused(carom({"run", "--resume", recording, option, recording, "--force"}), "the recording that is read",
                   "run.carom");
  }
  expect_refused(carom({"export", recording, "--csv", folder_ / "x", "--hdf5", folder_ / "x"}), "are the same file");
  EXPECT_EQ(carom({"export", recording, "--csv", folder_ / "x"}).code, 0);
  expect_refused(carom({"export", recording, "--csv", folder_ / "x"}), "--force replaces it");
  EXPECT_EQ(carom({"export", recording, "--csv", folder_ / "x", "--force"}).code, 0);
  expect_refused(carom({"export", recording, "--hdf5", folder_ / "x", "--force"}), "is not an HDF5 file");
}

TEST_F(OutputPlanTest, MeasurementsAreNotReplacedByWhatIsComputed) {
  fs::copy(kScenes + "/azad2014/steel_on_iron.csv", folder_ / "data.csv");
  remember("data.csv");
  const Words law{"restitution", "--law", "hertz", "--set", "stiffness=1e9", "--speeds", "1"};
  const auto with = [&](const Words& more) {
    Words words = law;
    words.insert(words.end(), more.begin(), more.end());
    return carom(words);
  };
  expect_refused(with({"--csv", folder_ / "data.csv", "--force"}), "exists and is not a table of restitutions",
                 "data.csv");
  EXPECT_EQ(with({"--csv", folder_ / "new.csv"}).code, 0);
  expect_refused(with({"--csv", folder_ / "new.csv"}), "--force replaces it");
  EXPECT_EQ(with({"--csv", folder_ / "new.csv", "--force"}).code, 0);
  expect_refused(with({"--csv", folder_ / "a.svg", "--figure", folder_ / "a.svg"}), "are the same file");
}

TEST_F(OutputPlanTest, FiguresAreReplacedOnlyWithForce) {
  if (!has_gnuplot()) GTEST_SKIP() << "gnuplot is not installed";
  ASSERT_EQ(run({"--figures", folder_ / "figures"}).code, 0);
  remember("figures/residual.svg");
  expect_refused(run({"--figures", folder_ / "figures"}), "holds figures already", "figures/residual.svg");
  EXPECT_EQ(run({"--figures", folder_ / "figures", "--force"}).code, 0);
  folder_.write("figures/residual.svg", "<svg>mine</svg>");
  remember("figures/residual.svg");
  expect_refused(run({"--figures", folder_ / "figures", "--force"}), "is not a figure that carom wrote",
                 "figures/residual.svg");
  // A scene may be called anything.
  fs::rename(folder_ / "scene.toml", folder_ / "residual.svg");
  remember("residual.svg");
  expect_refused(carom({"run", folder_ / "residual.svg", "--figures", folder_ / "", "--force"}), "could take its name",
                 "residual.svg");
}

// What figures and folders are called follows names that may hold anything.
TEST_F(OutputPlanTest, AnySceneNameGetsItsFigures) {
  if (!has_gnuplot()) GTEST_SKIP() << "gnuplot is not installed";
  int number = 0;
  for (const std::string& name : {std::string("'t Hooft"), std::string("'"), std::string("../a/b"),
                                  std::string("Größe 日本 😀 `date` $x @y {/Bold z} \\\\ %d"), std::string(300, 'x')}) {
    const std::string figures = folder_ / ("figures" + std::to_string(++number));
    const ProcessResult result = run({"--figures", figures, "--set", "scene.name=\"" + name + "\""});
    EXPECT_EQ(result.code, 0) << name << ": " << result.err;
    EXPECT_TRUE(fs::exists(figures + "/residual.svg")) << name;
  }
}

// Labels that give the same folder would leave one run's figures.
TEST_F(OutputPlanTest, RunsWhoseLabelsDifferInOddLettersHaveFoldersOfTheirOwn) {
  if (!has_gnuplot()) GTEST_SKIP() << "gnuplot is not installed";
  const ProcessResult result =
      carom({"compare", folder_ / "scene.toml", "--set", "scene.duration=0.01", "--figures", folder_ / "figures",
             "--with", "a/b: body.rod.mass=2", "--with", "a_b: body.rod.mass=3", "--with", "a b: body.rod.mass=4"});
  EXPECT_EQ(result.code, 0) << result.err;
  for (const std::string name : {"a_b", "a_b-2", "a_b-3"}) {
    EXPECT_TRUE(fs::exists(folder_ / ("figures/" + name + "/residual.svg"))) << name;
  }
}

}  // namespace
}  // namespace carom::app
