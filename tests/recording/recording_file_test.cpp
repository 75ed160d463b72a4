// Where a recording may be written, and where it can be read.
#include "carom/recording/recording_file.h"

#include <fstream>
#include <functional>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "carom/base/input_error.h"
#include "carom/recording/io_error.h"
#include "carom/recording/recording_reader.h"
#include "carom/recording/recording_writer.h"
#include "recording/samples.h"
#include "support/process.h"

namespace carom {
namespace {

using test::make_header;
using test::TemporaryFolder;
using testing::HasSubstr;

void write_text(const std::filesystem::path& path, const std::string& text) { std::ofstream(path) << text; }
std::string read_text(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

std::string find_io_error(const std::filesystem::path& path) {
  try {
    const RecordingWriter writer(path, make_header(1));
    return "";
  } catch (const IoError& error) {
    return error.what();
  }
}

TEST(RecordingFile, WhatIsNotARecordingIsNeverOverwritten) {
  const TemporaryFolder folder;
  const std::string database = "SQLite format 3" + std::string(1, '\0') + std::string(200, 'x');
  for (const std::string& text : {std::string("[scene]\n"), std::string("x"), database}) {
    write_text(folder / "scene.toml", text);
    EXPECT_THROW(RecordingWriter(folder / "scene.toml", make_header(1)), InputError);
    EXPECT_EQ(read_text(folder / "scene.toml"), text);
  }
}

TEST(RecordingFile, ARecordingIsReplaced) {
  const TemporaryFolder folder;
  for (const std::size_t channels : {5U, 2U}) {
    const RecordingWriter writer(folder / "run.carom", make_header(channels));
  }
  EXPECT_EQ(RecordingReader(folder / "run.carom").header().channels.size(), 2U);
}

TEST(RecordingFile, TwoRunsDoNotWriteToOneFile) {
  const TemporaryFolder folder;
  RecordingWriter first(folder / "run.carom", make_header(1));
  ASSERT_TRUE(first.add_sample(std::array{1.0}));
  EXPECT_THAT(find_io_error(folder / "run.carom"), HasSubstr("another run is writing to it"));
  std::filesystem::create_symlink(folder / "run.carom", folder / "link.carom");
  EXPECT_THAT(find_io_error(folder / "link.carom"), HasSubstr("another run is writing to it"));
  // From another process too.
  const test::ProcessResult other = test::run_process({CAROM_TEST_RECORDING_PROBE, "make", folder / "run.carom"});
  EXPECT_EQ(other.code, 6);
  EXPECT_THAT(other.err, HasSubstr("another run is writing to it"));
  ASSERT_TRUE(first.finish({}));
  EXPECT_EQ(RecordingReader(folder / "run.carom").num_samples(), 1);
}

TEST(RecordingFile, PlacesThatCannotHoldAFileAreNamed) {
  const TemporaryFolder folder;
  mkfifo((folder / "pipe").c_str(), 0600);
  EXPECT_THAT(find_io_error(folder / "missing/run.carom"), HasSubstr("missing/run.carom': No such file or directory"));
  EXPECT_THAT(find_io_error(folder.path()), HasSubstr("not an ordinary file"));
  EXPECT_THAT(find_io_error(folder / "pipe"), HasSubstr("not an ordinary file"));
  EXPECT_THAT(find_io_error("/dev/null"), HasSubstr("not an ordinary file"));
  EXPECT_THAT(find_io_error(""), HasSubstr("no name of a file"));
  EXPECT_THAT(find_io_error(folder / ""), HasSubstr("no name of a file"));
}

TEST(RecordingFile, NamesThatMeanSomethingToSqliteAreJustNames) {
  const TemporaryFolder folder;
  for (const std::string name : {"a b.carom", "100%25.carom", "file:run?mode=memory", "größe#1.carom", ":memory:"}) {
    { const RecordingWriter writer(folder / name, make_header(1)); }
    EXPECT_EQ(RecordingReader(folder / name).num_samples(), 0) << name;
    EXPECT_TRUE(std::filesystem::exists(folder / name)) << name;
  }
}

// Runs a check in a child that is not root: root may write everywhere.
bool holds_without_privileges(const std::function<bool()>& check) {
  const pid_t child = fork();
  if (child == 0) {
    if (geteuid() == 0 && setresuid(65534, 65534, 65534) != 0) _exit(2);
    bool holds = false;
    try {
      holds = check();
    } catch (const std::exception& error) {
      std::fprintf(stderr, "%s\n", error.what());
    }
    _exit(holds ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

TEST(RecordingFile, AFolderThatCannotBeWrittenCanBeReadAndSaysSo) {
  const TemporaryFolder folder;
  {
    RecordingWriter writer(folder / "run.carom", make_header(1));
    ASSERT_TRUE(writer.add_sample(std::array{2.5}));
    ASSERT_TRUE(writer.finish({}));
  }
  chmod((folder / "run.carom").c_str(), 0444);
  chmod(folder.path().c_str(), 0555);
  EXPECT_TRUE(
      holds_without_privileges([&] { return RecordingReader(folder / "run.carom").read_channel(0).at(0) == 2.5; }));
  EXPECT_TRUE(holds_without_privileges([&] {
    return find_io_error(folder / "new.carom").find("Permission denied") != std::string::npos &&
           find_io_error(folder / "run.carom").find("Permission denied") != std::string::npos;
  }));
  chmod(folder.path().c_str(), 0755);
}

TEST(RecordingFile, AJournalLeftBehindIsReadInAFolderThatCannotBeWritten) {
  const TemporaryFolder folder;
  // A copy made while the run goes on is what a killed run leaves.
  std::filesystem::create_directory(folder / "copy");
  {
    RecordingWriter writer(folder / "run.carom", make_header(1));
    ASSERT_TRUE(writer.add_sample(std::array{2.5}));
    ASSERT_TRUE(writer.flush());
    for (const std::string name : {"run.carom", "run.carom-wal", "run.carom-shm"}) {
      std::filesystem::copy(folder / name, folder / ("copy/" + name));
      chmod((folder / ("copy/" + name)).c_str(), 0444);
    }
  }
  chmod(folder.path().c_str(), 0755);
  chmod((folder / "copy").c_str(), 0555);
  EXPECT_TRUE(holds_without_privileges(
      [&] { return RecordingReader(folder / "copy/run.carom").read_channel(0).at(0) == 2.5; }));
  chmod((folder / "copy").c_str(), 0755);
}

}  // namespace
}  // namespace carom
