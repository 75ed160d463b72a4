// What is written is read back, bit for bit.
#include <bit>
#include <chrono>
#include <limits>

#include <gtest/gtest.h>

#include "carom/base/input_error.h"
#include "carom/recording/recording_reader.h"
#include "carom/recording/recording_writer.h"
#include "recording/samples.h"
#include "support/allocation_counter.h"

namespace carom {
namespace {

using test::fill_sample;
using test::make_header;
using test::TemporaryFolder;
using test::value_at;

constexpr RecordingOptions kNoDelay{.longest_delay = std::chrono::hours(1)};

void write_samples(RecordingWriter& writer, std::size_t channels, std::int64_t first, std::int64_t end) {
  std::vector<double> values(channels);
  for (std::int64_t i = first; i < end; ++i) {
    fill_sample(i, values);
    ASSERT_TRUE(writer.add_sample(values)) << writer.error();
  }
}

// Counts samples that are where they belong.
std::int64_t count_good_samples(RecordingReader& reader, std::int64_t first, std::int64_t count) {
  std::int64_t good = 0;
  reader.read_samples(first, count, [&](const SampleBlock& block) {
    for (std::size_t i = 0; i < block.count; ++i) {
      bool same = true;
      for (std::size_t c = 0; c < reader.header().channels.size(); ++c) {
        same = same && block.column(c)[i] == value_at(block.first + static_cast<std::int64_t>(i), c);
      }
      good += same ? 1 : 0;
    }
  });
  return good;
}

SimulationReport make_report() {
  SimulationReport report{
      .status = SimulationStatus::Finished, .sentence = "reached t = 1 s", .state = {}, .ledger = {}};
  report.ledger = {.time = 1.0,
                   .initial = 0.1,
                   .scale = 7.0,
                   .rows = {{"kinetic", LedgerKind::Stored, 1.0 / 3.0}, {"stops", LedgerKind::Dissipated, -2.5}}};
  report.statistics = {.steps = 1000, .rejected_steps = 3, .rate_evaluations = 4004, .events = 2};
  return report;
}

TEST(Recording, HeaderSamplesEventsAndResultComeBack) {
  const TemporaryFolder folder;
  const RecordingHeader header = make_header(3);
  const std::vector<RecordedEvent> events{{0.25, "touch-down", "tip/floor", R"({"speed": 1.5})"}, {0.5, "", "", ""}};
  {
    RecordingWriter writer(folder / "run.carom", header);
    write_samples(writer, 3, 0, 1000);
    for (const RecordedEvent& event : events) ASSERT_TRUE(writer.add_event(event));
    ASSERT_TRUE(writer.finish(make_report()));
    EXPECT_EQ(writer.num_written(), 1000);
  }
  RecordingReader reader(folder / "run.carom");
  EXPECT_EQ(reader.header(), header);
  EXPECT_EQ(reader.num_samples(), 1000);
  EXPECT_EQ(count_good_samples(reader, 0, 1000), 1000);
  std::vector<RecordedEvent> read;
  reader.read_events([&](const RecordedEvent& event) { read.push_back(event); });
  ASSERT_EQ(read.size(), events.size() + 1);
  EXPECT_EQ(read.back().kind, "verdict");
  read.pop_back();
  EXPECT_EQ(read, events);

  const std::optional<RecordedResult> result = reader.read_result();
  ASSERT_TRUE(result.has_value());
  EXPECT_EQ(result->status, SimulationStatus::Finished);
  EXPECT_EQ(result->sentence, "reached t = 1 s");
  EXPECT_EQ(result->statistics.rate_evaluations, 4004);
  ASSERT_EQ(result->ledger.rows.size(), 2U);
  EXPECT_EQ(result->ledger.rows[1].name, "stops");
  EXPECT_EQ(result->ledger.rows[1].kind, LedgerKind::Dissipated);
  EXPECT_EQ(result->ledger.residual(), make_report().ledger.residual());
}

TEST(Recording, AFinishedRunIsOneFile) {
  const TemporaryFolder folder;
  {
    RecordingWriter writer(folder / "run.carom", make_header(2));
    write_samples(writer, 2, 0, 10);
    EXPECT_TRUE(writer.finish(make_report()));
  }
  const auto files = std::filesystem::directory_iterator(folder.path());
  EXPECT_EQ(std::distance(begin(files), end(files)), 1);
}

TEST(Recording, NotANumberAndInfinitiesComeBack) {
  const TemporaryFolder folder;
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  SimulationReport report = make_report();
  report.ledger.rows[0].value = nan;
  {
    RecordingWriter writer(folder / "run.carom", make_header(3));
    ASSERT_TRUE(writer.add_sample(std::array{nan, infinity, -infinity}));
    ASSERT_TRUE(writer.add_event({infinity, "end", "", "{}"}));
    ASSERT_TRUE(writer.finish(report));
  }
  RecordingReader reader(folder / "run.carom");
  EXPECT_EQ(std::bit_cast<std::uint64_t>(reader.read_channel(0).at(0)), std::bit_cast<std::uint64_t>(nan));
  EXPECT_EQ(reader.read_channel(1).at(0), infinity);
  EXPECT_EQ(reader.read_channel(2).at(0), -infinity);
  EXPECT_TRUE(std::isnan(reader.read_result()->ledger.rows[0].value));
  reader.read_events([&](const RecordedEvent& event) {
    if (event.kind != "end") return;
    EXPECT_EQ(event.time, infinity);
  });
}

TEST(Recording, ARunWithoutSamplesHasNone) {
  const TemporaryFolder folder;
  { const RecordingWriter writer(folder / "run.carom", make_header(1)); }
  RecordingReader reader(folder / "run.carom");
  EXPECT_EQ(reader.num_samples(), 0);
  EXPECT_TRUE(reader.read_channel(0).empty());
  EXPECT_FALSE(reader.read_result().has_value());
  EXPECT_FALSE(reader.read_last_checkpoint().has_value());
}

TEST(Recording, AMillionSamplesCanBeReadInAnyRange) {
  const TemporaryFolder folder;
  constexpr std::int64_t kSamples = 1'000'000;
  {
    RecordingWriter writer(folder / "run.carom", make_header(2));
    write_samples(writer, 2, 0, kSamples);
  }
  RecordingReader reader(folder / "run.carom");
  ASSERT_EQ(reader.num_samples(), kSamples);
  EXPECT_EQ(count_good_samples(reader, 0, kSamples), kSamples);
  EXPECT_EQ(count_good_samples(reader, 123'456, 200'000), 200'000);
  EXPECT_EQ(count_good_samples(reader, kSamples - 1, 10), 1);
  EXPECT_EQ(count_good_samples(reader, kSamples, 10), 0);
  EXPECT_EQ(count_good_samples(reader, 7, 0), 0);
  EXPECT_EQ(count_good_samples(reader, -5, -5), 0);
}

TEST(Recording, ASampleWiderThanAChunkIsKept) {
  const TemporaryFolder folder;
  constexpr std::size_t kChannels = 200'000;  // 1.6 MB
  {
    RecordingWriter writer(folder / "run.carom", make_header(kChannels));
    write_samples(writer, kChannels, 0, 3);
  }
  RecordingReader reader(folder / "run.carom");
  EXPECT_EQ(count_good_samples(reader, 0, 3), 3);
}

TEST(Recording, CanBeReadWhileItIsWritten) {
  const TemporaryFolder folder;
  RecordingWriter writer(folder / "run.carom", make_header(2), kNoDelay);
  write_samples(writer, 2, 0, 10);
  ASSERT_TRUE(writer.flush());
  EXPECT_EQ(writer.num_written(), 10);
  RecordingReader reader(folder / "run.carom");
  EXPECT_EQ(count_good_samples(reader, 0, 100), 10);
  write_samples(writer, 2, 10, 20);
  ASSERT_TRUE(writer.flush());
  EXPECT_EQ(RecordingReader(folder / "run.carom").num_samples(), 20);
}

TEST(Recording, SlowSamplesDoNotWaitForAFullChunk) {
  const TemporaryFolder folder;
  RecordingWriter writer(folder / "run.carom", make_header(2), {.longest_delay = std::chrono::milliseconds(1)});
  usleep(50'000);
  write_samples(writer, 2, 0, 1);
  for (int i = 0; i < 1000 && writer.num_written() == 0; ++i) usleep(10'000);
  EXPECT_EQ(writer.num_written(), 1);
}

TEST(Recording, ASampleAllocatesNothing) {
  if (!testing_support::counts_allocations()) GTEST_SKIP() << "the sanitizers count allocations";
  const TemporaryFolder folder;
  RecordingWriter writer(folder / "run.carom", make_header(4), kNoDelay);
  std::vector<double> values(4);
  ASSERT_TRUE(writer.flush());
  const std::int64_t before = testing_support::allocation_count();
  for (int i = 0; i < 1000; ++i) ASSERT_TRUE(writer.add_sample(values));
  EXPECT_EQ(testing_support::allocation_count(), before);
}

TEST(Recording, AChannelThatIsMisspeltIsSuggested) {
  const TemporaryFolder folder;
  { const RecordingWriter writer(folder / "run.carom", make_header(2)); }
  const RecordingReader reader(folder / "run.carom");
  EXPECT_EQ(reader.find_channel("joint1.position_rad"), 1U);
  try {
    (void)reader.find_channel("joint1.positon_rad");
    FAIL();
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("did you mean 'joint1.position_rad'?"), std::string::npos);
  }
}

}  // namespace
}  // namespace carom
