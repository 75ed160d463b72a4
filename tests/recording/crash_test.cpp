// What was written stays readable however the process ends.
#include <charconv>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "recording/samples.h"
#include "support/process.h"

namespace carom {
namespace {

using test::ProcessResult;
using test::run_process;
using test::TemporaryFolder;

// Lets the probe write for a while, kills it, and returns what it had said by then.
std::string write_and_kill(const std::string& file, useconds_t microseconds) {
  int ends[2] = {};
  if (pipe(ends) != 0) return "no pipe";
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_addclose(&actions, ends[0]);
  std::string program = CAROM_TEST_RECORDING_PROBE, verb = "write", name = file;
  std::vector<char*> arguments{program.data(), verb.data(), name.data(), nullptr};
  pid_t child = 0;
  const int failure = posix_spawn(&child, program.c_str(), &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  std::string said;
  if (failure == 0) {
    usleep(microseconds);
    kill(child, SIGKILL);
    char buffer[4096];
    for (ssize_t size = 0; (size = read(ends[0], buffer, sizeof(buffer))) > 0;) {
      said.append(buffer, static_cast<std::size_t>(size));
    }
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_TRUE(WIFSIGNALED(status));
  }
  close(ends[0]);
  return said;
}

// The last number of which the whole line was seen.
std::string find_last_number(const std::string& text) {
  std::istringstream lines(text.substr(0, text.rfind('\n') + 1));
  std::string last = "0";
  for (std::string line; std::getline(lines, line);) last = line;
  return last;
}

TEST(RecordingCrash, WhatWasAcknowledgedSurvivesBeingKilledAtAnyMoment) {
  std::mt19937 random(1835);
  int readable = 0;
  for (int trial = 0; trial < 20; ++trial) {
    const TemporaryFolder folder;
    const std::string file = folder / "run.carom";
    const auto wait = std::uniform_int_distribution<useconds_t>(5'000, 150'000)(random);
    const std::string acknowledged = find_last_number(write_and_kill(file, wait));
    if (acknowledged == "0" && !std::filesystem::exists(file)) continue;
    const ProcessResult check = run_process({CAROM_TEST_RECORDING_PROBE, "check", file, acknowledged});
    // Before the first sample the file may be empty or half made, which the reader says.
    if (acknowledged == "0" && check.code != 0) {
      EXPECT_EQ(check.code, 6) << check.err;
      EXPECT_NE(check.err.find("run.carom"), std::string::npos) << check.err;
      continue;
    }
    EXPECT_EQ(check.code, 0) << "after " << wait << " us: " << check.out << check.err;
    ++readable;
    // The place can be used again at once.
    EXPECT_EQ(run_process({CAROM_TEST_RECORDING_PROBE, "make", file}).code, 0);
  }
  EXPECT_GE(readable, 10);
}

TEST(RecordingCrash, AFullDiskEndsWithASentenceAndAReadableFile) {
  for (const std::string bytes : {"300000", "3000000", "9000000"}) {
    const TemporaryFolder folder;
    const std::string file = folder / "run.carom";
    const ProcessResult result = run_process({CAROM_TEST_RECORDING_PROBE, "fill", file, bytes});
    EXPECT_EQ(result.code, 6) << result.err;
    EXPECT_NE(result.out.find("cannot write '" + file + "': "), std::string::npos) << result.out;
    const ProcessResult check = run_process({CAROM_TEST_RECORDING_PROBE, "check", file, find_last_number(result.out)});
    EXPECT_EQ(check.code, 0) << bytes << ": " << check.out << check.err;
  }
}

}  // namespace
}  // namespace carom
