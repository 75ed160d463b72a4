#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "carom/base/scene_sources.h"
#include "carom/ledger/ledger.h"
#include "carom/simulation/checkpoint.h"
#include "carom/simulation/simulation.h"

namespace carom {

/// One column of numbers.
struct Channel {
  std::string name;         // with its unit: "upper.position_rad"
  std::string unit;         // "rad"; empty: none
  std::string description;  // for people
  bool operator==(const Channel&) const = default;
};

/// What is known before the first sample.
struct RecordingHeader {
  std::string program_version;
  std::string scene;                                          // its name
  std::vector<std::pair<std::string, std::string>> settings;  // key and value, as the program wants to find them again
  SceneSources sources;                                       // from which the scene can be read again
  std::string state_names{};  // a checksum of the names of all that a checkpoint holds, in their order; empty: unknown
  std::vector<Channel> channels;  // at least one; time first
  bool operator==(const RecordingHeader&) const = default;
};

/// Something that happened at one moment.
struct RecordedEvent {
  double time{};        // [s]
  std::string kind;     // "touch-down"
  std::string element;  // whom it concerns
  std::string data;     // a JSON object
  bool operator==(const RecordedEvent&) const = default;
};

/// A checkpoint, and how much of the recording belongs to it.
struct RecordedCheckpoint {
  std::int64_t id{};
  Checkpoint checkpoint;
  std::int64_t samples{};
  std::int64_t events{};
};

/// What there is to go on from.
struct CheckpointList {
  std::vector<RecordedCheckpoint> good;  // undamaged and of this header, the newest first
  std::int64_t last_id{};                // of the newest that was written
  std::int64_t total{};
};

/// Samples and events from the start on that are there and undamaged.
struct WholePart {
  std::int64_t samples{};
  std::int64_t events{};
};

/// How the run ended.
struct RecordedResult {
  SimulationStatus status{};
  std::string sentence;
  Ledger ledger;
  IntegratorStatistics statistics{};
};

}  // namespace carom
