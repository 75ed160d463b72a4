#pragma once

#include <string>

#include <fuzzer/FuzzedDataProvider.h>

namespace carom::fuzz {

/// A recording as the writer makes it, in small pages: a short file, so that most changes hit something.
[[nodiscard]] std::string make_good_recording(const std::string& path);

/// The recording with rows changed, added and removed, then bytes changed, then cut off, each as `choices` say. Random
/// bytes alone would hardly ever get past SQLite, and never past the checksum of a chunk.
[[nodiscard]] std::string forge(const std::string& recording, FuzzedDataProvider& choices);

}  // namespace carom::fuzz
