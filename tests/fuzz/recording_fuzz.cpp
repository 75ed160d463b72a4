// Bytes as changes to a good recording, which is then read and exported: data, SyntaxError or IoError.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>

#include <fuzzer/FuzzedDataProvider.h>

#include "carom/base/syntax_error.h"
#include "carom/recording/export_csv.h"
#include "carom/recording/io_error.h"
#include "carom/recording/recording_reader.h"
#include "forged_recording.h"
#include "fuzz_target.h"

namespace carom {
namespace {

namespace fs = std::filesystem;

void save(const fs::path& path, const std::string& bytes) {
  std::FILE* const file = std::fopen(path.c_str(), "wb");
  fuzz::require(file != nullptr, "no place for the recording");
  const bool complete = std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
  fuzz::require(std::fclose(file) == 0 && complete, "no place for the recording");
}

// Each part on its own: damage in one must not keep the others from being read.
template <class Read>
void attempt(const Read& read) {
  try {
    read();
  } catch (const SyntaxError& error) {
    fuzz::require(!error.problem().empty(), "an error without a message");
  } catch (const IoError& error) {
    fuzz::require(!std::string_view(error.what()).empty(), "an error without a message");
  }
}

void read_samples(RecordingReader& reader, std::int64_t first, std::int64_t count) {
  std::int64_t next = std::max<std::int64_t>(first, 0);
  reader.read_samples(first, count, [&](const SampleBlock& block) {
    fuzz::require(block.first == next && block.count > 0, "samples are missing or repeated");
    fuzz::require(block.columns.size() == block.count * reader.header().channels.size(), "a block of another size");
    next += static_cast<std::int64_t>(block.count);
  });
  fuzz::require(next <= std::max<std::int64_t>(first, reader.num_samples()), "more samples than there are");
}

void read_everything(RecordingReader& reader, FuzzedDataProvider& choices) {
  const TextSink drop = [](std::string_view) {};
  const auto first = choices.ConsumeIntegral<std::int64_t>();
  const auto count = choices.ConsumeIntegral<std::int64_t>();
  attempt([&] { read_samples(reader, 0, reader.num_samples()); });
  attempt([&] { read_samples(reader, first, count); });
  attempt([&] { (void)reader.read_last_checkpoint(); });
  attempt([&] { (void)reader.read_result(); });
  attempt([&] { write_samples_csv(reader, drop); });
  attempt([&] { write_events_csv(reader, drop); });
  attempt([&] { write_impacts_csv(reader, drop); });
}

}  // namespace
}  // namespace carom

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::filesystem::path folder = std::filesystem::temp_directory_path();
  static const std::string good = carom::fuzz::make_good_recording(folder / "good.carom");
  const std::filesystem::path path = folder / "forged.carom";
  FuzzedDataProvider choices(data, size);
  carom::save(path, carom::fuzz::forge(good, choices));
  carom::attempt([&] {
    carom::RecordingReader reader(path);
    carom::read_everything(reader, choices);
  });
  return 0;
}
