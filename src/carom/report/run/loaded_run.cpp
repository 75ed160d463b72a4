#include "carom/report/run/loaded_run.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "carom/recording/status_names.h"
#include "carom/report/run/channel_label.h"
#include "carom/scene/read_scene.h"

namespace carom {
namespace {

constexpr std::size_t kMostEvents = 50'000;  // a table that people can still use

// What the bytes of a recording say is believed by nobody: a scene that cannot be read is no reason to show nothing.
std::optional<Replay> make_replay(const RecordingReader& recording, std::string& problem) {
  const RecordingHeader& header = recording.header();
  if (header.sources.files.empty()) {
    problem = "the recording holds no scene";
    return std::nullopt;
  }
  try {
    auto scene = std::make_unique<const Scene>(read_scene_again(header.sources));
    auto model = std::make_unique<const Model>(scene->model.build());
    std::optional<PoseTable> poses = PoseTable::make(*model, header.channels, recording.num_samples());
    if (poses) return Replay{std::move(scene), std::move(model), std::move(*poses)};
    problem = "the recording does not hold the positions of all joints";
  } catch (const std::exception& error) {
    problem = std::string("the scene in the recording cannot be read: ") + error.what();
  }
  return std::nullopt;
}

// All channels but the elements of maps, which are thousands: a report shows a map at one moment.
class ShownChannels {
 public:
  explicit ShownChannels(const std::vector<Channel>& channels) : maps_(find_recorded_maps(channels)) {
    for (std::size_t c = 0; c < channels.size(); ++c) {
      if (std::ranges::none_of(maps_, [&](const MapLayout& map) { return map.holds(c); })) shown_.push_back(c);
    }
  }
  [[nodiscard]] std::size_t size() const { return shown_.size(); }
  [[nodiscard]] const std::vector<MapLayout>& maps() const { return maps_; }
  [[nodiscard]] std::vector<Channel> list(const std::vector<Channel>& channels) const {
    std::vector<Channel> list;
    for (const std::size_t c : shown_) list.push_back(channels[c]);
    return list;
  }
  /// Valid until the next one is taken.
  [[nodiscard]] SampleBlock take(const SampleBlock& block) {
    if (maps_.empty()) return block;
    numbers_.clear();
    for (const std::size_t c : shown_) numbers_.insert(numbers_.end(), block.column(c).begin(), block.column(c).end());
    return {block.first, block.count, numbers_};
  }

 private:
  std::vector<MapLayout> maps_;
  std::vector<std::size_t> shown_;
  std::vector<double> numbers_;
};

// The largest change of any ledger column.
double find_scale(const LoadedRun& run) {
  double scale = 0.0;
  for (std::size_t c = 1; c < run.header.channels.size(); ++c) {
    if (channel_group(run.header.channels[c]) != "ledger") continue;
    for (const float number : run.table.column(c)) {
      if (std::isnan(number)) continue;
      scale = std::max(scale, std::abs(static_cast<double>(number) - run.table.first_sample()[c]));
    }
  }
  return scale;
}

}  // namespace

LoadedRun load_run(RecordingReader& recording) {
  ShownChannels shown(recording.header().channels);
  LoadedRun run{.header = recording.header(),
                .recorded_samples = recording.num_samples(),
                .table = {shown.size(), recording.num_samples()},
                .maps = {},
                .replay = std::nullopt,
                .no_replay = {},
                .events = {},
                .event_counts = {},
                .verdict = {},
                .result = recording.read_result()};
  run.header.channels = shown.list(recording.header().channels);
  for (const MapLayout& layout : shown.maps()) run.maps.push_back({.layout = layout});
  run.replay = make_replay(recording, run.no_replay);
  recording.read_samples([&](const SampleBlock& block) {
    run.table.add(shown.take(block));
    for (LargestMap& map : run.maps) {
      for (std::size_t sample = 0; sample < block.count; ++sample) map.add(block, sample);
    }
    if (run.replay) run.replay->poses.add(block);
  });
  run.table.finish();
  if (run.replay) run.replay->poses.finish();
  recording.read_events([&](const RecordedEvent& event) {
    if (run.verdict.takes(event)) return;  // it stands by itself
    if (run.events.size() < kMostEvents) run.events.push_back(event);
    ++run.event_counts[event.kind];
  });
  return run;
}

std::optional<Ledger> find_ledger(const LoadedRun& run) {
  if (run.result && !run.result->ledger.rows.empty()) return run.result->ledger;
  if (run.table.last_sample().empty()) return std::nullopt;
  Ledger ledger{.time = run.table.last_sample()[0], .initial = 0.0, .scale = find_scale(run), .rows = {}};
  for (std::size_t c = 1; c < run.header.channels.size(); ++c) {
    const Channel& channel = run.header.channels[c];
    // A row's channel is described by its kind (name_ledger()).
    const std::optional<LedgerKind> kind = find_ledger_kind(channel.description);
    if (channel_group(channel) != "ledger" || !kind) continue;
    ledger.rows.push_back({channel_label(channel).substr(sizeof "ledger." - 1), *kind, run.table.last_sample()[c]});
    if (*kind == LedgerKind::Stored) ledger.initial += run.table.first_sample()[c];
  }
  return ledger.rows.empty() ? std::nullopt : std::optional(std::move(ledger));
}

}  // namespace carom
