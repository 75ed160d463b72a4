#include "carom/recording/recording_resumption.h"

#include <optional>
#include <utility>

#include <fmt/format.h>

#include "carom/base/input_error.h"
#include "carom/base/syntax_error.h"
#include "carom/recording/recording_reader.h"
#include "carom/recording/recording_store.h"

namespace carom {
namespace {

[[noreturn]] void refuse(const std::filesystem::path& path, const std::string& problem) {
  throw InputError(fmt::format("'{}'", path.string()), problem);
}

// The newest that everything before it is whole for.
RecordedCheckpoint find_checkpoint(RecordingReader& reader, std::string& warning) {
  const CheckpointList list = reader.read_checkpoints();
  if (list.total == 0) {
    refuse(reader.path(),
           "has no checkpoint to go on from: the run ended before the first one, which is due after [record] "
           "checkpoint_every");
  }
  const WholePart whole = reader.find_whole_part();
  for (const RecordedCheckpoint& each : list.good) {
    if (each.samples > whole.samples || each.events > whole.events) continue;
    if (each.id != list.last_id) {
      warning = fmt::format(
          "the last checkpoint or what was recorded before it is damaged; going on from the one at {:.6g} s",
          each.checkpoint.time);
    }
    return each;
  }
  throw SyntaxError("recording", "every checkpoint, or what was recorded before it, is damaged: run the scene again",
                    {reader.path().string()});
}

}  // namespace

RecordingResumption::RecordingResumption(const std::filesystem::path& path) {
  // What is no recording is named as a reader names it.
  { const RecordingReader look(path); }
  file_ = std::make_unique<RecordingFile>(path, RecordingFile::Existing::Keep);
  RecordingReader reader(path);
  if (!reader.has_checksums()) {
    refuse(path,
           "is of a format without checksums, where damage cannot be found: it can be read, but not resumed; run the "
           "scene again");
  }
  reader.check_pages();
  checkpoint_ = find_checkpoint(reader, warning_);
  header_ = reader.header();
  header_checksum_ = reader.header_checksum();
}

RecordingResumption::~RecordingResumption() = default;
RecordingResumption::RecordingResumption(RecordingResumption&&) noexcept = default;
RecordingResumption& RecordingResumption::operator=(RecordingResumption&&) noexcept = default;

std::unique_ptr<RecordingStore> RecordingResumption::open_store() && {
  return std::make_unique<RecordingStore>(std::move(file_), header_.channels.size(), header_checksum_, checkpoint_);
}

}  // namespace carom
