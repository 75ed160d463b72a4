#pragma once

#include <filesystem>
#include <functional>
#include <string_view>

#include "carom/recording/recording_reader.h"

namespace carom {

/// Takes text as it comes; throws where it cannot.
using TextSink = std::function<void(std::string_view)>;

/// The samples as comma-separated values: one row with the channels' names, then one row a sample. Numbers have as many
/// digits as it takes to read the same bits back, and a point whatever the locale; `nan`, `inf`, `-inf` for the rest.
void write_samples_csv(RecordingReader& recording, const TextSink& sink);
/// Columns time_s, kind, element, data.
void write_events_csv(RecordingReader& recording, const TextSink& sink);

/// The samples as a file, complete or not at all. Throws IoError, and InputError where it would replace the recording.
void export_csv(RecordingReader& recording, const std::filesystem::path& destination);
/// The events in the same way.
void export_events_csv(RecordingReader& recording, const std::filesystem::path& destination);

}  // namespace carom
