// Whatever a file holds, reading it ends in data or in a sentence.
#include <fstream>
#include <functional>
#include <iterator>
#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sqlite3.h>
#include <sys/stat.h>

#include "carom/base/syntax_error.h"
#include "carom/recording/export_csv.h"
#include "carom/recording/io_error.h"
#include "carom/recording/recording_reader.h"
#include "carom/recording/recording_writer.h"
#include "recording/samples.h"
#include "recording/sealed_database.h"

namespace carom {
namespace {

using test::make_header;
using test::tamper;
using test::TemporaryFolder;
using testing::HasSubstr;

void make_recording(const std::filesystem::path& path, std::int64_t samples) {
  RecordingWriter writer(path, make_header(3), {.longest_delay = std::chrono::hours(1)});
  std::vector<double> values(3);
  for (std::int64_t i = 0; i < samples; ++i) {
    test::fill_sample(i, values);
    ASSERT_TRUE(writer.add_sample(values));
    ASSERT_TRUE(i % 100 != 99 || writer.flush());
  }
  ASSERT_TRUE(writer.add_event({0.5, "touch-down", "tip", "{}"}));
  Checkpoint checkpoint{.time = 0.5, .y = {1.0, 2.0}, .start = 0.0, .samples = 10, .initial_rows = {3.0}};
  ASSERT_TRUE(writer.add_checkpoint(checkpoint));
  SimulationReport report;
  report.ledger.rows = {{"kinetic", LedgerKind::Stored, 1.0}};
  ASSERT_TRUE(writer.finish(report));
}

// Reads everything there is.
void read_all(const std::filesystem::path& path) {
  RecordingReader reader(path);
  std::int64_t samples = 0;
  reader.read_samples([&](const SampleBlock& block) { samples += static_cast<std::int64_t>(block.count); });
  EXPECT_EQ(samples, reader.num_samples());
  reader.read_events([](const RecordedEvent&) {});
  (void)reader.read_last_checkpoint();
  (void)reader.read_result();
}

std::string find_error(const std::filesystem::path& path) {
  try {
    read_all(path);
    return "";
  } catch (const SyntaxError& error) {
    EXPECT_EQ(error.location().file, path.string());
    return error.what();
  } catch (const IoError& error) {
    return error.what();
  }
}

std::string load(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}
void save(const std::filesystem::path& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

TEST(HostileFile, AFileThatIsNoneIsNamed) {
  const TemporaryFolder folder;
  EXPECT_THAT(find_error(folder / "missing.carom"), HasSubstr("missing.carom': No such file"));
  EXPECT_THAT(find_error(folder.path()), HasSubstr("not an ordinary file"));
  mkfifo((folder / "pipe").c_str(), 0600);
  EXPECT_THAT(find_error(folder / "pipe"), HasSubstr("not an ordinary file"));
  save(folder / "empty", "");
  EXPECT_THAT(find_error(folder / "empty"), HasSubstr("is empty"));
  for (const std::string& bytes : {std::string("x"), std::string("[scene]\n"), std::string(100'000, '\xff')}) {
    save(folder / "garbage", bytes);
    EXPECT_THAT(find_error(folder / "garbage"), HasSubstr("this is not a recording"));
  }
}

struct Tampering {
  std::string name;
  std::string sql;
  std::string message;
};
class TamperedFile : public testing::TestWithParam<Tampering> {};

TEST_P(TamperedFile, IsRefusedWithASentence) {
  const TemporaryFolder folder;
  make_recording(folder / "run.carom", 1000);
  ASSERT_EQ(find_error(folder / "run.carom"), "");
  tamper(folder / "run.carom", GetParam().sql);
  EXPECT_NE(find_error(folder / "run.carom"), "");
  test::reseal(folder / "run.carom");
  EXPECT_THAT(find_error(folder / "run.carom"), HasSubstr(GetParam().message));
}

const std::string kSchema = "PRAGMA writable_schema = ON; ";
INSTANTIATE_TEST_SUITE_P(
    HostileFile, TamperedFile,
    testing::Values(
        Tampering{"other_application", "PRAGMA application_id = 7", "not a recording"},
        Tampering{"newer_version", "PRAGMA user_version = 4",
                  "has format version 4; this program reads versions 2 and 3"},
        Tampering{"negative_version", "PRAGMA user_version = -1", "has format version -1"},
        Tampering{"no_chunks", "DROP TABLE chunks", "table 'chunks' is missing"},
        Tampering{"other_columns", "DROP TABLE events; CREATE TABLE events (id INTEGER PRIMARY KEY, time TEXT)",
                  "table 'events' is missing or not as"},
        Tampering{"endless_view",
                  "DROP TABLE meta; CREATE VIEW meta AS WITH RECURSIVE n(id) AS (SELECT 0 UNION ALL SELECT id + 1 FROM "
                  "n) SELECT id, '' AS key, '' AS value FROM n",
                  "table 'meta' is missing or not as"},
        Tampering{"no_channels", "DELETE FROM channels", "has no channels"},
        Tampering{"a_channel_less", "DELETE FROM channels WHERE id = 2", "a chunk of samples is damaged"},
        Tampering{"a_channel_more", "INSERT INTO channels VALUES (3, 'x', '', '', 0)", "a chunk of samples is damaged"},
        Tampering{"gap_in_channels", "DELETE FROM channels WHERE id = 1", "rows are missing"},
        Tampering{"channel_is_a_number", "UPDATE channels SET name = x'00' WHERE id = 1", "value of another type"},
        Tampering{"chunk_is_missing", "DELETE FROM chunks WHERE first_sample = 300", "a chunk of samples is missing"},
        Tampering{"first_chunk_is_missing", "DELETE FROM chunks WHERE first_sample = 0",
                  "a chunk of samples is missing"},
        Tampering{"chunk_says_it_is_shorter", "UPDATE chunks SET count = 99 WHERE first_sample = 300", "damaged"},
        Tampering{"last_chunk_says_it_is_longer", "UPDATE chunks SET count = 101 WHERE first_sample = 900", "damaged"},
        Tampering{"huge_count", "UPDATE chunks SET count = 9000000000000000 WHERE first_sample = 300",
                  "impossible number of samples"},
        Tampering{"huge_last_count", "UPDATE chunks SET count = 9223372036854775807 WHERE first_sample = 900",
                  "impossible number of samples"},
        Tampering{"large_count", "UPDATE chunks SET count = 5000000 WHERE first_sample = 900", "damaged"},
        Tampering{"negative_count", "UPDATE chunks SET count = -1 WHERE first_sample = 900", "impossible"},
        Tampering{"zero_count", "UPDATE chunks SET count = 0 WHERE first_sample = 300", "impossible"},
        Tampering{"negative_first", "UPDATE chunks SET first_sample = -9223372036854775808 WHERE first_sample = 0",
                  "missing"},
        Tampering{"overlapping", "UPDATE chunks SET first_sample = 250 WHERE first_sample = 300", "missing"},
        Tampering{"count_is_text", "UPDATE chunks SET count = 'many' WHERE first_sample = 300", "another type"},
        Tampering{"data_is_text", "UPDATE chunks SET data = 'x' WHERE first_sample = 300", "another type"},
        Tampering{"data_is_empty", "UPDATE chunks SET data = x'' WHERE first_sample = 300", "damaged"},
        Tampering{"data_is_garbage", "UPDATE chunks SET data = randomblob(1000) WHERE first_sample = 300", "damaged"},
        Tampering{"data_is_cut", "UPDATE chunks SET data = substr(data, 1, 500) WHERE first_sample = 300", "damaged"},
        Tampering{"data_goes_on", "UPDATE chunks SET data = CAST(data || x'00' AS BLOB) WHERE first_sample = 300",
                  "damaged"},
        Tampering{"event_is_a_blob", "UPDATE events SET kind = x'41'", "another type"},
        Tampering{"event_time_is_text", "UPDATE events SET time = 'noon'", "another type"},
        Tampering{"checkpoint_of_the_future", "UPDATE checkpoints SET samples = 1001", "the checkpoint is damaged"},
        Tampering{"checkpoint_is_cut", "UPDATE checkpoints SET state = x'0011'", "the checkpoint is damaged"},
        Tampering{"statistics_are_cut", "UPDATE checkpoints SET statistics = x'00'", "the checkpoint is damaged"},
        Tampering{"unknown_status", "UPDATE result SET status = 'perhaps'", "unknown status"},
        Tampering{"unknown_kind", "UPDATE ledger SET kind = 'lost'", "unknown kind"},
        Tampering{"ledger_is_text", "UPDATE ledger SET value = 'much'", "another type"},
        Tampering{"last_event_is_missing", "DELETE FROM events", "are missing at their end"},
        Tampering{"last_ledger_row_is_missing", "DELETE FROM ledger", "are missing at their end"},
        Tampering{"last_chunk_is_missing",
                  "DELETE FROM chunks WHERE first_sample = 900; UPDATE checkpoints SET samples = 900",
                  "are missing at their end"},
        Tampering{"an_override_less", "DELETE FROM meta WHERE id = (SELECT max(id) FROM meta)",
                  "the checkpoint is damaged"},
        Tampering{"damaged_schema", kSchema + "UPDATE sqlite_schema SET sql = 'CREATE' WHERE name = 'files'",
                  "malformed"},
        Tampering{"tables_share_a_page",
                  kSchema + "UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM "
                            "sqlite_schema WHERE name = 'chunks') WHERE name = 'channels'",
                  "recording: "}),
    [](const auto& tampering) { return tampering.param.name; });

// A mechanism that cannot move has nothing to go on from; under the sanitizers this is more than it seems.
TEST(HostileFile, ACheckpointOfNothingIsRead) {
  const TemporaryFolder folder;
  make_recording(folder / "run.carom", 100);
  tamper(folder / "run.carom", "UPDATE checkpoints SET state = x'', initial_rows = x''");
  test::reseal(folder / "run.carom");
  const std::optional<RecordedCheckpoint> last = RecordingReader(folder / "run.carom").read_last_checkpoint();
  ASSERT_TRUE(last.has_value());
  EXPECT_TRUE(last->checkpoint.y.empty());
  EXPECT_TRUE(last->checkpoint.initial_rows.empty());
}

// The row of a table begins with its size: here one of gigabytes. In short pages SQLite asks for the memory before it
// sees that the row cannot be there.
TEST(HostileFile, ARowOfGigabytesIsRefused) {
  const TemporaryFolder folder;
  make_recording(folder / "run.carom", 100);
  tamper(folder / "run.carom", "PRAGMA page_size = 512; VACUUM");
  std::string bytes = load(folder / "run.carom");
  const std::size_t text = bytes.find("tableledgerledger");
  ASSERT_NE(text, std::string::npos);
  save(folder / "run.carom", bytes.replace(text - 9, 6, "\xff\xff\xff\xff\xff\x53"));
  EXPECT_THAT(find_error(folder / "run.carom"), HasSubstr("no memory for what the file says it holds"));
}

TEST(HostileFile, ACutOffFileIsNeverTakenForAWholeOne) {
  const TemporaryFolder folder;
  make_recording(folder / "run.carom", 20'000);
  const std::string bytes = load(folder / "run.carom");
  for (std::size_t part = 0; part < 100; ++part) {
    save(folder / "cut.carom", bytes.substr(0, bytes.size() * part / 100));
    EXPECT_NE(find_error(folder / "cut.carom"), "") << part << " %";
  }
}

// The outcome may be good data (a byte of text, of free space), but never a crash or an endless loop.
TEST(HostileFile, RandomDamageEndsInDataOrInASentence) {
  const TemporaryFolder folder;
  make_recording(folder / "run.carom", 300);
  const std::string bytes = load(folder / "run.carom");
  std::mt19937 random(1835);
  int refused = 0;
  for (int trial = 0; trial < 500; ++trial) {
    std::string damaged = bytes;
    for (int i = 0; i < 8; ++i) damaged[random() % damaged.size()] = static_cast<char>(random());
    // The pages' own headers are where it hurts.
    for (int i = 0; i < 2; ++i)
      damaged[random() % (bytes.size() / 16384) * 16384 + random() % 128] = static_cast<char>(random());
    save(folder / "damaged.carom", damaged);
    if (!find_error(folder / "damaged.carom").empty()) ++refused;
  }
  EXPECT_GT(refused, 100);
}

}  // namespace
}  // namespace carom
