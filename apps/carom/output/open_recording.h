#pragma once

#include <filesystem>

#include "carom/recording/recording_reader.h"

namespace carom::app {

/// A recording to read; says on standard error where it was made before there were checksums. Throws as the reader
/// does.
[[nodiscard]] RecordingReader open_recording(const std::filesystem::path& path);

}  // namespace carom::app
