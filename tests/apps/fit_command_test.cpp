// fit as a user runs it: what it finds, what it prints, and what it says of bad measurements.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "apps/carom/arguments/measurements.h"
#include "carom/base/syntax_error.h"
#include "support/process.h"

namespace carom::app {
namespace {

using test::ProcessResult;
using testing::HasSubstr;

const std::string kData = CAROM_TEST_SCENES "/azad2014/steel_on_iron.csv";

ProcessResult run_fit(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), {CAROM_TEST_PROGRAM, "fit"});
  return test::run_process(arguments);
}

// The data were made with λ = 1e5 and an error of 0.01.
TEST(FitCommand, FindsTheDampingBehindTheExample) {
  const ProcessResult result = run_fit({kData, "--mass", "0.066", "--set", "stiffness=1e10", "--json"});
  ASSERT_EQ(result.code, 0) << result.err;
  const auto json = nlohmann::json::parse(result.out);
  EXPECT_EQ(json["points"], 16);
  ASSERT_EQ(json["fits"].size(), 6U);
  const auto& best = json["fits"][0];
  EXPECT_EQ(best["law"], "azad-featherstone");
  const auto& damping = best["parameters"]["damping"];
  EXPECT_LT(damping["low"], 1e5);
  EXPECT_GT(damping["high"], 1e5);
  EXPECT_NEAR(damping["value"], 1e5, 5e3);
  double weights = 0.0;
  for (const auto& fit : json["fits"]) weights += fit["weight"].get<double>();
  EXPECT_NEAR(weights, 1.0, 1e-12);
}

TEST(FitCommand, FitsOnlyWhatIsNotKnown) {
  const ProcessResult result = run_fit({kData, "--mass", "0.066", "--set", "stiffness=1e10", "--law",
                                        "power depth_exponent=0.5", "--law", "gonthier restitution=line", "--json"});
  ASSERT_EQ(result.code, 0) << result.err;
  const auto json = nlohmann::json::parse(result.out);
  for (const auto& fit : json["fits"]) EXPECT_EQ(fit["parameters"].size(), 1U) << fit;
  const auto has_line = [](const auto& fit) { return fit["parameters"].contains("restitution.alpha"); };
  EXPECT_EQ(std::ranges::count_if(json["fits"], has_line), 1) << json["fits"];
}

TEST(FitCommand, PrintsATableAndDrawsAFigure) {
  const std::filesystem::path figure = std::filesystem::path(testing::TempDir()) / "carom_fit.svg";
  const ProcessResult result =
      run_fit({kData, "--mass", "0.066", "--set", "stiffness=1e10", "--figure", figure.string()});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("azad-featherstone"));
  EXPECT_THAT(result.out, HasSubstr("95 % interval"));
  std::ifstream file(figure);
  const std::string text((std::istreambuf_iterator<char>(file)), {});
  EXPECT_THAT(text, HasSubstr("<svg"));
  std::filesystem::remove(figure);
}

TEST(FitCommand, MistakesAreNamed) {
  EXPECT_EQ(run_fit({kData, "--set", "stiffness=1e10"}).code, 2);  // no mass
  const ProcessResult stiffness = run_fit({kData, "--mass", "1"});
  EXPECT_EQ(stiffness.code, 4);
  EXPECT_THAT(stiffness.err, HasSubstr("stiffness"));
  const ProcessResult nothing = run_fit({kData, "--mass", "1", "--set", "stiffness=1e9", "--law", "hertz"});
  EXPECT_EQ(nothing.code, 2);
  EXPECT_THAT(nothing.err, HasSubstr("hertz"));
  const ProcessResult figure = run_fit({kData, "--mass", "1", "--set", "stiffness=1e9", "--figure", "fit.jpg"});
  EXPECT_EQ(figure.code, 2);
  EXPECT_THAT(figure.err, HasSubstr(".svg"));
  EXPECT_EQ(run_fit({"no_such_file.csv", "--mass", "1", "--set", "stiffness=1e9"}).code, 6);
}

std::string find_problem(const std::string& text) {
  try {
    (void)parse_measurements(text, "data.csv");
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(Measurements, HaveUnitsCommentsAndOtherColumns) {
  const std::vector<RestitutionPoint> points =
      parse_measurements("# a comment\n\nrun, speed [mm/s], restitution\r\n1, 20, 0.5\n2,30,0.4\n", "data.csv");
  ASSERT_EQ(points.size(), 2U);
  EXPECT_DOUBLE_EQ(points[0].speed, 0.02);
  EXPECT_DOUBLE_EQ(points[1].restitution, 0.4);
  EXPECT_EQ(points[0].deviation, 0.0);
}

TEST(Measurements, MistakesHaveTheirPlace) {
  EXPECT_EQ(find_problem("speed,restitution\n1,0.5\n1,x\n"),
            "data.csv:3:3: column 'restitution': expected a number, found 'x'");
  EXPECT_EQ(find_problem("speed,restitution\n1,1.5\n"),
            "data.csv:2:3: column 'restitution': expected a number from 0 to 1, found 1.5");
  EXPECT_EQ(find_problem("speed,restitution\n-1,0.5\n"),
            "data.csv:2:1: column 'speed': expected a number above 0, found -1");
  EXPECT_EQ(find_problem("speed,restitution\n1\n"), "data.csv:2:1: measurements: the row has 1 cells for 2 columns");
  EXPECT_EQ(find_problem("speeds,restitution\n1,0.5\n"),
            "data.csv:1:1: measurements: expected a column 'speed', found 'speeds', 'restitution'; is 'speeds' meant?");
  EXPECT_EQ(find_problem("speed [kg],restitution\n1,0.5\n"),
            "data.csv:1:1: column 'speed': expected a unit of a speed, found 'kg'");
  EXPECT_THAT(find_problem(""), HasSubstr("names the columns"));
  EXPECT_THAT(find_problem("speed,restitution\n"), HasSubstr("no rows"));
  EXPECT_THAT(find_problem("speed,restitution\nnan,0.5\n"), HasSubstr("expected a number"));
}

// "0,9" is a restitution of 0 to whoever does not count.
TEST(Measurements, RowsHaveNoMoreCellsThanNames) {
  const std::string names = "speed,restitution\n";
  for (const std::string row : {"1,0,9", "1,5,0,9", "1,0.5,", "1;0.5", "1,0.5 0.6", "1,nan", "1,1e400", "1,0.5x"}) {
    EXPECT_THROW((void)parse_measurements(names + row + "\n", "data.csv"), InputError) << row;
  }
  EXPECT_EQ(parse_measurements(names + "1,0.5\n", "data.csv").size(), 1U);
}

// A row of quotation marks alone was once taken for an empty line.
TEST(Measurements, QuotationMarksEncloseWholeCells) {
  const std::string names = "speed,restitution\n";
  const std::vector<RestitutionPoint> points = parse_measurements(
      "\xEF\xBB\xBF\"speed [mm/s]\" , \"restitution\",\"a \"\"note\"\", long\"\r\n\"20\", \"0.5\",\"\"\r\n",
      "data.csv");
  ASSERT_EQ(points.size(), 1U);
  EXPECT_DOUBLE_EQ(points[0].speed, 0.02);
  const std::vector<std::pair<std::string, std::string>> mistakes{
      {"\"\"\n", "data.csv:2:1: measurements: the row has 1 cells for 2 columns"},
      {"\"\",\"\"\n", "data.csv:2:1: column 'speed': expected a number, found ''"},
      {"\"\n", "data.csv:2:1: measurements: the quotation mark is not closed in its line"},
      {"1,\"0.5\n", "data.csv:2:3: measurements: the quotation mark is not closed in its line"},
      {"1\",0.5\n", "data.csv:2:2: measurements: a quotation mark inside a cell that does not begin with one"},
      {"\"1\"2,0.5\n", "data.csv:2:4: measurements: expected a comma behind the closing quotation mark"},
      {"1,0.5\n ,\n", "data.csv:3:1: column 'speed': expected a number, found ''"},
  };
  for (const auto& [rows, problem] : mistakes) EXPECT_EQ(find_problem(names + rows), problem) << rows;
  EXPECT_EQ(find_problem("speed,restitution,speed\n1,0.5,2\n"),
            "data.csv:1:19: measurements: there are two columns 'speed'");
  EXPECT_EQ(find_problem("speed [mm/s,restitution\n1,0.5\n"),
            "data.csv:1:1: column 'speed': expected a unit in brackets at the end, found '[mm/s'");
}

}  // namespace
}  // namespace carom::app
