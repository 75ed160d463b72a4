// Figures that are read back: what a reproduction checks is what its page shows.
#include "reproductions/drawn_curve.h"

#include <cmath>
#include <limits>
#include <string>

#include <gtest/gtest.h>

#include "carom/base/input_error.h"
#include "reproductions/run_paper.h"

namespace carom::reproductions {
namespace {

constexpr double kGap = std::numeric_limits<double>::quiet_NaN();

Figure make_figure() {
  return {.id = "fall",
          .title = "A fall",
          .caption = "",
          .x = {.label = "time", .unit = "s"},
          .y = {.label = "height", .unit = "m"},
          .series = {{.label = "height", .x = {0.0, 1.0, 2.0, 3.0}, .y = {4.0, 3.0, kGap, -1.0}},
                     {.label = "loop", .x = {0.0, 1.0, 1.0, 0.0, 0.0}, .y = {1.0, 1.0, 0.0, 0.0, 1.0}}}};
}

TEST(DrawnCurve, ReadsPointsOfWhatIsDrawn) {
  const Figure figure = make_figure();
  const DrawnCurve height(figure, "height"), loop(figure, 1);
  EXPECT_EQ(height.at(0.5), 3.5);
  EXPECT_EQ(height.at(1.0), 3.0);
  EXPECT_EQ(height.first(), 4.0);
  EXPECT_EQ(height.last(), -1.0);
  EXPECT_EQ(height.highest(0.5, 3.0), 3.0);
  EXPECT_EQ(height.lowest(), -1.0);
  EXPECT_EQ(height.mean(0.0, 1.0), 3.5);
  EXPECT_EQ(height.farthest_from([](double x) { return 4.0 - x; }), 2.0);
  EXPECT_EQ(loop.area(), 1.0);
}

TEST(DrawnCurve, NamesTheCurveThatACheckWasReadOff) {
  const Figure figure = make_figure();
  const Check check = DrawnCurve(figure, "height").check_at(0.5, 3.5, 1e-12, "a straight line");
  EXPECT_TRUE(check.passed);
  EXPECT_EQ(check.curve, "fall: height");
  EXPECT_EQ(check.unit, "m");
  EXPECT_EQ(check.name, "height at 0.5 s");
}

TEST(DrawnCurve, RefusesWhatIsNotDrawn) {
  const Figure figure = make_figure();
  EXPECT_THROW((void)DrawnCurve(figure, "hight"), InputError);
  EXPECT_THROW((void)DrawnCurve(figure, "height").at(4.0), InputError);
}

Paper make_paper(bool read_back) {
  return {
      .id = "paper", .title = "", .text = "", .chapters = {[read_back] {
                                                ChapterResult result{.chapter = {.id = "chapter"}};
                                                result.figures.push_back(make_figure());
                                                Check check = check_number("height at 1 s", 3.0, 3.0, 0.0, "m",
                                                                           "computed beside the figure");
                                                if (read_back)
                                                  check = DrawnCurve(result.figures.front(), "height").mark(check);
                                                result.chapter.items.push_back({.figure = "fall", .checks = {check}});
                                                return result;
                                              }}};
}

TEST(RunPaper, AFigureOfWhichNothingWasReadBackFails) {
  const auto quietly = [](std::size_t) {};
  const PaperResult read = run_paper(make_paper(true), quietly);
  EXPECT_EQ(read.passed, read.total);
  const PaperResult unread = run_paper(make_paper(false), quietly);
  EXPECT_EQ(unread.passed, 1);
  EXPECT_EQ(unread.total, 2);
}

}  // namespace
}  // namespace carom::reproductions
