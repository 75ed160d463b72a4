// What a run came to, the whole way: from a scene to the exit code, the summary, the recording and the page. Nothing is
// fed by hand in between.
#include <chrono>
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

const std::string kScenes = CAROM_TEST_SCENES;

// A ball above a plane; the laws of the contact and how to simulate it follow.
constexpr const char* kBall = R"(
[scene]
name = "ball"
gravity = [0, 0, -9.81]
duration = "1 s"
[[body]]
name = "ball"
mass = 1.0
inertia = { sphere = 0.1 }
joint = { type = "free", position = [0, 0, 0.3], velocity = [1.0, 0, 0] }
[[shape]]
body = "ball"
type = "sphere"
radius = 0.1
surface = "rubber"
[[shape]]
body = "world"
type = "plane"
surface = "floor"
[record]
every = "10 ms"
)";

ProcessResult run_carom(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), CAROM_TEST_PROGRAM);
  return test::run_process(arguments);
}

nlohmann::json read_header(const std::string& page) {
  std::ifstream file(page);
  const std::string html{std::istreambuf_iterator<char>(file), {}}, begin = "id=\"carom-page\">";
  const std::size_t start = html.find(begin) + begin.size();
  return nlohmann::json::parse(html.substr(start, html.find("</script>", start) - start));
}

class VerdictOfARun : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (std::filesystem::temp_directory_path() / "carom-test-XXXXXX").string();
    folder_ = mkdtemp(pattern.data());
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  [[nodiscard]] std::string path(const std::string& name) const { return folder_ / name; }
  [[nodiscard]] std::string write_scene(const std::string& text) const {
    std::ofstream(path("scene.toml")) << text;
    return path("scene.toml");
  }

  struct Ways {
    ProcessResult result;
    nlohmann::json summary, page;  // of the run; the page is made from its recording by another command
  };
  [[nodiscard]] Ways run_all_ways(const std::string& scene, const std::vector<std::string>& changes = {}) const {
    std::vector<std::string> words{"run", scene, "--out", path("run.carom"), "--summary", path("run.json")};
    for (const std::string& change : changes) words.insert(words.end(), {"--set", change});
    Ways ways{.result = run_carom(words), .summary = {}, .page = {}};
    ways.summary = nlohmann::json::parse(std::ifstream(path("run.json")));
    EXPECT_EQ(run_carom({"report", path("run.carom"), "--out", path("page.html")}).code, 0);
    ways.page = read_header(path("page.html"))["runs"][0];
    return ways;
  }

 private:
  std::filesystem::path folder_;
};

TEST_F(VerdictOfARun, PassesWhereTheAccountCloses) {
  const Ways ways = run_all_ways(kScenes + "/basics/pendulum.toml");
  EXPECT_EQ(ways.result.code, 0);
  EXPECT_EQ(ways.result.err, "");
  EXPECT_THAT(ways.result.out, HasSubstr("verdict: passed;"));
  EXPECT_EQ(ways.summary["verdict"]["grade"], "passed");
  EXPECT_EQ(ways.page["verdict"]["grade"], "passed");
  EXPECT_EQ(ways.page["verdict"]["error"], ways.summary["verdict"]["error"]);
  EXPECT_LT(ways.summary["verdict"]["error"], ways.summary["verdict"]["warning_limit"]);
  EXPECT_TRUE(ways.page["events"].empty());
}

// 1 N/m^1.5 does not stop 1 kg before its center is in the floor.
TEST_F(VerdictOfARun, FailsWhereABodySinksIntoAnother) {
  const std::string scene = write_scene(std::string(kBall) + R"(
[[contact]]
between = ["rubber", "floor"]
normal = { law = "hertz", stiffness = 1.0 }
)");
  const Ways ways = run_all_ways(scene);
  EXPECT_EQ(ways.result.code, 5);
  EXPECT_THAT(ways.result.err, HasSubstr("deeper than its bodies are thick"));
  EXPECT_THAT(ways.result.err, HasSubstr("try a stiffer contact"));
  EXPECT_EQ(ways.summary["verdict"]["grade"], "failed");
  EXPECT_EQ(ways.page["verdict"]["grade"], "failed");
  EXPECT_EQ(ways.page["verdict"]["sentence"], ways.summary["message"]);
  EXPECT_GT(ways.page["samples"], 10) << "what was recorded stays";
}

// The README's first command: the friction law of the paper returns energy in impacts.
TEST_F(VerdictOfARun, EnergyThatALawCreatesIsOnThePageWithARemedy) {
  const Ways ways = run_all_ways(kScenes + "/gonthier2004/double_pendulum.toml");
  EXPECT_EQ(ways.result.code, 0) << ways.result.err;
  EXPECT_THAT(ways.result.err, HasSubstr("returned"));
  EXPECT_THAT(ways.result.err, HasSubstr("bristle_damping"));
  EXPECT_EQ(ways.summary["verdict"]["grade"], "passed with warnings");
  EXPECT_EQ(ways.page["verdict"]["grade"], "passed with warnings");
  EXPECT_EQ(ways.page["verdict"]["warnings"], ways.summary["warnings"]);
  double on_page = 0.0, in_summary = 0.0;
  for (const nlohmann::json& event : ways.page["events"]) {
    if (!event["gained"].is_null()) on_page += event["gained"].get<double>();
  }
  for (const nlohmann::json& contact : ways.summary["contacts"]) {
    for (const nlohmann::json& gain : contact["energy_gains"]) in_summary += gain["energy"].get<double>();
  }
  EXPECT_GT(in_summary, 0.0);
  EXPECT_NEAR(on_page, in_summary, 1e-12 * in_summary);
}

// Newton's law with friction gains energy in such an impact; the note is on the page, and survives a resume.
TEST_F(VerdictOfARun, NotesAreOnThePageAndSurviveAResume) {
  const std::string scene = kScenes + "/aghili/box_corner.toml";
  const std::vector<std::string> changes{"record.checkpoint_every=0.01"};
  const Ways ways = run_all_ways(scene, changes);
  const ProcessResult resumed = run_carom({"run", "--resume", path("run.carom"), "--summary", path("again.json")});
  EXPECT_EQ(resumed.code, ways.result.code) << resumed.err;
  const nlohmann::json again = nlohmann::json::parse(std::ifstream(path("again.json")));
  EXPECT_EQ(again["notes"], ways.summary["notes"]);
  EXPECT_EQ(again["warnings"], ways.summary["warnings"]);
  EXPECT_EQ(again["verdict"], ways.summary["verdict"]);
  EXPECT_EQ(ways.page["verdict"]["num_notes"], ways.summary["notes"].size());
}

TEST_F(VerdictOfARun, WarningsSurviveAResume) {
  const std::string scene = kScenes + "/gonthier2004/double_pendulum.toml";
  const Ways ways = run_all_ways(scene, {"record.checkpoint_every=7", "simulate.integrator.tolerance=1e-5"});
  const ProcessResult resumed = run_carom({"run", "--resume", path("run.carom"), "--summary", path("again.json")});
  EXPECT_EQ(resumed.code, 0) << resumed.err;
  const nlohmann::json again = nlohmann::json::parse(std::ifstream(path("again.json")));
  EXPECT_FALSE(again["warnings"].empty());
  EXPECT_EQ(again["warnings"], ways.summary["warnings"]);
  EXPECT_EQ(again["verdict"], ways.summary["verdict"]);
}

// (h ω)² = 0.04: explicit Euler doubles the energy every 18 steps.
TEST_F(VerdictOfARun, FailsWhereTheMethodCreatesTheMotion) {
  const Ways ways = run_all_ways(kScenes + "/basics/spring_mass.toml",
                                 {"simulate.integrator={ method = \"euler\", step = \"20 ms\" }", "scene.duration=60"});
  EXPECT_EQ(ways.result.code, 5);
  EXPECT_THAT(ways.result.err, HasSubstr("the energy account opened at t = "));
  EXPECT_THAT(ways.result.err, HasSubstr("try a step ten times shorter"));
  EXPECT_EQ(ways.page["verdict"]["grade"], "failed");
}

TEST_F(VerdictOfARun, StandsInComparisons) {
  const ProcessResult result =
      run_carom({"compare", kScenes + "/basics/pendulum.toml", "--with",
                 "coarse: simulate.integrator={method=\"euler\",step=0.1}", "--report", path("page.html")});
  EXPECT_EQ(result.code, 5) << result.out;
  EXPECT_THAT(result.out, HasSubstr("verdict"));
  EXPECT_THAT(result.out, HasSubstr("passed"));
  EXPECT_THAT(result.out, HasSubstr("failed at"));
  const nlohmann::json runs = read_header(path("page.html"))["runs"];
  EXPECT_EQ(runs[0]["verdict"]["grade"], "passed");
  EXPECT_EQ(runs[1]["verdict"]["grade"], "failed");
}

// Each command that can take long, with each signal.
struct Long {
  std::string name;
  std::vector<std::string> words;  // $S is the folder of scenes, $T a file or folder to write
};

class StoppedBySignal : public VerdictOfARun, public testing::WithParamInterface<Long> {};

TEST_P(StoppedBySignal, EndsWithinASecondByItsExitCode) {
  struct Signal {
    const char* name;
    int code;
  };
  for (const Signal& signal : {Signal{"INT", 130}, Signal{"TERM", 143}, Signal{"HUP", 129}}) {
    std::vector<std::string> words{"/usr/bin/timeout", "--foreground", "--preserve-status", "-s",
                                   signal.name,        "0.6",          CAROM_TEST_PROGRAM};
    for (std::string word : GetParam().words) {
      if (const std::size_t place = word.find("$S"); place != std::string::npos) word.replace(place, 2, kScenes);
      if (const std::size_t place = word.find("$T"); place != std::string::npos)
        word.replace(place, 2, path(signal.name));
      words.push_back(word);
    }
    const auto start = std::chrono::steady_clock::now();
    const ProcessResult result = test::run_process(words);
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    EXPECT_EQ(result.code, signal.code) << signal.name << ": " << result.err;
    // The signal comes after 0.6 s; a busy machine may delay both ends.
    EXPECT_LT(elapsed.count(), 2.6) << signal.name;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Commands, StoppedBySignal,
    testing::Values(
        Long{"compliant", {"run", "$S/gonthier2004/double_pendulum.toml", "--set", "scene.duration=1e5", "--quiet"}},
        Long{"recorded",
             {"run", "$S/basics/double_pendulum.toml", "--set", "scene.duration=1e6", "--quiet", "--out", "$T"}},
        Long{"event_driven", {"run", "$S/rigid/cradle.toml", "--set", "scene.duration=1e6", "--quiet"}},
        Long{"time_stepping", {"run", "$S/piles/sphere_bin.toml", "--set", "scene.duration=1e6", "--quiet"}},
        Long{"patch_in_a_scene", {"run", "$S/patch/rubber_ball.toml", "--set", "scene.duration=1e3", "--quiet"}},
        Long{"reproduce", {"reproduce", "gonthier2004", "--out", "$T"}},
        Long{"compare",
             {"compare", "$S/gonthier2004/double_pendulum.toml", "--set", "scene.duration=1e5", "--with", "hertz"}}),
    [](const auto& each) { return each.param.name; });

}  // namespace
}  // namespace carom::app
