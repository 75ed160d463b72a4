// A recording that was stopped and goes on holds what an unbroken one holds.
#include <numbers>

#include <gtest/gtest.h>

#include "carom/base/input_error.h"
#include "carom/model/model_builder.h"
#include "carom/recording/recording_observer.h"
#include "carom/recording/recording_reader.h"
#include "recording/samples.h"

namespace carom {
namespace {

using test::TemporaryFolder;

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

void resume(const Model& model, const std::filesystem::path& path) {
  const Checkpoint checkpoint = RecordingReader(path).read_last_checkpoint()->checkpoint;
  Simulation simulation(model, checkpoint, kOptions);
  ChannelList channels(model, simulation.ledger());
  const std::unique_ptr<RecordingWriter> writer = RecordingWriter::resume(path);
  RecordingObserver recorder(channels, *writer);
  const SimulationReport report = simulation.run(&recorder);
  ASSERT_TRUE(writer->add_event({report.state.time, "end", "rod", "{}"}));
  ASSERT_TRUE(writer->finish(report));
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
    resume(model, folder / "stopped.carom");
    RecordingReader unbroken(folder / "unbroken.carom"), resumed(folder / "stopped.carom");
    expect_same(unbroken, resumed);
  }
}

TEST(ResumedRecording, NeedsACheckpoint) {
  const TemporaryFolder folder;
  const Model model = make_pendulum();
  record(model, folder / "run.carom", 100);
  EXPECT_THROW((void)RecordingWriter::resume(folder / "run.carom"), InputError);
  EXPECT_EQ(RecordingReader(folder / "run.carom").num_samples(), 100);
}

}  // namespace
}  // namespace carom
