// A recording that is damaged, or that another process writes, is never resumed with other results.
#include <cstdlib>
#include <filesystem>
#include <random>
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

const std::string kBall = std::string(CAROM_TEST_SCENES) + "/gonthier2004/ball_on_plane.toml";

ProcessResult carom(Words arguments) {
  arguments.insert(arguments.begin(), CAROM_TEST_PROGRAM);
  return test::run_process(arguments);
}

std::string find_samples(const std::string& recording) { return carom({"export", recording, "--csv", "-"}).out; }

// A ball that has bounced once, with events, contacts and three checkpoints.
void record(const std::string& path) {
  const ProcessResult result = carom({"run", kBall, "--quiet", "--set", "scene.duration=0.5", "--set",
                                      "record.every=0.005", "--set", "record.checkpoint_every=0.1", "--out", path});
  ASSERT_EQ(result.code, 0) << result.err;
}

// Some bits lie in free space and change nothing. The rest end in a refusal, or in the same samples.
TEST(ResumeCommand, FlippedBitsNeverResumeWithOtherResults) {
  const TemporaryFolder folder;
  ASSERT_NO_FATAL_FAILURE(record(folder / "run.carom"));
  const std::string bytes = folder.read("run.carom"), expected = find_samples(folder / "run.carom");
  ASSERT_FALSE(expected.empty());
  std::mt19937 random(1905);
  int noticed = 0;
  constexpr int kTrials = 100;
  for (int trial = 0; trial < kTrials; ++trial) {
    std::string damaged = bytes;
    std::size_t bit = 0;
    // Most of a small file is free space.
    do bit = std::uniform_int_distribution<std::size_t>(0, 8 * bytes.size() - 1)(random);
    while (bytes[bit / 8] == '\0');
    damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << (bit % 8)));
    folder.write("damaged.carom", damaged);
    const ProcessResult result = carom({"run", "--resume", folder / "damaged.carom", "--quiet"});
    EXPECT_EQ(result.signal, 0) << "bit " << bit;
    EXPECT_TRUE(result.code == 0 || !result.err.empty()) << "bit " << bit;
    if (!result.err.empty()) ++noticed;
    if (result.code != 0) continue;
    EXPECT_TRUE(find_samples(folder / "damaged.carom") == expected) << "bit " << bit << ": " << result.err;
  }
  EXPECT_GT(noticed, kTrials / 4);
}

// Of the state itself every bit counts.
TEST(ResumeCommand, ADamagedCheckpointIsSkippedOrNamed) {
  const TemporaryFolder folder;
  ASSERT_NO_FATAL_FAILURE(record(folder / "run.carom"));
  const std::string expected = find_samples(folder / "run.carom");
  const std::string python = R"(
import sqlite3, sys
run = sqlite3.connect(sys.argv[1])
last = int(sys.argv[2])
for id, state in run.execute("SELECT id, state FROM checkpoints ORDER BY id DESC LIMIT ?", (last,)).fetchall():
    run.execute("UPDATE checkpoints SET state = ? WHERE id = ?", (bytes([state[0] ^ 1]) + state[1:], id))
run.commit()
)";
  folder.write("damage.py", python);
  const auto damage = [&](const std::string& count) {
    fs::copy(folder / "run.carom", folder / "damaged.carom", fs::copy_options::overwrite_existing);
    return test::run_process({"/usr/bin/env", "python3", folder / "damage.py", folder / "damaged.carom", count}).code;
  };
  if (damage("1") != 0) GTEST_SKIP() << "python3 is not installed";
  const ProcessResult skipped = carom({"run", "--resume", folder / "damaged.carom", "--quiet"});
  EXPECT_EQ(skipped.code, 0);
  EXPECT_THAT(skipped.err, HasSubstr("going on from the one at"));
  EXPECT_EQ(find_samples(folder / "damaged.carom"), expected);
  ASSERT_EQ(damage("9"), 0);
  const ProcessResult refused = carom({"run", "--resume", folder / "damaged.carom", "--quiet"});
  EXPECT_EQ(refused.code, 3);
  EXPECT_THAT(refused.err, HasSubstr("is damaged: run the scene again"));
}

// Resumed by several at the same moment, also while the run itself still writes: one goes on, the others say why not.
TEST(ResumeCommand, RacesWithARunNeverDoubleSamples) {
  const TemporaryFolder folder;
  const std::string scene = std::string(CAROM_TEST_SCENES) + "/basics/double_pendulum.toml";
  const Words changes{"--quiet",          "--set", "scene.duration=3000",       "--set",
                      "record.every=0.1", "--set", "record.checkpoint_every=20"};
  const auto with_changes = [&](Words words) {
    words.insert(words.end(), changes.begin(), changes.end());
    return words;
  };
  ASSERT_EQ(carom(with_changes({"run", scene, "--out", folder / "whole.carom"})).code, 0);
  const std::string expected = find_samples(folder / "whole.carom");
  folder.write("race.sh", R"(
program=$1 scene=$2 file=$3 pause=$4; shift 4
resume() { "$program" run --resume "$file" --quiet 2> /dev/null; echo $?; }
"$program" run "$scene" --out "$file" "$@" & run=$!
sleep "$pause"
resume & resume & kill -INT $run; resume & resume & resume &
wait
)");
  for (const std::string pause : {"0.1", "0.2", "0.4"}) {
    const std::string file = folder / ("race" + pause + ".carom");
    const ProcessResult race =
        test::run_process(with_changes({"/bin/bash", folder / "race.sh", CAROM_TEST_PROGRAM, scene, file, pause}));
    EXPECT_THAT(race.out, testing::MatchesRegex("([06]\n){5}")) << race.out;
    // All may have come too early.
    ASSERT_EQ(carom({"run", "--resume", file, "--quiet"}).code, 0);
    EXPECT_TRUE(find_samples(file) == expected) << pause;
  }
}

}  // namespace
}  // namespace carom::app
