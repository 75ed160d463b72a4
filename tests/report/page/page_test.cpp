#include "carom/report/page/page.h"

#include <cmath>
#include <fstream>
#include <limits>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "carom/dynamics/kinematics.h"
#include "carom/recording/io_error.h"
#include "carom/report/page/page_template.h"
#include "carom/report/page/run_json.h"
#include "report/recorded_scene.h"

namespace carom {
namespace {

using nlohmann::json;
using test::Ending;
using test::kDoublePendulum;
using test::ScratchFolder;

std::string read(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

LoadedRun load(const std::filesystem::path& path) {
  RecordingReader reader(path);
  return load_run(reader);
}

json header_of(const Page& page) { return json::parse(page.make_header()); }

std::size_t count(const std::string& text, std::string_view word) {
  std::size_t found = 0;
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) ++found;
  return found;
}

class PageOfRun : public testing::Test {
 protected:
  LoadedRun record(const std::string& text = kDoublePendulum, Ending ending = Ending::Finished,
                   const std::vector<std::string>& overrides = {}) {
    test::record_scene(text, folder_.path() / "run.carom", ending, overrides);
    return load(folder_.path() / "run.carom");
  }
  ScratchFolder folder_;
};

TEST_F(PageOfRun, TellsWhatWasRecorded) {
  Page page("A title");
  EXPECT_EQ(page.add_run(record(kDoublePendulum, Ending::Finished, {"body.upper.mass=6 kg"})), "double-pendulum");
  const json header = header_of(page);
  EXPECT_EQ(header["format"], "carom-page");
  EXPECT_EQ(header["version"], 1);
  EXPECT_EQ(header["title"], "A title");
  const json& run = header["runs"][0];
  EXPECT_EQ(run["status"], "finished");
  EXPECT_EQ(run["version"], "1.2.3");
  EXPECT_EQ(run["settings"], json::parse(R"([["integrator", "test"]])"));
  EXPECT_EQ(run["command"], "carom run scene.toml --set 'body.upper.mass=6 kg'");
  EXPECT_EQ(run["files"][0]["name"], "scene.toml");
  EXPECT_EQ(run["files"][0]["text"], kDoublePendulum);
  EXPECT_EQ(run["overrides"][0], "body.upper.mass=6 kg");
  EXPECT_EQ(run["hash"].get<std::string>().size(), 64U);
  EXPECT_EQ(run["samples"], 101);
  EXPECT_EQ(run["recorded_samples"], 101);
  EXPECT_NEAR(run["duration"].get<double>(), 1.0, 1e-12);
  // Two positions, two velocities, kinetic, gravity, residual.
  EXPECT_EQ(run["channels"].size(), 7U);
  EXPECT_EQ(run["channels"][0]["name"], "upper.position_rad");
  EXPECT_EQ(run["channels"][0]["label"], "upper.position");
  EXPECT_EQ(run["charts"][0]["channels"], json({0, 1}));
  EXPECT_EQ(run["ledger"]["rows"][0]["channel"], 4);
  EXPECT_EQ(run["ledger"]["residual_channel"], 6);
  EXPECT_TRUE(run["ledger"]["warnings"].empty());
}

TEST_F(PageOfRun, EveryColumnIsWhereTheHeaderSaysIt) {
  Page page("t");
  (void)page.add_run(record());
  const json header = header_of(page);
  const json &blocks = header["blocks"], &run = header["runs"][0];
  EXPECT_EQ(blocks[run["time"]["block"].get<std::size_t>()]["rows"], run["samples"]);
  for (const json& channel : run["channels"]) {
    const json& block = blocks[channel["values"]["block"].get<std::size_t>()];
    EXPECT_EQ(block["rows"], run["samples"]);
    EXPECT_LT(channel["values"]["column"], block["columns"]);
  }
  const json& replay = run["replay"];
  const json& poses = blocks[replay["poses"].get<std::size_t>()];
  EXPECT_EQ(poses["columns"], 14);
  EXPECT_EQ(poses["rows"], blocks[replay["time"]["block"].get<std::size_t>()]["rows"]);
}

TEST_F(PageOfRun, ReplayShowsTheScene) {
  Page page("t");
  (void)page.add_run(record());
  const json replay = header_of(page)["runs"][0]["replay"];
  EXPECT_EQ(replay["bodies"][1]["name"], "lower");
  EXPECT_EQ(replay["bodies"][1]["parent"], 0);
  EXPECT_EQ(replay["bodies"][0]["parent"], -1);
  EXPECT_EQ(replay["shapes"][0]["type"], "capsule");
  EXPECT_EQ(replay["shapes"][0]["body"], 1);
  EXPECT_EQ(replay["shapes"][1]["body"], -1);
  EXPECT_EQ(replay["shapes"][1]["normal"], json({0.0, 0.0, 1.0}));
  EXPECT_EQ(replay["joints"][0]["axis"], json({0.0, 1.0, 0.0}));
  EXPECT_EQ(replay["points"][0]["name"], "end of lower");
  EXPECT_EQ(replay["points"][0]["at"][2], -0.25);
  EXPECT_EQ(replay["gravity"], json({0.0, 0.0, -9.81}));
  // Both rods together reach 0.75 m, and the capsule is 1.5 cm thick.
  EXPECT_GT(replay["extent"]["radius"], 0.2);
  EXPECT_LT(replay["extent"]["radius"], 1.1);
}

TEST_F(PageOfRun, PosesAreThoseOfTheKinematics) {
  const LoadedRun run = record();
  ASSERT_TRUE(run.replay);
  const PoseTable& poses = run.replay->poses;
  ASSERT_EQ(poses.frames(), 101U);
  const Model& model = *run.replay->model;
  Kinematics kinematics(model);
  for (const std::size_t frame : {0UL, 50UL, 100UL}) {
    const Eigen::Vector2d q(run.table.column(1)[frame], run.table.column(2)[frame]);
    calc_kinematics(model, q, Eigen::Vector2d::Zero(), kinematics);
    const Vector3 p_WB = as_eigen(kinematics.body(2).p_WB);
    const Matrix3 R_WB = as_eigen(kinematics.body(2).R_WB);
    const Quaternion turn(poses.column(1, 3)[frame], poses.column(1, 4)[frame], poses.column(1, 5)[frame],
                          poses.column(1, 6)[frame]);
    // Single precision of numbers up to about three.
    for (int axis = 0; axis < 3; ++axis) {
      EXPECT_NEAR(poses.column(1, static_cast<std::size_t>(axis))[frame], p_WB[axis], 1e-6);
    }
    EXPECT_LT((matrix_from_quaternion(turn) - R_WB).norm(), 2e-6);
  }
}

TEST_F(PageOfRun, OddNamesEndNoElement) {
  std::string text = kDoublePendulum;
  const std::string odd = "</script><script>alert(1)</script> <!--carom:blocks--> & \\u0022 😀";
  text.replace(text.find("double-pendulum"), 15, "</script><script>alert(1)</script> <!--carom:blocks--> & 😀");
  Page page(odd);
  (void)page.add_run(record(text));
  page.write(folder_.path() / "page.html");
  const std::string html = read(folder_.path() / "page.html");
  EXPECT_EQ(count(html, "alert(1)</script>"), 0U);
  EXPECT_EQ(count(html, "<script>alert"), 0U);
  EXPECT_EQ(count(html, "<!--carom:"), 0U);
  EXPECT_NE(html.find("<title>&lt;/script>"), std::string::npos);
  EXPECT_EQ(header_of(page)["runs"][0]["name"], "</script><script>alert(1)</script> <!--carom:blocks--> & 😀");
}

TEST_F(PageOfRun, BytesThatAreNoTextDoNotStopIt) {
  LoadedRun run = record();
  run.header.scene = "caf\xe9";
  run.header.sources.files.push_back({"mesh.stl", std::string("solid\0\xff", 7)});
  Page page("caf\xe9");
  (void)page.add_run(run);
  const json header = header_of(page);
  EXPECT_EQ(header["title"], "caf\xEF\xBF\xBD");
  EXPECT_FALSE(header["runs"][0]["files"][1].contains("text"));
}

TEST_F(PageOfRun, AKilledRunIsShownAsFarAsItCame) {
  Page page("t");
  (void)page.add_run(record(kDoublePendulum, Ending::Killed));
  const json run = header_of(page)["runs"][0];
  EXPECT_EQ(run["status"], "unfinished");
  EXPECT_EQ(run["samples"], 101);
  ASSERT_EQ(run["ledger"]["rows"].size(), 2U);
  EXPECT_EQ(run["ledger"]["rows"][0]["kind"], "stored");
  EXPECT_EQ(run["ledger"]["rows"][0]["name"], "kinetic");
  EXPECT_LT(std::abs(run["ledger"]["residual"].get<double>()), 1e-5);
  EXPECT_GT(run["ledger"]["scale"].get<double>(), 0.1);
}

TEST_F(PageOfRun, ARecordingWithoutSamplesOrSceneIsAPageToo) {
  {
    RecordingWriter writer(
        folder_.path() / "empty.carom",
        {.program_version = "", .scene = "", .settings = {}, .sources = {}, .channels = {{"time_s", "s", ""}}});
  }
  const LoadedRun run = load(folder_.path() / "empty.carom");
  EXPECT_FALSE(run.replay);
  EXPECT_FALSE(run.no_replay.empty());
  Page page("");
  (void)page.add_run(run);
  const json header = header_of(page)["runs"][0];
  EXPECT_TRUE(header["replay"].is_null());
  EXPECT_TRUE(header["ledger"].is_null());
  EXPECT_EQ(header["samples"], 0);
  EXPECT_EQ(header["command"], "");
  page.write(folder_.path() / "page.html");
}

TEST_F(PageOfRun, GapsStayGaps) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  {
    const Scene scene = parse_scene(kDoublePendulum, "scene.toml");
    std::vector<Channel> channels{
        {"time_s", "s", ""}, {"upper.position_rad", "rad", ""}, {"lower.position_rad", "rad", ""}};
    RecordingWriter writer(
        folder_.path() / "gaps.carom",
        {.program_version = "", .scene = "gaps", .settings = {}, .sources = scene.sources, .channels = channels});
    for (const std::array<double, 3>& sample : {std::array{0.0, 0.1, 0.2}, {0.1, nan, 0.2}, {0.2, 0.3, nan}}) {
      ASSERT_TRUE(writer.add_sample(sample));
    }
    ASSERT_TRUE(writer.add_event({0.1, "touch-down", "tip", R"({"energy_J": 0.25, "sentence": "It gained."})"}));
    ASSERT_TRUE(writer.add_event({nan, "slip", "tip", "no json"}));
  }
  const LoadedRun run = load(folder_.path() / "gaps.carom");
  ASSERT_TRUE(run.replay);
  EXPECT_TRUE(std::isfinite(run.replay->poses.column(0, 0)[0]));
  EXPECT_TRUE(std::isnan(run.replay->poses.column(0, 0)[1]));
  Page page("t");
  (void)page.add_run(run);
  const json events = header_of(page)["runs"][0]["events"];
  EXPECT_EQ(events[0]["gained"], 0.25);
  EXPECT_EQ(events[0]["sentence"], "It gained.");
  EXPECT_EQ(events[1]["sentence"], "slip of tip");
  EXPECT_TRUE(events[1]["time"].is_null());
}

TEST_F(PageOfRun, RunsOfOneNameAreToldApart) {
  const LoadedRun run = record();
  Page page("both");
  EXPECT_EQ(page.add_run(run, "first"), "double-pendulum");
  EXPECT_EQ(page.add_run(run, "second"), "double-pendulum (2)");
  EXPECT_EQ(header_of(page)["runs"][1]["label"], "second");
}

TEST_F(PageOfRun, WritesWholePagesOrNone) {
  Page page("t");
  (void)page.add_run(record());
  page.write(folder_.path() / "page.html");
  const std::string html = read(folder_.path() / "page.html");
  EXPECT_EQ(count(html, "id=\"block-"), header_of(page)["blocks"].size());
  EXPECT_EQ(count(html, folder_.path().string()), 0U);  // nothing of this machine
  EXPECT_LT(html.size(), 5'000'000U);
  EXPECT_THROW(page.write(folder_.path() / "missing" / "page.html"), IoError);
  EXPECT_THROW(page.write(folder_.path()), IoError);
}

TEST(HashOfSources, DependsOnEveryByteAndOnNothingElse) {
  const SceneSources sources{.folder = "/home/a", .files = {{"a.toml", "x"}, {"b.stl", "y"}}, .overrides = {"a=1"}};
  SceneSources other = sources;
  other.folder = "/home/b";
  EXPECT_EQ(hash_sources(sources), hash_sources(other));
  other.files[1].bytes = "z";
  EXPECT_NE(hash_sources(sources), hash_sources(other));
  other = sources;
  other.overrides = {"a=2"};
  EXPECT_NE(hash_sources(sources), hash_sources(other));
  // The same letters divided otherwise.
  other = sources;
  other.files[0] = {"a.tom", "lx"};
  EXPECT_NE(hash_sources(sources), hash_sources(other));
}

TEST(CommandOfRun, IsOneThatAShellReadsBack) {
  EXPECT_EQ(make_command({.folder = "", .files = {{"it's.toml", ""}}, .overrides = {"a.b=$(x)"}}),
            "carom run 'it'\\''s.toml' --set 'a.b=$(x)'");
  EXPECT_EQ(make_command({.folder = "", .files = {{"scene of arm.urdf", ""}}, .overrides = {}}), "carom run arm.urdf");
}

TEST(PageTemplate, IsThePageThatWasBuilt) {
  const PageTemplate& parts = page_template();
  EXPECT_TRUE(parts.before_title.starts_with("<!DOCTYPE html>"));
  EXPECT_TRUE(parts.before_header.ends_with("<script type=\"application/json\" id=\"carom-page\">"));
  const std::string whole = std::string(parts.before_title) + "<!--carom:title-->" + std::string(parts.before_header) +
                            "<!--carom:header-->" + std::string(parts.before_blocks) + "<!--carom:blocks-->" +
                            std::string(parts.after_blocks);
  EXPECT_EQ(whole, read(CAROM_TEST_PAGE_TEMPLATE));
}

TEST(PageOfChapters, HoldsFiguresTextAndChecks) {
  Page page("Paper");
  page.add_figure({.id = "f",
                   .title = "Figure",
                   .series = {{.label = "short", .x = {1, 2}, .y = {1.0, std::nan("")}},
                              {.x = std::vector<double>(100, 1.0), .y = std::vector<double>(100, 2.0)}}});
  page.add_chapter({.id = "c",
                    .title = "Chapter",
                    .items = {{.figure = "f",
                               .says = "It grows.",
                               .checks = {check_number("slope", 1.0, 1.5, 0.1, "m", "guess"),
                                          {.name = "kind", .expected = "stick", .found = "stick", .passed = true}}}}});
  page.add_paper({.id = "p", .title = "Paper", .href = "p.html", .passed = 1, .total = 2});
  const json header = header_of(page);
  const json& series = header["figures"][0]["series"];
  EXPECT_EQ(series[0]["y"], json::parse("[1.0, null]"));
  EXPECT_EQ(series[1]["x"]["block"], 0);
  const json& checks = header["chapters"][0]["items"][0]["checks"];
  EXPECT_FALSE(checks[0]["passed"]);
  EXPECT_EQ(checks[1]["expected"], "stick");
  EXPECT_TRUE(checks[1]["tolerance"].is_null());
  EXPECT_TRUE(header["chapters"][0]["items"][0]["scene"].is_null());
  EXPECT_EQ(header["papers"][0]["total"], 2);
}

TEST(CheckNumber, WhatIsNotFinitePassesNothing) {
  EXPECT_TRUE(check_number("", 1.0, 1.1, 0.11, "", "").passed);
  EXPECT_FALSE(check_number("", 1.0, std::nan(""), 1e9, "", "").passed);
  EXPECT_FALSE(check_number("", 1.0, std::numeric_limits<double>::infinity(), 1e9, "", "").passed);
}

}  // namespace
}  // namespace carom
