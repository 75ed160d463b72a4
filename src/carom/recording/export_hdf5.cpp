#include "carom/recording/export_hdf5.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <hdf5.h>

#include "carom/recording/export_file.h"
#include "carom/recording/io_error.h"
#include "carom/recording/recorded_maps.h"
#include "carom/recording/status_names.h"

namespace carom {
namespace {

// A handle of HDF5, closed at the end.
class Handle {
 public:
  Handle(hid_t opened, herr_t (*closer)(hid_t)) : id_(opened), close_(closer) {
    if (opened < 0) throw IoError("HDF5 refused");
  }
  ~Handle() {
    if (id_ >= 0) close_(id_);
  }
  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, -1)), close_(other.close_) {}
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  [[nodiscard]] hid_t id() const { return id_; }
  /// Closes it now, to hear whether that went well.
  [[nodiscard]] bool close() { return close_(std::exchange(id_, -1)) >= 0; }

 private:
  hid_t id_;
  herr_t (*close_)(hid_t);
};

void check(herr_t status, const std::string& what) {
  if (status < 0) throw IoError(fmt::format("cannot write {}", what));
}

// HDF5 prints its errors to standard error unless told not to.
class Silence {
 public:
  Silence() {
    H5Eget_auto2(H5E_DEFAULT, &print_, &data_);
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  }
  ~Silence() { H5Eset_auto2(H5E_DEFAULT, print_, data_); }
  Silence(const Silence&) = delete;
  Silence& operator=(const Silence&) = delete;

 private:
  H5E_auto2_t print_{};
  void* data_{};
};

std::string make_link_name(std::string name) {
  std::ranges::replace(name, '/', '\\');
  return name.empty() || name == "." ? "_" + name : name;
}

hid_t make_text_type() {
  const hid_t type = H5Tcopy(H5T_C_S1);
  H5Tset_size(type, H5T_VARIABLE);
  H5Tset_cset(type, H5T_CSET_UTF8);
  return type;
}

class Hdf5Writer {
 public:
  explicit Hdf5Writer(const std::filesystem::path& path)
      : file_(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT), H5Fclose),
        text_type_(make_text_type(), H5Tclose),
        link_options_(H5Pcreate(H5P_LINK_CREATE), H5Pclose) {
    H5Pset_char_encoding(link_options_.id(), H5T_CSET_UTF8);
  }

  void write(RecordingReader& recording) {
    write_about(recording);
    write_samples(recording);
    write_maps(recording);
    write_events(recording);
    write_sources(recording.header().sources);
  }
  [[nodiscard]] bool close() { return file_.close(); }

 private:
  void add_attribute(hid_t owner, const std::string& name, const std::string& value) {
    const Handle space(H5Screate(H5S_SCALAR), H5Sclose);
    const Handle attribute(H5Acreate2(owner, name.c_str(), text_type_.id(), space.id(), H5P_DEFAULT, H5P_DEFAULT),
                           H5Aclose);
    const char* const text = value.c_str();
    check(H5Awrite(attribute.id(), text_type_.id(), &text), fmt::format("attribute '{}'", name));
  }

  Handle make_dataset(hid_t parent, const std::string& name, hid_t type, hsize_t size) {
    const Handle space(H5Screate_simple(1, &size, nullptr), H5Sclose);
    return {H5Dcreate2(parent, make_link_name(name).c_str(), type, space.id(), link_options_.id(), H5P_DEFAULT,
                       H5P_DEFAULT),
            H5Dclose};
  }
  Handle make_group(hid_t parent, const std::string& name) {
    return {H5Gcreate2(parent, make_link_name(name).c_str(), link_options_.id(), H5P_DEFAULT, H5P_DEFAULT), H5Gclose};
  }

  void write_about(RecordingReader& recording) {
    const RecordingHeader& header = recording.header();
    add_attribute(file_.id(), "program_version", header.program_version);
    add_attribute(file_.id(), "scene", header.scene);
    if (const std::optional<RecordedResult> result = recording.read_result()) {
      add_attribute(file_.id(), "status", std::string(status_name(result->status)));
      add_attribute(file_.id(), "sentence", result->sentence);
    }
    for (const auto& [key, value] : header.settings) {
      if (H5Aexists(file_.id(), key.c_str()) == 0) add_attribute(file_.id(), key, value);
    }
  }

  void write_samples(RecordingReader& recording) {
    const std::vector<Channel>& channels = recording.header().channels;
    const std::vector<MapLayout> maps = find_recorded_maps(channels);
    const auto is_shown = [&](std::size_t c) {
      return std::ranges::none_of(maps, [&](const MapLayout& map) { return map.holds(c); });
    };
    const auto size = static_cast<hsize_t>(recording.num_samples());
    for (std::size_t c = 0; c < channels.size(); ++c) {
      if (!is_shown(c)) continue;
      const Handle dataset = make_dataset(file_.id(), channels[c].name, H5T_IEEE_F64LE, size);
      describe(dataset, channels[c].unit, channels[c].description);
    }
    recording.read_samples([&](const SampleBlock& block) {
      for (std::size_t c = 0; c < channels.size(); ++c) {
        if (is_shown(c)) write_part(channels[c].name, block, c);
      }
    });
  }

  void describe(const Handle& dataset, const std::string& unit, const std::string& description) {
    add_attribute(dataset.id(), "unit", unit);
    add_attribute(dataset.id(), "description", description);
  }

  void write_maps(RecordingReader& recording) {
    const std::vector<MapLayout> maps = find_recorded_maps(recording.header().channels);
    if (maps.empty() || recording.num_samples() == 0) return;
    const Handle all = make_group(file_.id(), "maps");
    for (const MapLayout& map : maps) {
      const Handle group = make_group(all.id(), map.contact);
      write_map(recording, map, group);
    }
  }

  void write_map(RecordingReader& recording, const MapLayout& map, const Handle& group) {
    const auto samples = static_cast<hsize_t>(recording.num_samples());
    const Handle pressure = make_field(group, map, samples, "pressure_Pa", "pressure on an element");
    const Handle along_x = make_field(group, map, samples, "traction_x_Pa", "traction on the second body along x");
    const Handle along_y = make_field(group, map, samples, "traction_y_Pa", "traction on the second body along y");
    std::vector<double> x, y;
    recording.read_samples([&](const SampleBlock& block) {
      for (std::size_t sample = 0; sample < block.count; ++sample) {
        const hsize_t at = static_cast<hsize_t>(block.first) + sample;
        write_field(pressure, map, at, map.pressure, block, sample);
        write_field(along_x, map, at, map.traction_x(), block, sample);
        write_field(along_y, map, at, map.traction_y(), block, sample);
      }
      const MapSample last(map, block, 0);
      x.clear(), y.clear();
      for (int column = 0; column < map.num_x; ++column) x.push_back(last.x(column));
      for (int row = 0; row < map.num_y; ++row) y.push_back(last.y(row));
    });
    write_numbers(group, "x_m", x, "of the columns, from the middle of the grid along its x axis");
    write_numbers(group, "y_m", y, "of the rows, from the middle of the grid along its y axis");
  }

  // Most elements do not press most of the time: packed, they take no room.
  Handle make_field(const Handle& group, const MapLayout& map, hsize_t samples, const char* name, const char* what) {
    const std::array<hsize_t, 3> size{samples, static_cast<hsize_t>(map.num_y), static_cast<hsize_t>(map.num_x)};
    const std::array<hsize_t, 3> piece{1, size[1], size[2]};
    const Handle space(H5Screate_simple(3, size.data(), nullptr), H5Sclose);
    const Handle options(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
    H5Pset_chunk(options.id(), 3, piece.data());
    H5Pset_deflate(options.id(), 4);
    Handle dataset(
        H5Dcreate2(group.id(), name, H5T_IEEE_F64LE, space.id(), link_options_.id(), options.id(), H5P_DEFAULT),
        H5Dclose);
    describe(dataset, "Pa", fmt::format("{}, by sample, row and column", what));
    return dataset;
  }

  void write_field(const Handle& dataset, const MapLayout& map, hsize_t at, std::size_t channel,
                   const SampleBlock& block, std::size_t sample) {
    std::vector<double> values(map.size());
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = block.column(channel + i)[sample];
    const std::array<hsize_t, 3> start{at, 0, 0};
    const std::array<hsize_t, 3> count{1, static_cast<hsize_t>(map.num_y), static_cast<hsize_t>(map.num_x)};
    const Handle space(H5Dget_space(dataset.id()), H5Sclose);
    H5Sselect_hyperslab(space.id(), H5S_SELECT_SET, start.data(), nullptr, count.data(), nullptr);
    const Handle memory(H5Screate_simple(3, count.data(), nullptr), H5Sclose);
    check(H5Dwrite(dataset.id(), H5T_NATIVE_DOUBLE, memory.id(), space.id(), H5P_DEFAULT, values.data()), "a map");
  }

  void write_numbers(const Handle& group, const char* name, const std::vector<double>& numbers, const char* what) {
    const Handle dataset = make_dataset(group.id(), name, H5T_IEEE_F64LE, numbers.size());
    check(H5Dwrite(dataset.id(), H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, numbers.data()), name);
    describe(dataset, "m", what);
  }

  // Opened anew for each part: handles of thousands of channels would fill the memory.
  void write_part(const std::string& name, const SampleBlock& block, std::size_t channel) {
    const Handle dataset(H5Dopen2(file_.id(), make_link_name(name).c_str(), H5P_DEFAULT), H5Dclose);
    const Handle space(H5Dget_space(dataset.id()), H5Sclose);
    const hsize_t start = static_cast<hsize_t>(block.first);
    const hsize_t count = block.count;
    H5Sselect_hyperslab(space.id(), H5S_SELECT_SET, &start, nullptr, &count, nullptr);
    const Handle memory(H5Screate_simple(1, &count, nullptr), H5Sclose);
    check(H5Dwrite(dataset.id(), H5T_NATIVE_DOUBLE, memory.id(), space.id(), H5P_DEFAULT, block.column(channel).data()),
          fmt::format("channel '{}'", name));
  }

  void write_texts(hid_t parent, const std::string& name, const std::vector<const char*>& texts) {
    const Handle dataset = make_dataset(parent, name, text_type_.id(), texts.size());
    if (texts.empty()) return;
    check(H5Dwrite(dataset.id(), text_type_.id(), H5S_ALL, H5S_ALL, H5P_DEFAULT, texts.data()),
          fmt::format("'{}'", name));
  }

  void write_bytes(hid_t parent, const std::string& name, const std::string& bytes) {
    const Handle dataset = make_dataset(parent, name, H5T_STD_U8LE, bytes.size());
    check(H5Dwrite(dataset.id(), H5T_NATIVE_UINT8, H5S_ALL, H5S_ALL, H5P_DEFAULT, bytes.data()),
          fmt::format("'{}'", name));
  }

  void write_events(RecordingReader& recording) {
    std::vector<RecordedEvent> events;
    recording.read_events([&](const RecordedEvent& event) { events.push_back(event); });
    const Handle group = make_group(file_.id(), "events");
    std::vector<double> times;
    for (const RecordedEvent& event : events) times.push_back(event.time);
    const Handle dataset = make_dataset(group.id(), "time_s", H5T_IEEE_F64LE, times.size());
    if (!times.empty()) {
      check(H5Dwrite(dataset.id(), H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, times.data()), "events");
    }
    const auto write_field = [&](const char* name, std::string RecordedEvent::*field) {
      std::vector<const char*> texts;
      for (const RecordedEvent& event : events) texts.push_back((event.*field).c_str());
      write_texts(group.id(), name, texts);
    };
    write_field("kind", &RecordedEvent::kind);
    write_field("element", &RecordedEvent::element);
    write_field("data", &RecordedEvent::data);
  }

  void write_sources(const SceneSources& sources) {
    add_attribute(file_.id(), "folder", sources.folder);
    std::vector<const char*> overrides;
    for (const std::string& assignment : sources.overrides) overrides.push_back(assignment.c_str());
    write_texts(file_.id(), "overrides", overrides);
    const Handle group = make_group(file_.id(), "files");
    for (const SourceFile& file : sources.files) {
      // A text of HDF5 ends at its first zero, which meshes are full of.
      if (file.bytes.find('\0') == std::string::npos) {
        write_texts(group.id(), file.name, {file.bytes.c_str()});
      } else {
        write_bytes(group.id(), file.name, file.bytes);
      }
    }
  }

  Handle file_;
  Handle text_type_;
  Handle link_options_;
};

}  // namespace

void export_hdf5(RecordingReader& recording, const std::filesystem::path& destination) {
  check_export(recording, destination);
  ExportFile file(destination);
  const Silence silence;
  Hdf5Writer writer(file.temporary_path());
  writer.write(recording);
  if (!writer.close()) throw IoError(fmt::format("cannot write '{}': HDF5 could not close it", destination.string()));
  file.commit();
}

}  // namespace carom
