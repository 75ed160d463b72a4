// A recording that was stopped and goes on holds what an unbroken one holds.
#include <numbers>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "carom/base/syntax_error.h"
#include "carom/model/model_builder.h"
#include "carom/recording/io_error.h"
#include "carom/recording/recording_observer.h"
#include "carom/recording/recording_reader.h"
#include "carom/recording/recording_resumption.h"
#include "recording/samples.h"
#include "recording/sealed_database.h"

namespace carom {
namespace {

using test::TemporaryFolder;
using testing::HasSubstr;

Model make_pendulum() {
  ModelBuilder builder;
  builder.add_body({.name = "rod",
                    .mass = {.mass = 1.0,
                             .center_of_mass = {0.0, 0.0, -0.5},
                             .inertia_about_center = Vector3(0.1, 0.1, 0.1).asDiagonal()},
                    .joint = {.type = JointType::Revolute,
                              .axis = Vector3::UnitY(),
                              .position = {0.5 * std::numbers::pi},
                              .damping = {0.01}}});
  return builder.build();
}

// Records; asks to stop after so many samples.
class StoppingObserver : public Observer {
 public:
  StoppingObserver(RecordingObserver& recorder, int samples) : recorder_(recorder), left_(samples) {}
  [[nodiscard]] bool observe(const Moment& moment) override { return recorder_.observe(moment) && --left_ > 0; }
  [[nodiscard]] bool observe_checkpoint(const Checkpoint& checkpoint) override {
    return recorder_.observe_checkpoint(checkpoint);
  }

 private:
  RecordingObserver& recorder_;
  int left_;
};

constexpr SimulationOptions kOptions{.duration = 3.0, .record_every = 1e-3, .checkpoint_every = 0.5};

void record(const Model& model, const std::filesystem::path& path, int stop_after) {
  Simulation simulation(model, model.make_initial_state(), kOptions);
  ChannelList channels(model, simulation.ledger());
  RecordingHeader header = test::make_header(1);
  header.channels = channels.channels();
  RecordingWriter writer(path, header);
  RecordingObserver recorder(channels, writer);
  StoppingObserver observer(recorder, stop_after);
  ASSERT_TRUE(writer.add_event({0.0, "start", "rod", "{}"}));
  const SimulationReport report = simulation.run(&observer);
  ASSERT_TRUE(writer.add_event({report.state.time, "end", "rod", "{}"}));
  ASSERT_TRUE(writer.finish(report));
}

std::string resume(const Model& model, const std::filesystem::path& path) {
  RecordingResumption resumption(path);
  std::string warning = resumption.warning();
  Simulation simulation(model, resumption.checkpoint(), kOptions);
  ChannelList channels(model, simulation.ledger());
  RecordingWriter writer(std::move(resumption));
  RecordingObserver recorder(channels, writer);
  const SimulationReport report = simulation.run(&recorder);
  EXPECT_TRUE(writer.add_event({report.state.time, "end", "rod", "{}"}));
  EXPECT_TRUE(writer.finish(report));
  return warning;
}

void expect_same(RecordingReader& a, RecordingReader& b) {
  EXPECT_EQ(a.header(), b.header());
  ASSERT_EQ(a.num_samples(), b.num_samples());
  for (std::size_t c = 0; c < a.header().channels.size(); ++c) EXPECT_EQ(a.read_channel(c), b.read_channel(c)) << c;
  std::vector<RecordedEvent> events_a, events_b;
  a.read_events([&](const RecordedEvent& event) { events_a.push_back(event); });
  b.read_events([&](const RecordedEvent& event) { events_b.push_back(event); });
  EXPECT_EQ(events_a, events_b);
  EXPECT_EQ(a.read_result()->sentence, b.read_result()->sentence);
  EXPECT_EQ(a.read_result()->ledger.residual(), b.read_result()->ledger.residual());
  EXPECT_EQ(a.read_result()->statistics.steps, b.read_result()->statistics.steps);
}

TEST(ResumedRecording, HoldsTheSameBitsAsAnUnbrokenOne) {
  const TemporaryFolder folder;
  const Model model = make_pendulum();
  record(model, folder / "unbroken.carom", 1'000'000);
  for (const int stop : {700, 1100, 2999}) {
    record(model, folder / "stopped.carom", stop);
    ASSERT_EQ(RecordingReader(folder / "stopped.carom").num_samples(), stop);
    EXPECT_EQ(resume(model, folder / "stopped.carom"), "");
    RecordingReader unbroken(folder / "unbroken.carom"), resumed(folder / "stopped.carom");
    expect_same(unbroken, resumed);
  }
}

TEST(ResumedRecording, NeedsACheckpoint) {
  const TemporaryFolder folder;
  const Model model = make_pendulum();
  record(model, folder / "run.carom", 100);
  EXPECT_THROW(RecordingResumption(folder / "run.carom"), InputError);
  EXPECT_EQ(RecordingReader(folder / "run.carom").num_samples(), 100);
}

// Checkpoints are due every 500 samples, and the last three are kept.
TEST(ResumedRecording, GoesOnFromTheLastCheckpointThatIsWhole) {
  const TemporaryFolder folder;
  const Model model = make_pendulum();
  record(model, folder / "unbroken.carom", 1'000'000);
  record(model, folder / "stopped.carom", 2700);
  test::tamper(folder / "stopped.carom", "UPDATE checkpoints SET state = zeroblob(length(state)) WHERE time > 2.2");
  EXPECT_THAT(resume(model, folder / "stopped.carom"), HasSubstr("going on from the one at 2."));
  RecordingReader unbroken(folder / "unbroken.carom"), resumed(folder / "stopped.carom");
  expect_same(unbroken, resumed);
}

TEST(ResumedRecording, NeedsEverySampleAndEventBeforeTheCheckpoint) {
  const TemporaryFolder folder;
  const Model model = make_pendulum();
  record(model, folder / "unbroken.carom", 1'000'000);
  const std::string last =
      "(SELECT max(first_sample) FROM chunks WHERE first_sample < (SELECT max(samples) FROM checkpoints))";
  for (const std::string& damage : {"UPDATE chunks SET data = zeroblob(length(data)) WHERE first_sample = " + last,
                                    "DELETE FROM chunks WHERE first_sample >= " + last}) {
    record(model, folder / "stopped.carom", 2700);
    test::tamper(folder / "stopped.carom", damage);
    EXPECT_NE(resume(model, folder / "stopped.carom"), "");
    RecordingReader unbroken(folder / "unbroken.carom"), resumed(folder / "stopped.carom");
    expect_same(unbroken, resumed);
  }
  record(model, folder / "stopped.carom", 2700);
  test::tamper(folder / "stopped.carom", "UPDATE events SET kind = 'stop'");
  EXPECT_THROW(RecordingResumption(folder / "stopped.carom"), SyntaxError);
}

TEST(ResumedRecording, BelongsToItsHeader) {
  const TemporaryFolder folder;
  const Model model = make_pendulum();
  for (const std::string damage :
       {"UPDATE files SET bytes = CAST('[scene]' AS BLOB) WHERE id = 0", "UPDATE channels SET name = 'y' WHERE id = 1",
        "UPDATE meta SET value = 'scene.duration=9' WHERE value LIKE 'scene.duration%'"}) {
    record(model, folder / "stopped.carom", 2700);
    test::tamper(folder / "stopped.carom", damage);
    EXPECT_THROW(RecordingResumption(folder / "stopped.carom"), SyntaxError) << damage;
    // Also where whoever changed it knows of checksums.
    test::reseal(folder / "stopped.carom");
    EXPECT_THROW(RecordingResumption(folder / "stopped.carom"), SyntaxError) << damage;
  }
}

// Two that go on with the same recording would both write what comes next.
TEST(ResumedRecording, IsReadUnderTheLock) {
  const TemporaryFolder folder;
  const Model model = make_pendulum();
  record(model, folder / "stopped.carom", 2700);
  {
    const RecordingResumption first(folder / "stopped.carom");
    EXPECT_THROW(RecordingResumption(folder / "stopped.carom"), IoError);
  }
  EXPECT_NO_THROW(RecordingResumption(folder / "stopped.carom"));
}

TEST(RecordingWithoutChecksums, IsReadButNotResumed) {
  const TemporaryFolder folder;
  const Model model = make_pendulum();
  record(model, folder / "new.carom", 2700);
  record(model, folder / "old.carom", 2700);
  test::make_old(folder / "old.carom");
  RecordingReader recent(folder / "new.carom"), old(folder / "old.carom");
  EXPECT_TRUE(recent.has_checksums());
  EXPECT_FALSE(old.has_checksums());
  expect_same(recent, old);
  EXPECT_EQ(old.read_last_checkpoint()->checkpoint.y, recent.read_last_checkpoint()->checkpoint.y);
  EXPECT_THROW(RecordingResumption(folder / "old.carom"), InputError);
}

}  // namespace
}  // namespace carom
