#include "apps/carom/output/output_kind.h"

#include <cerrno>
#include <fstream>
#include <system_error>

#include "carom/recording/format.h"

namespace carom::app {
namespace {

bool contains(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

std::string_view first_line(std::string_view head) { return head.substr(0, head.find('\n')); }

// SQLite's magic and, at byte 68, the application's.
bool is_recording(std::string_view head) {
  const auto byte = [&](std::size_t at) { return std::int64_t{static_cast<unsigned char>(head[at])}; };
  return head.size() >= 100 && head.starts_with(recording_format::kMagic) &&
         (byte(68) << 24 | byte(69) << 16 | byte(70) << 8 | byte(71)) == recording_format::kApplicationId;
}

bool is_page(std::string_view head) { return head.starts_with("<!DOCTYPE html>") && contains(head, "carom-page"); }

bool is_summary(std::string_view head) {
  return head.starts_with('{') && contains(head, "\"scene\":") && contains(head, "\"formulation\":");
}

bool is_restitutions(std::string_view head) {
  const std::string_view line = first_line(head);
  return (line.starts_with("speed [m/s],") || line.starts_with("law,speed [m/s],")) && line.ends_with("peak_depth [m]");
}

// As gnuplot writes them.
bool is_figure(std::string_view head) {
  return head.starts_with("%PDF-") || head.starts_with("\x89PNG\r\n") ||
         (contains(head, "<svg") && contains(head, "GNUPLOT"));
}

bool is_scene(std::string_view head) {
  return contains(head, "[scene]") || contains(head, "[[body]]") || contains(head, "[robot]");
}

}  // namespace

namespace output_kinds {
const OutputKind kRecording{"a recording", is_recording};
const OutputKind kPage{"a page that carom wrote", is_page};
const OutputKind kSummary{"a summary that carom wrote", is_summary};
const OutputKind kSamples{"a table of samples", [](std::string_view head) { return head.starts_with("time_s"); }};
const OutputKind kEvents{"a table of events", [](std::string_view head) { return head.starts_with("time_s,kind,"); }};
const OutputKind kMaps{"a table of maps",
                       [](std::string_view head) { return head.starts_with("time_s,contact,row,"); }};
const OutputKind kImpacts{"a table of impacts",
                          [](std::string_view head) { return head.starts_with("time_s,contact,approach_speed"); }};
const OutputKind kPatchHistory{"a history of a patch",
                               [](std::string_view head) { return head.starts_with("time_s,depth_m,"); }};
const OutputKind kPatchMap{"a map of a patch",
                           [](std::string_view head) { return head.starts_with("x_m,y_m,pressure_Pa,"); }};
const OutputKind kRestitutions{"a table of restitutions that carom wrote", is_restitutions};
const OutputKind kHdf5{"an HDF5 file", [](std::string_view head) { return head.starts_with("\x89HDF\r\n"); }};
const OutputKind kFigure{"a figure", is_figure};
const OutputKind kScene{"a scene", is_scene};
}  // namespace output_kinds

bool is_figure_name(const std::filesystem::path& path) {
  const std::string ending = path.extension().string();
  return ending == ".svg" || ending == ".pdf" || ending == ".png";
}

std::string read_head(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::system_error(errno != 0 ? errno : EIO, std::generic_category(), path.string());
  std::string head(kHeadSize, '\0');
  file.read(head.data(), static_cast<std::streamsize>(head.size()));
  head.resize(static_cast<std::size_t>(file.gcount()));
  return head;
}

}  // namespace carom::app
