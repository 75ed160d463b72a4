#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <unistd.h>

#include "carom/recording/recording.h"

namespace carom::test {

/// A folder that is gone at the end of the test.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "carom-recording-XXXXXX").string();
    path_ = mkdtemp(name.data());
  }
  ~TemporaryFolder() { std::filesystem::remove_all(path_); }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  [[nodiscard]] std::filesystem::path operator/(const std::string& name) const { return path_ / name; }
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

inline RecordingHeader make_header(std::size_t channels) {
  RecordingHeader header{.program_version = "0.1.0",
                         .scene = "swing",
                         .settings = {{"step", "1 ms"}, {"method", "rk4"}},
                         .sources = {.folder = "/home/swing",
                                     .files = {{"swing.toml", "[scene]\nname = \"swing\"  # größer\n"},
                                               {"part.toml", ""},
                                               {"part.stl", std::string("\0\xff\0", 3)}},
                                     .overrides = {"body.arm.mass=2 kg", "scene.duration=1"}},
                         .channels = {{"time_s", "s", "time"}}};
  while (header.channels.size() < channels) {
    const std::string number = std::to_string(header.channels.size());
    header.channels.push_back({"joint" + number + ".position_rad", "rad", "angle of joint " + number});
  }
  return header;
}

/// A number that tells where it belongs: whatever is read back can be checked without knowing what was written.
inline double value_at(std::int64_t sample, std::size_t channel) {
  if (channel == 0) return static_cast<double>(sample) * 1e-3;
  return static_cast<double>(sample) / 3.0 + static_cast<double>(channel) * 1e3;
}

inline void fill_sample(std::int64_t sample, std::vector<double>& values) {
  for (std::size_t channel = 0; channel < values.size(); ++channel) values[channel] = value_at(sample, channel);
}

}  // namespace carom::test
