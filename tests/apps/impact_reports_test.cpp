// Every impact of every contact, the whole way: from a scene to the summary, the recording, the exported table and the
// page. Nothing is fed by hand in between.
#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "apps/temporary_folder.h"
#include "support/process.h"

namespace carom::app {
namespace {

using nlohmann::json;
using test::ProcessResult;
using testing::HasSubstr;

const std::string kScenes = CAROM_TEST_SCENES;

ProcessResult run_carom(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), CAROM_TEST_PROGRAM);
  return test::run_process(arguments);
}

// A ball of 1 kg that falls 0.2 m and slides at 1 m/s; the laws of its contact follow.
std::string make_ball(const std::string& contact, const std::string& formulation) {
  return fmt::format(R"(
[scene]
name = "ball"
gravity = [0, 0, -9.81]
duration = "0.3 s"
[[body]]
name = "ball"
mass = 1.0
inertia = {{ sphere = 0.1 }}
joint = {{ type = "free", position = [0, 0, 0.3], velocity = [1.0, 0, 0] }}
[[shape]]
body = "ball"
type = "sphere"
radius = 0.1
surface = "rubber"
[[shape]]
body = "world"
type = "plane"
surface = "floor"
[[contact]]
between = ["rubber", "floor"]
{}
[simulate]
formulation = "{}"
)",
                     contact, formulation);
}

// Rows of comma-separated values, by the names of the first line. No field has a comma in it.
std::vector<std::map<std::string, std::string>> read_table(const std::string& text) {
  const auto split = [](const std::string& line) {
    std::vector<std::string> fields;
    std::istringstream stream(line + ",");
    for (std::string field; std::getline(stream, field, ',');) fields.push_back(field);
    return fields;
  };
  std::istringstream lines(text);
  std::string line;
  std::getline(lines, line);
  const std::vector<std::string> names = split(line);
  std::vector<std::map<std::string, std::string>> rows;
  while (std::getline(lines, line)) {
    const std::vector<std::string> fields = split(line);
    std::map<std::string, std::string>& row = rows.emplace_back();
    for (std::size_t i = 0; i < names.size(); ++i) row[names[i]] = fields.at(i);
  }
  return rows;
}

struct Ways {
  ProcessResult result;
  json summary, page;                                     // the page is made from the recording by another command
  std::vector<std::map<std::string, std::string>> table;  // exported from the recording
};

Ways run_all_ways(const std::string& scene, const std::vector<std::string>& changes = {}) {
  const TemporaryFolder folder;
  std::vector<std::string> words{"run", scene, "--out", folder / "run.carom", "--summary", folder / "run.json"};
  for (const std::string& change : changes) words.insert(words.end(), {"--set", change});
  Ways ways{
      .result = run_carom(words), .summary = json::parse(std::ifstream(folder / "run.json")), .page = {}, .table = {}};
  EXPECT_EQ(run_carom({"report", folder / "run.carom", "--out", folder / "page.html"}).code, 0);
  const std::string html = folder.read("page.html"), begin = "id=\"carom-page\">";
  const std::size_t start = html.find(begin) + begin.size();
  ways.page = json::parse(html.substr(start, html.find("</script>", start) - start))["runs"][0];
  EXPECT_EQ(run_carom({"export", folder / "run.carom", "--impacts", folder / "impacts.csv"}).code, 0);
  ways.table = read_table(folder.read("impacts.csv"));
  return ways;
}

Ways run_ball(const std::string& contact, const std::string& formulation,
              const std::vector<std::string>& changes = {}) {
  const TemporaryFolder folder;
  return run_all_ways(folder.write("ball.toml", make_ball(contact, formulation)), changes);
}

// Of the first impact: the same in the table and on the page, with the units that these declare.
void expect_same_everywhere(const Ways& ways, const std::string& contact) {
  const json& impact = ways.summary["contacts"][contact]["impacts"][0];
  json shown;
  for (const json& event : ways.page["events"]) {
    if (event["kind"] == "impact" && event["element"] == contact && shown.is_null()) shown = event["data"];
  }
  ASSERT_FALSE(shown.is_null());
  ASSERT_FALSE(ways.table.empty());
  for (const json& field : ways.page["event_fields"]) {
    const std::string key = field["key"];
    if (!shown.contains(key)) continue;
    std::string name = field["label"];
    std::ranges::replace(name, ' ', '_');
    EXPECT_EQ(shown[key], impact.at(name)) << key;
    const std::string& written = ways.table[0].at(key);
    if (impact[name].is_string()) {
      EXPECT_EQ(written, impact[name].get<std::string>()) << key;
    } else {
      EXPECT_EQ(std::stod(written), impact[name].get<double>()) << key;
    }
  }
}

// The ball's inverse inertia along the slip is 7/(2 m). Newton: P_n = m (1 + e) v. It sticks where μ P_n exceeds 2 m
// s/7, which takes ½ (2 m/7) s² of energy, and slips on otherwise, which takes μ P_n (s − ½ (7/(2 m)) μ P_n).
TEST(ImpactReport, HasTheImpulsesAndLossesOfTheClosedForm) {
  const double v = std::sqrt(2.0 * 9.81 * 0.2), e = 0.5, s = 1.0, normal = (1.0 + e) * v;
  const double lost_along_normal = 0.5 * (1.0 - e * e) * v * v;
  struct Case {
    double friction, tangential, after, lost;
    const char *slip, *name;
  };
  const double rubbed = 0.05 * normal;
  for (const Case& c :
       {Case{0.3, 2.0 / 7.0 * s, 0.0, lost_along_normal + 0.5 * 2.0 / 7.0 * s * s, "stick", "c"},
        Case{0.05, rubbed, s - 3.5 * rubbed, lost_along_normal + rubbed * (s - 0.5 * 3.5 * rubbed), "slip", "e"},
        Case{0.0, 0.0, s, lost_along_normal, "slip", "e"}}) {
    SCOPED_TRACE(fmt::format("friction {}", c.friction));
    const Ways ways = run_ball(
        fmt::format("impact = {{ law = \"newton\", restitution = 0.5, friction = {} }}", c.friction), "event-driven");
    ASSERT_EQ(ways.result.code, 0) << ways.result.err;
    const json& impact = ways.summary["contacts"]["rubber/floor"]["impacts"][0];
    // The fall is integrated to 1e-8; the impact itself to rounding.
    constexpr double kFall = 1e-7;
    EXPECT_NEAR(impact["time"], std::sqrt(2.0 * 0.2 / 9.81), kFall);
    EXPECT_NEAR(impact["approach_speed"], v, kFall);
    EXPECT_NEAR(impact["separation_speed"], e * v, kFall);
    EXPECT_NEAR(impact["impulse"], normal, kFall);
    EXPECT_NEAR(impact["tangential_impulse"], c.tangential, kFall);
    EXPECT_NEAR(impact["slip_speed"], s, kFall);
    EXPECT_NEAR(impact["slip_speed_after"], c.after, kFall);
    EXPECT_NEAR(impact["dissipation"], c.lost, 10 * kFall);
    EXPECT_EQ(impact["slip"], c.slip);
    EXPECT_EQ(impact["case"], c.name);
    EXPECT_EQ(impact["verdict"], "consistent");
    EXPECT_EQ(impact["group"], 1);
    EXPECT_EQ(impact["duration"], 0.0);
    expect_same_everywhere(ways, "rubber/floor");
  }
}

// What contacts lose by themselves is what the ledger has in its row, for contacts alone, in groups and one after
// another.
TEST(ImpactReport, LossesOfAllContactsAreTheLedgersRow) {
  for (const char* name : {"/rigid/bouncing_ball.toml", "/rigid/flat_block.toml", "/rigid/cradle.toml",
                           "/rigid/billiard_break.toml", "/aghili/box_corner.toml"}) {
    SCOPED_TRACE(name);
    const ProcessResult result = run_carom({"run", kScenes + name, "--json"});
    const json summary = json::parse(result.out);
    double lost = 0.0, moved = 0.0;
    for (const json& contact : summary["contacts"]) {
      for (const json& impact : contact["impacts"]) {
        if (impact["impulse"].is_null()) continue;  // a contact that lasted and ended
        lost += impact["dissipation"].get<double>();
        moved += std::abs(impact["dissipation"].get<double>());
        EXPECT_GT(impact["impulse"], 0.0);
        EXPECT_GE(impact["group"], 1);
        EXPECT_TRUE(impact["verdict"].is_string());
      }
    }
    // A sum of up to thousands of terms, each with a rounding of its own.
    EXPECT_NEAR(lost, summary["energy"]["dissipated"]["impact"].get<double>(), 1e-12 * moved + 1e-14);
  }
}

// m (1 + e) v for all corners together: which of them gives how much is not determined by rigid bodies.
TEST(ImpactReport, CornersThatLandTogetherAreOneGroup) {
  const json summary = json::parse(run_carom({"run", kScenes + "/rigid/flat_block.toml", "--json"}).out);
  double impulse = 0.0, time = std::sqrt(2.0 * 0.25 / 9.81);
  for (const json& contact : summary["contacts"]) {
    if (contact["impacts"].empty() || contact["impacts"][0]["time"].get<double>() > time + 1e-3) continue;
    const json& impact = contact["impacts"][0];
    impulse += impact["impulse"].get<double>();
    EXPECT_EQ(impact["group"], 4);
    EXPECT_TRUE(impact["case"].is_null()) << "of a law alone";
    EXPECT_EQ(impact["slip"], "slip");
    EXPECT_NEAR(impact["tangential_impulse"], 0.05 * impact["impulse"].get<double>(), 1e-9) << "on the cone";
  }
  EXPECT_NEAR(impulse, 2.0 * 1.3 * 9.81 * time, 1e-6);
}

// Newton's law with friction gains energy at the falling rod of Wang & Kumar from e = 0.949 on.
TEST(ImpactReport, ALawThatGainsEnergyIsTheVerdictOfItsImpact) {
  const Ways ways =
      run_all_ways(kScenes + "/wang1992/falling_rod.toml",
                   {"contact.0.impact={ law = \"newton\", restitution = 1, friction = 0.4 }", "scene.duration=0.05"});
  ASSERT_FALSE(ways.summary["notes"].empty());
  const json& note = ways.summary["notes"][0];
  const json& impact = ways.summary["contacts"]["tip/ground"]["impacts"][0];
  EXPECT_EQ(impact["time"], note["time"]);
  EXPECT_EQ(impact["verdict"], "gains energy");
  EXPECT_GT(note["energy"], 0.0);
  EXPECT_NEAR(-impact["dissipation"].get<double>(), note["energy"].get<double>(), 1e-12);
  expect_same_everywhere(ways, "tip/ground");
}

// A step ends the fall within h of the touch-down: speeds are right to g h, and the impulse with them.
TEST(ImpactReport, TimeSteppingReportsItsImpulses) {
  const Ways ways = run_ball("impact = { law = \"newton\", restitution = 0.5, friction = 0.05 }", "time-stepping",
                             {"simulate.stepping={ scheme = \"moreau-jean\", step = 0.001 }"});
  ASSERT_EQ(ways.result.code, 0) << ways.result.err;
  const double v = std::sqrt(2.0 * 9.81 * 0.2), step = 9.81 * 1e-3;
  const json& impact = ways.summary["contacts"]["rubber/floor"]["impacts"][0];
  EXPECT_NEAR(impact["impulse"], 1.5 * v, 3.0 * step);
  EXPECT_NEAR(impact["tangential_impulse"], 0.05 * impact["impulse"].get<double>(), 1e-9) << "it slides";
  EXPECT_TRUE(impact["verdict"].is_null());
  ASSERT_EQ(ways.table.size(), ways.summary["contacts"]["rubber/floor"]["impacts"].size());
  EXPECT_EQ(std::stod(ways.table[0].at("impulse_N_s")), impact["impulse"].get<double>());
  EXPECT_EQ(ways.table[0].at("verdict"), "");
}

TEST(ImpactReport, CompliantContactsKnowNoImpulse) {
  const Ways ways = run_ball("normal = { law = \"hunt-crossley\", stiffness = 1e6, alpha = 0.2 }", "compliant");
  ASSERT_EQ(ways.result.code, 0) << ways.result.err;
  const json& impact = ways.summary["contacts"]["rubber/floor"]["impacts"][0];
  EXPECT_TRUE(impact["impulse"].is_null());
  EXPECT_GT(impact["peak_force"], 0.0);
  EXPECT_EQ(ways.table[0].at("impulse_N_s"), "nan");
  EXPECT_EQ(std::stod(ways.table[0].at("peak_force_N")), impact["peak_force"].get<double>());
}

TEST(ImpactReport, SurvivesAResume) {
  const TemporaryFolder folder;
  const std::string scene = kScenes + "/rigid/bouncing_ball.toml";
  const std::string at = "record.checkpoint_every=0.5";
  ASSERT_EQ(
      run_carom({"run", scene, "--set", at, "--out", folder / "run.carom", "--summary", folder / "run.json"}).code, 0);
  ASSERT_EQ(run_carom({"run", "--resume", folder / "run.carom", "--summary", folder / "again.json"}).code, 0);
  EXPECT_EQ(json::parse(folder.read("run.json"))["contacts"], json::parse(folder.read("again.json"))["contacts"]);
}

}  // namespace
}  // namespace carom::app
