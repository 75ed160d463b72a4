#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>

/// What the fuzzers share. A target lets pass the exceptions that its reader promises for bad input; everything else is
/// a finding: another exception, a failed assertion, a broken requirement, whatever the sanitizers see.
namespace carom::fuzz {

inline std::string make_text(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};  // NOLINT: bytes as letters
}

inline void require(bool holds, const char* problem) {
  if (holds) return;
  std::fprintf(stderr, "finding: %s\n", problem);
  std::abort();
}

/// A folder of this process in memory, for readers that want a file.
inline std::filesystem::path make_folder() {
  const char* const parent = std::filesystem::is_directory("/dev/shm") ? "/dev/shm" : "/tmp";
  std::string name = std::string(parent) + "/carom-fuzz-XXXXXX";
  require(mkdtemp(name.data()) != nullptr, "no folder for files");
  static std::filesystem::path folder;
  folder = name;
  std::atexit([] { std::filesystem::remove_all(folder); });
  return folder;
}

inline void save(const std::filesystem::path& path, std::string_view bytes) {
  std::FILE* const file = std::fopen(path.c_str(), "wb");
  require(file != nullptr, "no place for a file");
  const bool complete = std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
  require(std::fclose(file) == 0 && complete, "no place for a file");
}

/// The model and its initial state: what was read without error must build.
template <class Scene>
void build(const Scene& scene) {
  const auto model = scene.model.build();
  const auto state = model.make_initial_state();
  require(state.q.allFinite() && state.v.allFinite(), "an initial state that is not finite");
}

}  // namespace carom::fuzz
