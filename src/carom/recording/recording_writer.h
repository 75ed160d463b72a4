#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>

#include "carom/recording/recording.h"

namespace carom {

struct RecordingOptions {
  /// A chunk is written when it is full or that old, whichever comes first.
  std::chrono::milliseconds longest_delay{500};
  bool replace{true};  // a recording that is there; otherwise it is an error
};

class RecordingResumption;

/// Writes a run as it goes. What was written stays readable however the process ends.
///
/// Calls copy and return: compressing and writing is done by a thread of the writer's own, one transaction for each
/// chunk of samples. Where the disk cannot keep up, calls wait; memory does not grow. Nothing is allocated for a
/// sample.
///
/// From the first error on (disk full, file system gone) every call returns false and error() says why.
class RecordingWriter {
 public:
  /// Makes the file, or replaces a recording where the options allow it. Throws IoError where it cannot be written or
  /// another run is writing it, and InputError where the path is taken by something that is not a recording.
  RecordingWriter(const std::filesystem::path& path, const RecordingHeader& header,
                  const RecordingOptions& options = {});

  /// Goes on from the checkpoint; what came after it is dropped. Throws IoError.
  explicit RecordingWriter(RecordingResumption&& resumption, const RecordingOptions& options = {});

  /// Writes what is left.
  ~RecordingWriter();
  RecordingWriter(const RecordingWriter&) = delete;
  RecordingWriter& operator=(const RecordingWriter&) = delete;

  /// One number for each channel.
  [[nodiscard]] bool add_sample(std::span<const double> values);
  [[nodiscard]] bool add_event(RecordedEvent event);
  /// The last few are kept.
  [[nodiscard]] bool add_checkpoint(const Checkpoint& checkpoint);
  /// Waits until everything so far is written.
  [[nodiscard]] bool flush();
  /// The last call: the result, and the file is made to stand by itself, without a journal.
  [[nodiscard]] bool finish(const SimulationReport& report);

  /// Samples that would survive if the process ended now.
  [[nodiscard]] std::int64_t num_written() const;
  /// Empty: none so far.
  [[nodiscard]] std::string error() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace carom
