#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

namespace carom::app {

/// What an output is, told by how such a file begins: one kind of file never takes the place of another.
struct OutputKind {
  const char* noun;  // "a recording"
  bool (*matches)(std::string_view head);
};

/// How much of a file tells its kind; the mark of a page stands behind its style.
inline constexpr std::size_t kHeadSize = std::size_t{1} << 17U;  // [B]

namespace output_kinds {
extern const OutputKind kRecording;
extern const OutputKind kPage;
extern const OutputKind kSummary;
extern const OutputKind kSamples;
extern const OutputKind kEvents;
extern const OutputKind kMaps;
extern const OutputKind kImpacts;
extern const OutputKind kPatchHistory;
extern const OutputKind kPatchMap;
extern const OutputKind kRestitutions;
extern const OutputKind kHdf5;
extern const OutputKind kFigure;
extern const OutputKind kScene;
}  // namespace output_kinds

/// Endings of figures: .svg, .pdf, .png.
[[nodiscard]] bool is_figure_name(const std::filesystem::path& path);

/// The first bytes of a file. Throws std::system_error.
[[nodiscard]] std::string read_head(const std::filesystem::path& path);

}  // namespace carom::app
