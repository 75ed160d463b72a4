#include "apps/carom/output/open_recording.h"

#include <cstdio>

#include <fmt/format.h>

namespace carom::app {

RecordingReader open_recording(const std::filesystem::path& path) {
  RecordingReader recording(path);
  if (!recording.has_checksums()) {
    fmt::print(stderr, "carom: {}: made before recordings had checksums: damage to it cannot be found\n",
               path.string());
  }
  return recording;
}

}  // namespace carom::app
