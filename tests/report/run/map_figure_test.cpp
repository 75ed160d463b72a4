#include "carom/report/run/map_figure.h"

#include <cmath>
#include <iterator>

#include <gtest/gtest.h>

#include "carom/recording/channel_names.h"
#include "carom/recording/recording_writer.h"
#include "carom/report/run/loaded_run.h"
#include "report/recorded_scene.h"

namespace carom {
namespace {

// Three samples of a patch of 2 × 2 elements of 2 mm, the second pressed hardest, and one channel more after them.
TEST(MapFigure, ShowsPressureAndTractionWhereTheForceIsLargest) {
  const test::ScratchFolder folder;
  RecordingHeader header{
      .program_version = "0", .scene = "s", .settings = {}, .sources = {}, .channels = {{"time_s", "s", "time"}}};
  std::ranges::move(name_map("ball/floor", 2, 2), std::back_inserter(header.channels));
  header.channels.push_back({"joint.position_m", "m", ""});
  RecordingWriter writer(folder.path() / "run.carom", header);
  for (int i = 0; i < 3; ++i) {
    std::vector<double> values(header.channels.size());
    values[0] = 0.1 * i;
    values[1] = values[2] = 2e-3;
    values.back() = 7.0 + i;
    const double pressure = i == 1 ? 5.0 : i == 2 ? 2.0 : 0.0;
    values[1 + kMapPlaceChannels + 3] = pressure;
    values[1 + kMapPlaceChannels + 4 + 3] = 0.6 * pressure;
    values[1 + kMapPlaceChannels + 8 + 3] = -0.8 * pressure;
    ASSERT_TRUE(writer.add_sample(values));
  }
  ASSERT_TRUE(writer.finish({.status = SimulationStatus::Finished, .sentence = "", .state = {}, .ledger = {}}));
  RecordingReader reader(folder.path() / "run.carom");
  const LoadedRun run = load_run(reader);
  ASSERT_EQ(run.table.rows(), 3U);
  // The table keeps the other channels in their order.
  ASSERT_EQ(run.header.channels.size(), 2 + kMapPlaceChannels);
  EXPECT_EQ(run.header.channels.back().name, "joint.position_m");
  EXPECT_EQ(run.table.column(run.header.channels.size() - 1)[2], 9.0F);

  const std::vector<Figure> figures = make_map_figures(run.maps);
  ASSERT_EQ(figures.size(), 2U);
  for (const Figure& figure : figures) {
    EXPECT_NO_THROW(validate(figure));
    EXPECT_NE(figure.caption.find("t = 0.1 s"), std::string::npos) << figure.caption;
    EXPECT_EQ(figure.x.unit, "mm");
    EXPECT_EQ(figure.heat->x, (std::vector<double>{-1.0, 1.0}));
    // No color where nothing touches.
    EXPECT_TRUE(std::isnan(figure.heat->values[0]));
    EXPECT_DOUBLE_EQ(figure.heat->values[3], 5.0);
  }
}

TEST(MapFigure, APatchThatNeverPressedHasNone) {
  EXPECT_TRUE(
      make_map_figures({{.layout = {.contact = "a", .place = 1, .pressure = 12, .num_x = 2, .num_y = 2}}}).empty());
}

}  // namespace
}  // namespace carom
