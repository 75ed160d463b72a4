#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "carom/recording/recording.h"

namespace carom {

/// A stretch of samples, channel by channel.
struct SampleBlock {
  std::int64_t first{};  // number of its first sample
  std::size_t count{};
  std::span<const double> columns;  // all of the first channel, all of the second, ...

  [[nodiscard]] std::span<const double> column(std::size_t channel) const {
    return columns.subspan(channel * count, count);
  }
};

/// Reads a recording: finished, still being written, or left behind by a run that was killed. Believes nothing the file
/// says of itself: whatever the bytes are, the outcome is data, IoError (the file cannot be read) or SyntaxError (it is
/// no recording, or a damaged one), and memory stays bounded by the size of one chunk.
class RecordingReader {
 public:
  explicit RecordingReader(const std::filesystem::path& path);
  ~RecordingReader();
  RecordingReader(RecordingReader&&) noexcept;
  RecordingReader& operator=(RecordingReader&&) noexcept;

  [[nodiscard]] const std::filesystem::path& path() const;
  [[nodiscard]] const RecordingHeader& header() const;
  /// The number of a channel. Throws InputError with the nearest name.
  [[nodiscard]] std::size_t find_channel(std::string_view name) const;

  /// When it was opened; a run that goes on adds more.
  [[nodiscard]] std::int64_t num_samples() const;

  /// Shows samples first … first + count − 1, as far as there are, chunk by chunk. A block is valid during the call.
  void read_samples(std::int64_t first, std::int64_t count, const std::function<void(const SampleBlock&)>& show);
  void read_samples(const std::function<void(const SampleBlock&)>& show) { read_samples(0, num_samples(), show); }
  /// All samples of one channel.
  [[nodiscard]] std::vector<double> read_channel(std::size_t channel);

  void read_events(const std::function<void(const RecordedEvent&)>& show);
  /// The newest undamaged one.
  [[nodiscard]] std::optional<RecordedCheckpoint> read_last_checkpoint();
  [[nodiscard]] CheckpointList read_checkpoints();
  /// None while the run goes on, or where it was killed.
  [[nodiscard]] std::optional<RecordedResult> read_result();

  /// False: the recording was made before there were any, and damage to numbers and texts cannot be found.
  [[nodiscard]] bool has_checksums() const;
  [[nodiscard]] std::int64_t header_checksum() const;
  /// Throws SyntaxError where SQLite's own structures are damaged. Reads the whole file.
  void check_pages();
  [[nodiscard]] WholePart find_whole_part();

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace carom
