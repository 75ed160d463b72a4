// report, reproduce and run --report as a user runs them: what they write, and their exit codes.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "support/process.h"

namespace carom::app {
namespace {

using test::ProcessResult;
using testing::HasSubstr;

const std::string kPendulum = std::string(CAROM_TEST_SCENES) + "/basics/pendulum.toml";

ProcessResult run_carom(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), CAROM_TEST_PROGRAM);
  return test::run_process(arguments);
}

std::string read_file(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

nlohmann::json read_header(const std::string& page) {
  const std::string html = read_file(page), begin = "id=\"carom-page\">";
  const std::size_t start = html.find(begin) + begin.size();
  return nlohmann::json::parse(html.substr(start, html.find("</script>", start) - start));
}

bool has_gnuplot() { return std::system("command -v gnuplot > /dev/null") == 0; }

class ReportCommands : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (std::filesystem::temp_directory_path() / "carom-test-XXXXXX").string();
    folder_ = mkdtemp(pattern.data());
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  [[nodiscard]] std::string path(const std::string& name) const { return folder_ / name; }

 private:
  std::filesystem::path folder_;
};

TEST_F(ReportCommands, RunWritesAPageAndNothingElse) {
  const ProcessResult result = run_carom({"run", kPendulum, "--quiet", "--report", path("page.html")});
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_EQ(result.err, "");
  const nlohmann::json run = read_header(path("page.html"))["runs"][0];
  EXPECT_EQ(run["name"], "pendulum");
  EXPECT_EQ(run["status"], "finished");
  EXPECT_FALSE(run["replay"].is_null());
  const std::filesystem::directory_iterator files(path(""));
  EXPECT_EQ(std::distance(begin(files), end(files)), 1);
}

TEST_F(ReportCommands, SeveralRecordingsMakeOnePage) {
  for (const std::string mass : {"1", "2"}) {
    ASSERT_EQ(run_carom({"run", kPendulum, "--quiet", "--out", path("mass" + mass + ".carom"), "--set",
                         "body.rod.mass=" + mass})
                  .code,
              0);
  }
  const ProcessResult result =
      run_carom({"report", path("mass1.carom"), path("mass2.carom"), "--out", path("both.html")});
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_EQ(result.out, path("both.html") + "\n");
  const nlohmann::json runs = read_header(path("both.html"))["runs"];
  ASSERT_EQ(runs.size(), 2U);
  EXPECT_EQ(runs[0]["label"], "mass1");
  EXPECT_EQ(runs[1]["overrides"][0], "body.rod.mass=2");
  EXPECT_NE(runs[0]["hash"], runs[1]["hash"]);
}

TEST_F(ReportCommands, RunsOfOneNameAreToldApartByTheirFolders) {
  for (const std::string folder : {"a", "b"}) {
    std::filesystem::create_directories(path(folder));
    ASSERT_EQ(run_carom({"run", kPendulum, "--quiet", "--out", path(folder + "/run.carom")}).code, 0);
  }
  ASSERT_EQ(run_carom({"report", path("a/run.carom"), path("b/run.carom"), "--out", path("both.html")}).code, 0);
  const nlohmann::json runs = read_header(path("both.html"))["runs"];
  EXPECT_EQ(runs[0]["label"], path("a/run"));
  EXPECT_EQ(runs[1]["label"], path("b/run"));
  EXPECT_NE(runs[0]["name"], runs[1]["name"]);
}

TEST_F(ReportCommands, ThePageIsNamedAfterTheRun) {
  ASSERT_EQ(run_carom({"run", kPendulum, "--quiet", "--out", path("run.carom")}).code, 0);
  EXPECT_EQ(run_carom({"report", path("run.carom")}).out, path("run.html") + "\n");
  EXPECT_TRUE(std::filesystem::exists(path("run.html")));
}

TEST_F(ReportCommands, WhatAReportIsMadeFromIsNeverReplaced) {
  ASSERT_EQ(run_carom({"run", kPendulum, "--quiet", "--out", path("run.carom")}).code, 0);
  const std::string before = read_file(path("run.carom"));
  const ProcessResult same = run_carom({"report", path("run.carom"), "--out", path("run.carom")});
  EXPECT_EQ(same.code, 2);
  EXPECT_THAT(same.err, HasSubstr("another name"));
  EXPECT_EQ(read_file(path("run.carom")), before);

  std::filesystem::copy(kPendulum, path("scene.toml"));
  EXPECT_EQ(run_carom({"run", path("scene.toml"), "--report", path("scene.toml")}).code, 2);
  EXPECT_EQ(read_file(path("scene.toml")), read_file(kPendulum));
}

TEST_F(ReportCommands, WhatCannotBeWrittenIsSaidBeforeTheRun) {
  const std::string page = path("missing/page.html");
  const ProcessResult result =
      run_carom({"run", kPendulum, "--set", "scene.duration=1e6", "--report", page});  // would take for ever
  EXPECT_EQ(result.code, 6);
  EXPECT_THAT(result.err, HasSubstr(page));
  EXPECT_EQ(run_carom({"run", kPendulum, "--report", "-"}).code, 2);
  EXPECT_EQ(run_carom({"report", path("missing.carom")}).code, 6);
  EXPECT_EQ(run_carom({"report", kPendulum}).code, 3);
}

TEST_F(ReportCommands, FiguresAreWrittenBesideThePage) {
  if (!has_gnuplot()) GTEST_SKIP() << "gnuplot is not installed";
  const ProcessResult result =
      run_carom({"run", kPendulum, "--quiet", "--report", path("page.html"), "--figures", path("figures")});
  EXPECT_EQ(result.code, 0) << result.err;
  for (const char* name : {"joint-angles", "energy-account", "residual", "paths"}) {
    for (const char* ending : {".svg", ".pdf", ".png"}) {
      EXPECT_TRUE(std::filesystem::exists(path("figures/" + std::string(name) + ending))) << name << ending;
    }
  }
}

TEST_F(ReportCommands, WithoutGnuplotFiguresAreRefusedAtOnce) {
  const std::string before = std::getenv("PATH");
  setenv("PATH", path("").c_str(), 1);
  const ProcessResult result =
      run_carom({"run", kPendulum, "--set", "scene.duration=1e6", "--figures", path("figures")});
  setenv("PATH", before.c_str(), 1);
  EXPECT_EQ(result.code, 6);
  EXPECT_THAT(result.err, HasSubstr("gnuplot-nox"));
}

TEST_F(ReportCommands, AFailedRunIsShownToo) {
  const ProcessResult result =
      run_carom({"run", kPendulum, "--quiet", "--report", path("page.html"), "--set",
                 "simulate.integrator={ method = \"adaptive\", tolerance = 1e-8, max_steps = 10 }"});
  EXPECT_EQ(result.code, 5) << result.err;
  EXPECT_EQ(read_header(path("page.html"))["runs"][0]["status"], "failed");
}

TEST_F(ReportCommands, ReproductionsPassAndSayWhatWasFound) {
  const ProcessResult result = run_carom({"reproduce", "basics", "--out", path("pages"), "--json"});
  EXPECT_EQ(result.code, 0) << result.err;
  const auto json = nlohmann::json::parse(result.out);
  const nlohmann::json& paper = json["papers"][0];
  EXPECT_EQ(paper["id"], "basics");
  EXPECT_EQ(paper["passed"], paper["total"]);
  EXPECT_GT(paper["total"], 10);
  for (const char* key : {"name", "expected", "found", "tolerance", "unit", "passed", "note"}) {
    EXPECT_TRUE(paper["chapters"][0]["checks"][0].contains(key)) << key;
  }
  EXPECT_EQ(read_header(path("pages/index.html"))["papers"][0]["href"], "basics.html");
  const nlohmann::json page = read_header(path("pages/basics.html"));
  EXPECT_EQ(page["chapters"].size(), paper["chapters"].size());
  // What a chapter refers to is on the page.
  for (const nlohmann::json& chapter : page["chapters"]) {
    for (const nlohmann::json& item : chapter["items"]) {
      const auto has = [&](const char* list, const char* key, const nlohmann::json& value) {
        return std::ranges::any_of(page[list], [&](const nlohmann::json& each) { return each[key] == value; });
      };
      EXPECT_TRUE(item["figure"].is_null() || has("figures", "id", item["figure"])) << item["figure"];
      EXPECT_TRUE(item["run"].is_null() || has("runs", "name", item["run"])) << item["run"];
    }
  }
}

TEST_F(ReportCommands, AnUnknownPaperIsNamedWithTheNearest) {
  const ProcessResult result = run_carom({"reproduce", "basic", "--out", path("pages")});
  EXPECT_EQ(result.code, 2);
  EXPECT_THAT(result.err, HasSubstr("'basics'"));
  EXPECT_FALSE(std::filesystem::exists(path("pages")));
}

}  // namespace
}  // namespace carom::app
