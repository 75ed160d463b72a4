#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "carom/recording/chunk_codec.h"
#include "carom/recording/database.h"
#include "carom/recording/recording.h"
#include "carom/recording/recording_file.h"

namespace carom {

/// What goes into a recording as one transaction.
struct RecordingBatch {
  std::vector<double> rows;  // samples one after another; the first `count` are in use
  std::size_t count{};
  std::vector<RecordedEvent> events;
  bool has_checkpoint{};  // of what stands before and in this batch
  Checkpoint checkpoint;  // kept when not in use: its memory is used again
  std::optional<SimulationReport> report;

  [[nodiscard]] bool is_empty() const { return count == 0 && events.empty() && !has_checkpoint && !report; }
  void clear();
};

/// The tables of a recording, for writing. Throws sqlite::Error.
class RecordingStore {
 public:
  /// A new recording in an empty file.
  RecordingStore(std::unique_ptr<RecordingFile> file, const RecordingHeader& header);
  /// One that exists, cut back to one of its checkpoints.
  RecordingStore(std::unique_ptr<RecordingFile> file, std::size_t channels, std::int64_t header_checksum,
                 const RecordedCheckpoint& checkpoint);
  /// Folds the journal into the file, where the disk allows it.
  ~RecordingStore();
  RecordingStore(const RecordingStore&) = delete;
  RecordingStore& operator=(const RecordingStore&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const { return file_->path(); }
  [[nodiscard]] std::int64_t num_samples() const { return samples_; }

  void write(const RecordingBatch& batch);

 private:
  void prepare_journal();
  void prepare_statements();
  void write_header(const RecordingHeader& header);
  void write_chunk(const RecordingBatch& batch);
  void write_event(const RecordedEvent& event);
  void write_checkpoint(const Checkpoint& checkpoint);
  void write_result(const SimulationReport& report);

  std::unique_ptr<RecordingFile> file_;
  sqlite::Database database_;
  std::size_t channels_;
  std::int64_t samples_{};
  std::int64_t events_{};
  std::int64_t checkpoints_{};  // the number of the next one
  std::int64_t header_{};       // checksum
  ChunkEncoder encoder_;
  std::optional<sqlite::Statement> insert_chunk_;
  std::optional<sqlite::Statement> insert_event_;
};

}  // namespace carom
