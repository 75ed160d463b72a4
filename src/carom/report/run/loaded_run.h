#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "carom/recording/recording_reader.h"
#include "carom/report/run/channel_table.h"
#include "carom/report/run/map_figure.h"
#include "carom/report/run/replay.h"
#include "carom/report/run/run_verdict.h"

namespace carom {

/// A recording as far as a report shows it. However long the run, this fits in memory.
struct LoadedRun {
  RecordingHeader header;  // with the channels that the table holds
  std::int64_t recorded_samples{};
  ChannelTable table;                                // without the elements of maps
  std::vector<LargestMap> maps;                      // of patches
  std::optional<Replay> replay;                      // none: the recording does not hold what is needed
  std::string no_replay;                             // then: why
  std::vector<RecordedEvent> events;                 // the first
  std::map<std::string, std::int64_t> event_counts;  // of all that were recorded, by kind
  RunVerdict verdict;                                // of all events, also of those that are too many to be shown
  std::optional<RecordedResult> result;              // none: the run was killed, or goes on
};

/// Reads a recording once, chunk by chunk. Throws as RecordingReader does.
[[nodiscard]] LoadedRun load_run(RecordingReader& recording);

/// The account at the end; of a run that has no end, at its last sample. None where it was not recorded.
[[nodiscard]] std::optional<Ledger> find_ledger(const LoadedRun& run);

}  // namespace carom
