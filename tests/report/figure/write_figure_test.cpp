#include "carom/report/figure/write_figure.h"

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <limits>

#include <gtest/gtest.h>

#include "carom/base/input_error.h"
#include "carom/recording/io_error.h"
#include "carom/report/figure/child_process.h"
#include "report/recorded_scene.h"

namespace carom {
namespace {

using test::ScratchFolder;

bool is_gnuplot_missing() { return std::system("command -v gnuplot > /dev/null") != 0; }

std::string read(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

void expect_files(const std::filesystem::path& folder, const std::string& name) {
  EXPECT_TRUE(read(folder / (name + ".svg")).starts_with("<?xml")) << name;
  EXPECT_TRUE(read(folder / (name + ".pdf")).starts_with("%PDF")) << name;
  EXPECT_TRUE(read(folder / (name + ".png")).starts_with("\x89PNG")) << name;
}

Figure make_figure() {
  Figure figure{
      .id = "swing", .title = "A swing", .x = {.label = "time", .unit = "s"}, .y = {.label = "angle", .unit = "rad"}};
  FigureSeries line{.label = "found"}, points{.style = SeriesStyle::Points}, steps{.style = SeriesStyle::Steps};
  for (int i = 0; i < 50; ++i) {
    for (FigureSeries* series : {&line, &points, &steps}) {
      series->x.push_back(0.1 * i);
      series->y.push_back(i == 20 ? std::numeric_limits<double>::quiet_NaN() : std::sin(0.1 * i));
    }
  }
  figure.series = {line, points, steps};
  figure.regions = {{.label = "region", .x = {1, 2, 2}, .y = {0, 0, 1}, .color = 3}};
  figure.annotations = {{1.0, 0.5, "here"}};
  return figure;
}

class WriteFigure : public testing::Test {
 protected:
  void SetUp() override {
    if (is_gnuplot_missing()) GTEST_SKIP() << "gnuplot is not installed";
  }
  ScratchFolder folder_;
};

TEST_F(WriteFigure, WritesThreeFilesAndNothingElse) {
  write_figure(make_figure(), folder_.path() / "new" / "folder");
  expect_files(folder_.path() / "new" / "folder", "swing");
  const std::filesystem::directory_iterator files(folder_.path() / "new" / "folder");
  EXPECT_EQ(std::distance(begin(files), end(files)), 3);
  const std::string svg = read(folder_.path() / "new" / "folder" / "swing.svg");
  EXPECT_NE(svg.find("angle [rad]"), std::string::npos);
  EXPECT_NE(svg.find("sans-serif"), std::string::npos);
}

TEST_F(WriteFigure, NamesAreTextAndNeverCommands) {
  Figure figure = make_figure();
  const std::string canary = (folder_.path() / "canary").string();
  const std::string odd = "it's `touch " + canary + "` $(touch " + canary + ") ' ; system('touch " + canary +
                          "') # \\ \" {/*9 x}_y^z @a %s \n END\n \xff 😀";
  figure.title = figure.caption = figure.x.label = figure.y.unit = odd;
  for (FigureSeries& series : figure.series) series.label = odd;
  figure.regions[0].label = figure.annotations[0].text = odd;
  figure.id = "../odd/" + odd;
  write_figure(figure, folder_.path(), {.title = true});
  expect_files(folder_.path(), figure_file_name(figure.id));
  EXPECT_FALSE(std::filesystem::exists(canary));
}

TEST_F(WriteFigure, NothingToDrawIsAnEmptyFrame) {
  write_figure({.id = "empty"}, folder_.path());
  write_figure({.id = "gaps", .series = {{.x = {std::nan("")}, .y = {1.0}}}}, folder_.path());
  write_figure({.id = "log", .y = {.scale = AxisScale::Log}, .series = {{.x = {1.0}, .y = {-1.0}}}}, folder_.path());
  for (const char* name : {"empty", "gaps", "log"}) expect_files(folder_.path(), name);
}

TEST_F(WriteFigure, DrawsMapsOfNumbersAndOfCategories) {
  FigureHeat heat{
      .x = {1, 2, 3}, .y = {1, 10}, .values = {0, 1, 2, std::nan(""), 1, 0}, .label = "energy", .unit = "J"};
  write_figure({.id = "even", .heat = heat}, folder_.path());
  write_figure({.id = "log", .y = {.scale = AxisScale::Log}, .heat = heat}, folder_.path());
  heat.categories = {"stick", "slip", "`lift`"};
  write_figure({.id = "kinds", .heat = heat}, folder_.path());
  for (const char* name : {"even", "log", "kinds"}) expect_files(folder_.path(), name);
}

TEST_F(WriteFigure, SeveralAreWrittenAtOnce) {
  std::vector<Figure> figures(5, make_figure());
  for (std::size_t i = 0; i < figures.size(); ++i) figures[i].id = "figure" + std::to_string(i);
  write_figures(figures, folder_.path());
  for (const Figure& figure : figures) expect_files(folder_.path(), figure.id);
}

TEST_F(WriteFigure, AFolderThatCannotBeMadeIsAnError) {
  std::ofstream(folder_.path() / "taken") << "text";
  EXPECT_THROW(write_figure(make_figure(), folder_.path() / "taken" / "below"), IoError);
}

TEST(WriteFigureWithoutGnuplot, SaysWhatToInstall) {
  const ScratchFolder folder;
  const std::string path = std::getenv("PATH");
  setenv("PATH", folder.path().c_str(), 1);
  try {
    write_figure(make_figure(), folder.path() / "out");
    ADD_FAILURE() << "no error";
  } catch (const IoError& error) {
    EXPECT_NE(std::string(error.what()).find("gnuplot-nox"), std::string::npos);
  }
  setenv("PATH", path.c_str(), 1);
}

TEST(FigureFileName, StaysInTheFolder) {
  EXPECT_EQ(figure_file_name("joint-angles_2.b"), "joint-angles_2.b");
  EXPECT_EQ(figure_file_name("../../etc/passwd"), "_._.._etc_passwd");
  EXPECT_EQ(figure_file_name(std::string(1000, 'x')).size(), 120U);
}

TEST(Figure, ListsThatDoNotFitAreRefused) {
  EXPECT_THROW(validate(Figure{}), InputError);
  EXPECT_THROW(validate({.id = "f", .series = {{.x = {1.0}, .y = {}}}}), InputError);
  EXPECT_THROW(validate({.id = "f", .heat = FigureHeat{.x = {1, 2}, .y = {1}, .values = {1}}}), InputError);
  EXPECT_THROW(validate({.id = "f", .heat = FigureHeat{.x = {2, 1}, .y = {1}, .values = {1, 2}}}), InputError);
  EXPECT_NO_THROW(validate(make_figure()));
}

TEST(ChildProcess, OutcomesAreToldApart) {
  const ScratchFolder folder;
  const auto run = [&](std::vector<std::string> command, int milliseconds = 10'000) {
    return run_child_process({.command = std::move(command),
                              .folder = folder.path(),
                              .messages = folder.path() / "messages",
                              .longest = std::chrono::milliseconds(milliseconds)});
  };
  EXPECT_EQ(run({"true"}), ChildStatus::Done);
  EXPECT_EQ(run({"false"}), ChildStatus::Failed);
  EXPECT_EQ(run({"no-such-program"}), ChildStatus::Missing);
  EXPECT_EQ(run({"sleep", "30"}, 50), ChildStatus::TooLong);
  EXPECT_EQ(run({"pwd"}), ChildStatus::Done);
  EXPECT_EQ(read(folder.path() / "messages"), std::filesystem::canonical(folder.path()).string() + "\n");
}

}  // namespace
}  // namespace carom
