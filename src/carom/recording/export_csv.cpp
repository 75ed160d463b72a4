#include "carom/recording/export_csv.h"

#include <array>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>

#include <fmt/format.h>

#include "carom/base/input_error.h"
#include "carom/recording/export_file.h"
#include "carom/recording/io_error.h"

namespace carom {
namespace {

// Collects text and passes it on in pieces.
class CsvWriter {
 public:
  explicit CsvWriter(const TextSink& sink) : sink_(sink) {}

  void add(double value) {
    begin_field();
    if (std::isnan(value)) {
      text_ += "nan";
      return;
    }
    std::array<char, 32> digits{};
    const std::to_chars_result result = std::to_chars(digits.data(), digits.data() + digits.size(), value);
    text_.append(digits.data(), result.ptr);
  }

  // In quotes where a comma, a quote or a line's end would be misread.
  void add(std::string_view field) {
    begin_field();
    if (field.find_first_of(",\"\r\n") == std::string_view::npos) {
      text_ += field;
      return;
    }
    text_ += '"';
    for (const char letter : field) {
      if (letter == '"') text_ += '"';
      text_ += letter;
    }
    text_ += '"';
  }

  void end_row() {
    text_ += '\n';
    in_row_ = false;
    if (text_.size() > kPiece) flush();
  }

  void flush() {
    sink_(text_);
    text_.clear();
  }

 private:
  static constexpr std::size_t kPiece = 1 << 16;

  void begin_field() {
    if (in_row_) text_ += ',';
    in_row_ = true;
  }

  const TextSink& sink_;
  std::string text_;
  bool in_row_{};
};

}  // namespace

void write_samples_csv(RecordingReader& recording, const TextSink& sink) {
  CsvWriter csv(sink);
  const std::size_t channels = recording.header().channels.size();
  for (const Channel& channel : recording.header().channels) csv.add(channel.name);
  csv.end_row();
  recording.read_samples([&](const SampleBlock& block) {
    for (std::size_t sample = 0; sample < block.count; ++sample) {
      for (std::size_t c = 0; c < channels; ++c) csv.add(block.columns[c * block.count + sample]);
      csv.end_row();
    }
  });
  csv.flush();
}

void write_events_csv(RecordingReader& recording, const TextSink& sink) {
  CsvWriter csv(sink);
  for (const std::string_view name : {"time_s", "kind", "element", "data"}) csv.add(name);
  csv.end_row();
  recording.read_events([&](const RecordedEvent& event) {
    csv.add(event.time);
    csv.add(event.kind);
    csv.add(event.element);
    csv.add(event.data);
    csv.end_row();
  });
  csv.flush();
}

namespace {

void export_text(RecordingReader& recording, const std::filesystem::path& destination,
                 void (*write)(RecordingReader&, const TextSink&)) {
  check_export(recording, destination);
  ExportFile file(destination);
  const auto fail = [&] {
    throw IoError(fmt::format("cannot write '{}': {}", destination.string(), std::strerror(errno)), errno);
  };
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> stream(std::fopen(file.temporary_path().c_str(), "w"), std::fclose);
  if (!stream) fail();
  write(recording, [&](std::string_view text) {
    if (std::fwrite(text.data(), 1, text.size(), stream.get()) != text.size()) fail();
  });
  if (std::fclose(stream.release()) != 0) fail();
  file.commit();
}

}  // namespace

void export_csv(RecordingReader& recording, const std::filesystem::path& destination) {
  export_text(recording, destination, write_samples_csv);
}

void export_events_csv(RecordingReader& recording, const std::filesystem::path& destination) {
  export_text(recording, destination, write_events_csv);
}

}  // namespace carom
