#include "carom/report/run/run_figures.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "report/recorded_scene.h"

namespace carom {
namespace {

const Figure* find(const std::vector<Figure>& figures, const std::string& id) {
  const auto found = std::ranges::find(figures, id, &Figure::id);
  return found == figures.end() ? nullptr : &*found;
}

TEST(RunFigures, ShowJointsEnergiesAndPaths) {
  const test::ScratchFolder folder;
  test::record_scene(test::kDoublePendulum, folder.path() / "run.carom");
  RecordingReader reader(folder.path() / "run.carom");
  const std::vector<Figure> figures = make_run_figures(load_run(reader));
  for (const Figure& figure : figures) EXPECT_NO_THROW(validate(figure));
  const Figure* angles = find(figures, "joint-angles");
  ASSERT_NE(angles, nullptr);
  ASSERT_EQ(angles->series.size(), 2U);
  EXPECT_EQ(angles->series[0].label, "upper");  // "position" is what all of them are
  EXPECT_EQ(angles->series[0].x.size(), 101U);
  EXPECT_EQ(angles->y.unit, "rad");
  ASSERT_NE(find(figures, "energy-account"), nullptr);
  EXPECT_EQ(find(figures, "energy-account")->series[0].label, "kinetic");
  const Figure* paths = find(figures, "paths");
  ASSERT_NE(paths, nullptr);
  // The pendulum swings in the plane of x and z.
  EXPECT_EQ(paths->x.label, "x");
  EXPECT_EQ(paths->y.label, "z");
  EXPECT_EQ(paths->series[0].label, "end of lower");
}

TEST(RunFigures, LongLinesAreThinnedWithoutLosingExtremes) {
  const test::ScratchFolder folder;
  test::record_scene(test::kDoublePendulum, folder.path() / "run.carom", test::Ending::Finished,
                     {"record.every=0.05 ms"});
  RecordingReader reader(folder.path() / "run.carom");
  const LoadedRun run = load_run(reader);
  ASSERT_GT(run.table.rows(), 15'000U);
  const std::vector<Figure> figures = make_run_figures(run);
  const FigureSeries& series = find(figures, "joint-angles")->series[0];
  EXPECT_LE(series.x.size(), 4100U);
  EXPECT_TRUE(std::ranges::is_sorted(series.x));
  EXPECT_EQ(*std::ranges::max_element(series.y), *std::ranges::max_element(run.table.column(1)));
  EXPECT_EQ(*std::ranges::min_element(series.y), *std::ranges::min_element(run.table.column(1)));
}

}  // namespace
}  // namespace carom
