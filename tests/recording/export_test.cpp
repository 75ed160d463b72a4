// What is exported is what was recorded.
#include <bit>
#include <clocale>
#include <cmath>
#include <csignal>
#include <fstream>
#include <limits>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <hdf5.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "carom/base/input_error.h"
#include "carom/recording/channel_names.h"
#include "carom/recording/export_csv.h"
#include "carom/recording/export_hdf5.h"
#include "carom/recording/io_error.h"
#include "carom/recording/recorded_maps.h"
#include "carom/recording/recording_writer.h"
#include "recording/samples.h"

namespace carom {
namespace {

using test::TemporaryFolder;
using testing::ElementsAre;

std::string read_text(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

std::vector<std::string> split(const std::string& text, char separator) {
  std::istringstream stream(text);
  std::vector<std::string> parts;
  for (std::string part; std::getline(stream, part, separator);) parts.push_back(part);
  return parts;
}

std::vector<std::string> list_files(const TemporaryFolder& folder) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder.path())) names.push_back(entry.path().filename());
  std::ranges::sort(names);
  return names;
}

void make_recording(const std::filesystem::path& path, std::int64_t samples) {
  RecordingWriter writer(path, test::make_header(3));
  std::vector<double> values(3);
  for (std::int64_t i = 0; i < samples; ++i) {
    test::fill_sample(i, values);
    ASSERT_TRUE(writer.add_sample(values));
  }
  ASSERT_TRUE(writer.add_event({0.5, "touch-down", "tip, \"left\"", R"({"speed": 1})"}));
  ASSERT_TRUE(writer.finish({.status = SimulationStatus::Stopped, .sentence = "stopped", .state = {}, .ledger = {}}));
}

// Two samples of a patch with 3 × 2 elements of 1 mm × 2 mm, at (1, 2, 3) with its x axis along the world's y and its
// normal along z: y is −x of the world. In the first sample nothing presses.
void make_map_recording(const std::filesystem::path& path) {
  RecordingHeader header = test::make_header(2);
  std::ranges::move(name_map("ball/floor", 3, 2), std::back_inserter(header.channels));
  RecordingWriter writer(path, header);
  std::vector<double> values{0.0, 7.0, 0.001, 0.002, 1, 2, 3, 0, 1, 0, 0, 0, 1};
  values.resize(header.channels.size());
  ASSERT_TRUE(writer.add_sample(values));
  values[0] = 0.5;
  for (const auto& [field, value] : {std::pair(0, 100.0), {1, 10.0}, {2, -20.0}}) {
    values[static_cast<std::size_t>(13 + 6 * field + 5)] = value;  // row 1, column 2
  }
  ASSERT_TRUE(writer.add_sample(values));
  ASSERT_TRUE(writer.finish({.status = SimulationStatus::Finished, .sentence = "", .state = {}, .ledger = {}}));
}

TEST(ExportCsv, MapsHaveARowForEveryElementThatPresses) {
  const TemporaryFolder folder;
  make_map_recording(folder / "run.carom");
  RecordingReader recording(folder / "run.carom");
  export_maps_csv(recording, folder / "maps.csv");
  const std::vector<std::string> lines = split(read_text(folder / "maps.csv"), '\n');
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[0],
            "time_s,contact,row,column,x_m,y_m,world_x_m,world_y_m,world_z_m,pressure_Pa,traction_x_Pa,traction_y_Pa");
  EXPECT_EQ(lines[1], "0.5,ball/floor,1,2,0.001,0.001,0.999,2.001,3,100,10,-20");
  // The table of samples keeps where the grid is, and leaves out the elements.
  export_csv(recording, folder / "samples.csv");
  const std::vector<std::string> samples = split(read_text(folder / "samples.csv"), '\n');
  EXPECT_EQ(split(samples[0], ',').size(), 2U + 11U);
  EXPECT_EQ(samples[2], "0.5,7,0.001,0.002,1,2,3,0,1,0,0,0,1");
}

TEST(ExportCsv, ARecordingWithoutMapsSaysHowToGetThem) {
  const TemporaryFolder folder;
  make_recording(folder / "run.carom", 1);
  RecordingReader recording(folder / "run.carom");
  try {
    export_maps_csv(recording, folder / "maps.csv");
    FAIL() << "no error";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("maps = true"), std::string::npos) << error.what();
  }
}

// What the names of a forged file claim is not believed.
TEST(ExportCsv, MapsThatCannotBeAreLeftOut) {
  RecordingHeader header = test::make_header(2);
  header.channels.push_back({"map.a.pressure_1000000000_2000000000_Pa", "Pa", ""});
  header.channels.push_back({"map.b.pressure_x_Pa", "Pa", ""});
  header.channels.push_back({"map.pressure_0_0_Pa", "Pa", ""});
  EXPECT_TRUE(find_recorded_maps(header.channels).empty());
  std::vector<Channel> cut = name_map("c", 4, 4);
  cut.insert(cut.begin(), header.channels.front());
  EXPECT_EQ(find_recorded_maps(cut).size(), 1U);
  cut.pop_back();
  EXPECT_TRUE(find_recorded_maps(cut).empty());
  cut.erase(cut.begin() + 1);
  EXPECT_TRUE(find_recorded_maps(cut).empty());
}

TEST(ExportHdf5, MapsAreArraysOverTimeWithCoordinates) {
  const TemporaryFolder folder;
  make_map_recording(folder / "run.carom");
  RecordingReader recording(folder / "run.carom");
  export_hdf5(recording, folder / "run.h5");
  const hid_t file = H5Fopen((folder / "run.h5").c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  ASSERT_GE(file, 0);
  const auto read = [&](const char* name, std::size_t size) {
    std::vector<double> values(size, -1.0);
    const hid_t dataset = H5Dopen2(file, name, H5P_DEFAULT);
    EXPECT_GE(dataset, 0) << name;
    const hid_t space = H5Dget_space(dataset);
    EXPECT_EQ(H5Sget_simple_extent_npoints(space), static_cast<hssize_t>(size)) << name;
    H5Sclose(space);
    EXPECT_GE(H5Dread(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()), 0) << name;
    EXPECT_GT(H5Aexists(dataset, "unit"), 0) << name;
    H5Dclose(dataset);
    return values;
  };
  EXPECT_THAT(read("/maps/ball\\floor/x_m", 3), ElementsAre(-0.001, 0.0, 0.001));
  EXPECT_THAT(read("/maps/ball\\floor/y_m", 2), ElementsAre(-0.001, 0.001));
  EXPECT_THAT(read("/maps/ball\\floor/pressure_Pa", 12), ElementsAre(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 100));
  EXPECT_EQ(read("/maps/ball\\floor/traction_y_Pa", 12).back(), -20.0);
  EXPECT_EQ(read("/map.ball\\floor.middle_y_m", 2).back(), 2.0);
  EXPECT_EQ(H5Lexists(file, "/map.ball\\floor.pressure_0_0_Pa", H5P_DEFAULT), 0);
  H5Fclose(file);
}

TEST(ExportCsv, EveryNumberReadsBackToTheSameBitsInAnyLocale) {
  const TemporaryFolder folder;
  constexpr std::int64_t kSamples = 60'000;  // several chunks
  make_recording(folder / "run.carom", kSamples);
  RecordingReader reader(folder / "run.carom");
  const std::string before = std::setlocale(LC_NUMERIC, nullptr);
  std::setlocale(LC_NUMERIC, "de_DE.UTF-8");
  export_csv(reader, folder / "run.csv");
  std::setlocale(LC_NUMERIC, before.c_str());

  const std::vector<std::string> lines = split(read_text(folder / "run.csv"), '\n');
  ASSERT_EQ(lines.size(), static_cast<std::size_t>(kSamples + 1));
  EXPECT_EQ(lines[0], "time_s,joint1.position_rad,joint2.position_rad");
  std::int64_t wrong = 0;
  for (std::int64_t i = 0; i < kSamples; ++i) {
    const std::vector<std::string> fields = split(lines[static_cast<std::size_t>(i) + 1], ',');
    ASSERT_EQ(fields.size(), 3U);
    for (std::size_t c = 0; c < 3; ++c)
      wrong += std::strtod(fields[c].c_str(), nullptr) != test::value_at(i, c) ? 1 : 0;
  }
  EXPECT_EQ(wrong, 0);
  EXPECT_THAT(list_files(folder), ElementsAre("run.carom", "run.csv"));
}

TEST(ExportCsv, WhatIsNoNumberIsSpelt) {
  const TemporaryFolder folder;
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  {
    RecordingWriter writer(folder / "run.carom", test::make_header(4));
    ASSERT_TRUE(writer.add_sample(std::array{0.1, nan, infinity, -infinity}));
    ASSERT_TRUE(writer.add_sample(std::array{-0.0, -nan, 1e-320, 1e300}));
  }
  RecordingReader reader(folder / "run.carom");
  std::string text;
  write_samples_csv(reader, [&](std::string_view part) { text += part; });
  const std::vector<std::string> lines = split(text, '\n');
  EXPECT_EQ(lines[1], "0.1,nan,inf,-inf");
  EXPECT_EQ(lines[2], "-0,nan,1e-320,1e+300");
}

TEST(ExportCsv, EventsAreQuotedWhereACommaWouldMislead) {
  const TemporaryFolder folder;
  make_recording(folder / "run.carom", 1);
  RecordingReader reader(folder / "run.carom");
  std::string text;
  write_events_csv(reader, [&](std::string_view part) { text += part; });
  EXPECT_THAT(text,
              testing::StartsWith("time_s,kind,element,data\n0.5,touch-down,\"tip, \"\"left\"\"\",\"{\"\"speed\"\": "
                                  "1}\"\n0,verdict,run,"));
}

TEST(ExportCsv, ARunWithoutSamplesHasAHeader) {
  const TemporaryFolder folder;
  { const RecordingWriter writer(folder / "run.carom", test::make_header(1)); }
  RecordingReader reader(folder / "run.carom");
  export_csv(reader, folder / "run.csv");
  EXPECT_EQ(read_text(folder / "run.csv"), "time_s\n");
}

std::string read_attribute(hid_t owner, const char* name) {
  const hid_t attribute = H5Aopen(owner, name, H5P_DEFAULT);
  const hid_t type = H5Aget_type(attribute);
  char* text = nullptr;
  H5Aread(attribute, type, static_cast<void*>(&text));
  std::string value = text != nullptr ? text : "";
  H5free_memory(text);
  H5Tclose(type);
  H5Aclose(attribute);
  return value;
}

std::vector<double> read_dataset(hid_t file, const char* name) {
  const hid_t dataset = H5Dopen2(file, name, H5P_DEFAULT);
  const hid_t space = H5Dget_space(dataset);
  std::vector<double> values(static_cast<std::size_t>(H5Sget_simple_extent_npoints(space)));
  H5Dread(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data());
  H5Sclose(space);
  H5Dclose(dataset);
  return values;
}

TEST(ExportHdf5, ChannelsUnitsEventsAndTextsAreThere) {
  const TemporaryFolder folder;
  constexpr std::int64_t kSamples = 100'000;
  make_recording(folder / "run.carom", kSamples);
  RecordingReader reader(folder / "run.carom");
  export_hdf5(reader, folder / "run.h5");
  EXPECT_THAT(list_files(folder), ElementsAre("run.carom", "run.h5"));

  const hid_t file = H5Fopen((folder / "run.h5").c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  ASSERT_GE(file, 0);
  for (std::size_t c = 0; c < 3; ++c) {
    const Channel& channel = reader.header().channels[c];
    EXPECT_EQ(read_dataset(file, channel.name.c_str()), reader.read_channel(c));
    const hid_t dataset = H5Dopen2(file, channel.name.c_str(), H5P_DEFAULT);
    EXPECT_EQ(read_attribute(dataset, "unit"), channel.unit);
    EXPECT_EQ(read_attribute(dataset, "description"), channel.description);
    H5Dclose(dataset);
  }
  EXPECT_THAT(read_dataset(file, "events/time_s"), ElementsAre(0.5, 0.0));
  EXPECT_EQ(read_attribute(file, "scene"), "swing");
  EXPECT_EQ(read_attribute(file, "method"), "rk4");
  EXPECT_EQ(read_attribute(file, "status"), "stopped");
  EXPECT_GT(H5Lexists(file, "files/swing.toml", H5P_DEFAULT), 0);
  EXPECT_THAT(read_dataset(file, "files/part.stl"), ElementsAre(0.0, 255.0, 0.0));
  EXPECT_GT(H5Lexists(file, "overrides", H5P_DEFAULT), 0);
  EXPECT_EQ(H5Fget_obj_count(file, H5F_OBJ_ALL), 1) << "handles were left open";
  H5Fclose(file);
}

TEST(ExportHdf5, ARunWithoutSamplesHasEmptyDatasets) {
  const TemporaryFolder folder;
  { const RecordingWriter writer(folder / "run.carom", test::make_header(2)); }
  RecordingReader reader(folder / "run.carom");
  export_hdf5(reader, folder / "run.h5");
  const hid_t file = H5Fopen((folder / "run.h5").c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  EXPECT_TRUE(read_dataset(file, "time_s").empty());
  H5Fclose(file);
}

TEST(ExportHdf5, ASlashInANameMakesNoGroup) {
  const TemporaryFolder folder;
  RecordingHeader header = test::make_header(2);
  header.channels[1].name = "robot/arm.position_rad";
  { const RecordingWriter writer(folder / "run.carom", header); }
  RecordingReader reader(folder / "run.carom");
  export_hdf5(reader, folder / "run.h5");
  const hid_t file = H5Fopen((folder / "run.h5").c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  EXPECT_GT(H5Lexists(file, "robot\\arm.position_rad", H5P_DEFAULT), 0);
  H5Fclose(file);
}

class EveryExport : public testing::TestWithParam<void (*)(RecordingReader&, const std::filesystem::path&)> {};
INSTANTIATE_TEST_SUITE_P(Export, EveryExport, testing::Values(&export_csv, &export_hdf5));

TEST_P(EveryExport, NeverReplacesTheRecordingOrWhatIsNoFile) {
  const TemporaryFolder folder;
  make_recording(folder / "run.carom", 10);
  std::filesystem::create_symlink(folder / "run.carom", folder / "link");
  RecordingReader reader(folder / "run.carom");
  EXPECT_THROW(GetParam()(reader, folder / "run.carom"), InputError);
  EXPECT_THROW(GetParam()(reader, folder / "link"), InputError);
  EXPECT_THROW(GetParam()(reader, folder.path()), IoError);
  EXPECT_THROW(GetParam()(reader, "/dev/null"), IoError);
  EXPECT_THROW(GetParam()(reader, folder / "missing/run.out"), IoError);
  EXPECT_EQ(RecordingReader(folder / "run.carom").num_samples(), 10);
  EXPECT_THAT(list_files(folder), ElementsAre("link", "run.carom"));
}

TEST_P(EveryExport, OnAFullDiskLeavesWhatWasThere) {
  const TemporaryFolder folder;
  make_recording(folder / "run.carom", 100'000);
  std::ofstream(folder / "out") << "before";
  // In a child, since the limit on the size of files stays for good.
  const pid_t child = fork();
  if (child == 0) {
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{100'000, 100'000};
    setrlimit(RLIMIT_FSIZE, &limit);
    int code = 1;
    try {
      RecordingReader reader(folder / "run.carom");
      GetParam()(reader, folder / "out");
    } catch (const IoError&) {
      code = 0;
    }
    _exit(code);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  EXPECT_EQ(read_text(folder / "out"), "before");
  EXPECT_THAT(list_files(folder), ElementsAre("out", "run.carom"));
}

}  // namespace
}  // namespace carom
