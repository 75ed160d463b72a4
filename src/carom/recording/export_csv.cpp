#include "carom/recording/export_csv.h"

#include <algorithm>
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
#include "carom/recording/recorded_contact_event.h"
#include "carom/recording/recorded_maps.h"
#include "carom/simulation/contacts/contact_event_fields.h"

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
  const std::vector<Channel>& channels = recording.header().channels;
  const std::vector<MapLayout> maps = find_recorded_maps(channels);
  std::vector<std::size_t> shown;
  for (std::size_t c = 0; c < channels.size(); ++c) {
    if (std::ranges::none_of(maps, [&](const MapLayout& map) { return map.holds(c); })) shown.push_back(c);
  }
  for (const std::size_t c : shown) csv.add(channels[c].name);
  csv.end_row();
  recording.read_samples([&](const SampleBlock& block) {
    for (std::size_t sample = 0; sample < block.count; ++sample) {
      for (const std::size_t c : shown) csv.add(block.columns[c * block.count + sample]);
      csv.end_row();
    }
  });
  csv.flush();
}

namespace {

void write_map(const MapLayout& layout, const MapSample& map, CsvWriter& csv) {
  for (std::size_t i = 0; i < layout.size(); ++i) {
    if (!(map.pressure(i) > 0.0)) continue;
    const int row = static_cast<int>(i) / layout.num_x, column = static_cast<int>(i) % layout.num_x;
    const double x = map.x(column), y = map.y(row);
    csv.add(map.time());
    csv.add(layout.contact);
    for (const double value : {static_cast<double>(row), static_cast<double>(column), x, y}) csv.add(value);
    for (const double coordinate : map.in_world(x, y)) csv.add(coordinate);
    for (const double stress : {map.pressure(i), map.traction_x(i), map.traction_y(i)}) csv.add(stress);
    csv.end_row();
  }
}

}  // namespace

void write_maps_csv(RecordingReader& recording, const TextSink& sink) {
  CsvWriter csv(sink);
  for (const std::string_view name : {"time_s", "contact", "row", "column", "x_m", "y_m", "world_x_m", "world_y_m",
                                      "world_z_m", "pressure_Pa", "traction_x_Pa", "traction_y_Pa"}) {
    csv.add(name);
  }
  csv.end_row();
  const std::vector<MapLayout> maps = find_recorded_maps(recording.header().channels);
  recording.read_samples([&](const SampleBlock& block) {
    for (std::size_t sample = 0; sample < block.count; ++sample) {
      for (const MapLayout& map : maps) write_map(map, {map, block, sample}, csv);
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

void write_impacts_csv(RecordingReader& recording, const TextSink& sink) {
  CsvWriter csv(sink);
  const std::span<const ContactEventField> fields = list_impact_fields();
  csv.add("time_s");
  csv.add("contact");
  for (const ContactEventField& field : fields) csv.add(field.key());
  csv.end_row();
  recording.read_events([&](const RecordedEvent& recorded) {
    const std::optional<ContactEvent> event = read_contact_event(recorded);
    if (!event || !is_impact(*event)) return;
    csv.add(event->time - event->duration);
    csv.add(recorded.element);
    for (const ContactEventField& field : fields) {
      const double number = field.get(*event);
      field.words.empty() ? csv.add(number) : csv.add(field.word(number));
    }
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

void export_maps_csv(RecordingReader& recording, const std::filesystem::path& destination) {
  if (find_recorded_maps(recording.header().channels).empty()) {
    throw InputError(recording.path().string(),
                     "holds no maps: they are recorded of contacts with a `patch` where [record] has maps = true");
  }
  export_text(recording, destination, write_maps_csv);
}

void export_events_csv(RecordingReader& recording, const std::filesystem::path& destination) {
  export_text(recording, destination, write_events_csv);
}

void export_impacts_csv(RecordingReader& recording, const std::filesystem::path& destination) {
  export_text(recording, destination, write_impacts_csv);
}

}  // namespace carom
