// Rigid contacts without a solution, or with several, the whole way from a scene to its summary, its recording and its
// page: what the scene asks for is done, and said alike everywhere.
#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "apps/temporary_folder.h"
#include "support/process.h"

namespace carom::app {
namespace {

using nlohmann::json;

/// A uniform rod of length 2 that leans to the right and slides to the left on its lower end, which friction presses
/// in. With a spin that lifts the end by itself there are two solutions.
struct Rod {
  double mass{1.0};  // [kg]
  double slip{3.0};  // [m/s]
  double spin{};     // [rad/s]
  double friction{2.0};
  double angle{1.1};  // from the floor  [rad]
  std::string normal{"law = \"hunt-crossley\", stiffness = 1e7, damping = 1e6"};
  std::string policies{};
  double duration{0.1};  // [s]
};

std::string write_rod(const Rod& rod) {
  const double c = std::cos(rod.angle), s = std::sin(rod.angle);
  return fmt::format(R"(
[scene]
name = "rod"
gravity = [0, 0, -9.81]
duration = {10}
[[body]]
name = "rod"
mass = {0}
inertia = {{ principal = [{1}, {1}, {1}] }}
joint = {{ type = "planar", second_axis = [1, 0, 0], rotation = {{ axis = [1, 0, 0], angle = "90 deg" }},
          position = [0, {2}, {3}], velocity = [{4}, {5}, {6}] }}
[[shape]]
body = "rod"
type = "point"
at = [-1, 0, 0]
surface = "tip"
[[shape]]
type = "plane"
surface = "floor"
[[contact]]
between = ["tip", "floor"]
normal = {{ {7} }}
friction = {{ law = "coulomb", static = {8}, kinetic = {8} }}
impact = {{ law = "stronge", restitution = 0, friction = {8} }}
[simulate]
formulation = "event-driven"
{9}
[record]
every = 1e-3
)",
                     rod.mass, rod.mass / 3.0, s, rod.angle, -rod.slip - rod.spin * s, rod.spin * c, rod.spin,
                     rod.normal, rod.friction, rod.policies, rod.duration);
}

std::string write_policies(std::string_view none, std::string_view several) {
  return fmt::format("no_solution = \"{}\"\nseveral_solutions = \"{}\"", none, several);
}

struct Outcome {
  int code{};
  json summary, note, event;  // the first note, and the event of the page that tells of it
  std::string csv;
};

Outcome run_whole_way(const std::string& scene) {
  const TemporaryFolder folder;
  const auto run = [](std::vector<std::string> words) {
    words.insert(words.begin(), CAROM_TEST_PROGRAM);
    return test::run_process(words);
  };
  const std::string recording = folder / "run.carom";
  Outcome outcome;
  outcome.code =
      run({"run", folder.write("scene.toml", scene), "--out", recording, "--quiet", "--summary", folder / "run.json"})
          .code;
  outcome.summary = json::parse(std::ifstream(folder / "run.json"));
  EXPECT_EQ(run({"report", recording, "--out", folder / "page.html"}).code, 0);
  const std::string html = folder.read("page.html"), begin = "id=\"carom-page\">";
  const std::size_t start = html.find(begin) + begin.size();
  const json page = json::parse(html.substr(start, html.find("</script>", start) - start))["runs"][0];
  for (const json& note : outcome.summary["notes"]) {
    if (outcome.note.is_null() && note.contains("policy")) outcome.note = note;
  }
  for (const json& event : page["events"]) {
    const bool tells = event["kind"] == "no-solution" || event["kind"] == "several-solutions";
    if (outcome.event.is_null() && tells) outcome.event = event;
  }
  outcome.csv = run({"export", recording, "--csv", "-"}).out;
  return outcome;
}

std::vector<double> read_column(const std::string& csv, const std::string& name) {
  std::istringstream lines(csv);
  const auto split = [](const std::string& line) {
    std::vector<std::string> fields;
    std::istringstream stream(line);
    for (std::string field; std::getline(stream, field, ',');) fields.push_back(field);
    return fields;
  };
  std::string line;
  std::getline(lines, line);
  const std::vector<std::string> names = split(line);
  const auto place = static_cast<std::size_t>(std::ranges::find(names, name) - names.begin());
  std::vector<double> column;
  while (std::getline(lines, line)) column.push_back(std::stod(split(line).at(place)));
  return column;
}

// That the summary and the page say the same of the first such moment.
void expect_told_alike(const Outcome& outcome, std::string_view policy, std::size_t solutions) {
  ASSERT_FALSE(outcome.note.is_null());
  ASSERT_FALSE(outcome.event.is_null());
  EXPECT_EQ(outcome.note["policy"], policy);
  EXPECT_EQ(outcome.note["solutions"].size(), solutions);
  EXPECT_EQ(outcome.note["time"], outcome.event["time"]);
  const json& recorded = outcome.event["data"];
  for (const char* key : {"contacts", "policy"}) EXPECT_EQ(outcome.note[key], recorded[key]) << key;
  ASSERT_EQ(recorded["solutions"].size(), solutions);
  for (std::size_t i = 0; i < solutions; ++i) {
    const json &told = outcome.note["solutions"][i], &kept = recorded["solutions"][i];
    EXPECT_EQ(told["modes"], kept["modes"]);
    EXPECT_EQ(told["normal_forces"], kept["normal_forces_N"]);
    EXPECT_EQ(told["friction_forces"], kept["friction_forces_N"]);
  }
}

double calc_gain(const json& energy) { return energy["final"].get<double>() - energy["initial"].get<double>(); }

TEST(RigidPolicies, EveryPolicyOfARodWithoutASolutionIsFollowedAndTold) {
  for (const std::string policy : {"stop", "impact", "compliant"}) {
    SCOPED_TRACE(policy);
    const Outcome outcome = run_whole_way(write_rod({.policies = write_policies(policy, "stop")}));
    EXPECT_EQ(outcome.code, policy == "stop" ? 5 : 0) << outcome.summary["message"];
    expect_told_alike(outcome, policy, 0);
    const json& energy = outcome.summary["energy"];
    EXPECT_LT(std::abs(energy["relative_residual"].get<double>()), 1e-7);
    EXPECT_LE(calc_gain(energy), 1e-9 * energy["initial"].get<double>());
    const json& impacts = outcome.summary["contacts"]["tip/floor"]["impacts"];
    if (policy == "impact") {
      ASSERT_FALSE(impacts.empty());
      EXPECT_EQ(impacts[0]["time"], 0.0);
      EXPECT_EQ(impacts[0]["approach_speed"], 0.0);
      EXPECT_GT(impacts[0]["dissipation"], 0.0);
      EXPECT_EQ(impacts[0]["slip"], "stick");
      EXPECT_EQ(impacts[0]["verdict"], "consistent");
    }
  }
}

// At μ = 2 and 6 rad/s the end separates, or presses in.
TEST(RigidPolicies, EveryPolicyOfARodWithTwoSolutionsIsFollowedAndTold) {
  for (const std::string policy : {"stop", "impact", "compliant", "separate", "keep"}) {
    SCOPED_TRACE(policy);
    const Outcome outcome = run_whole_way(write_rod({.spin = 6.0, .policies = write_policies("stop", policy)}));
    EXPECT_EQ(outcome.code, policy == "stop" ? 5 : 0) << outcome.summary["message"];
    expect_told_alike(outcome, policy, 2);
    const json& solutions = outcome.note["solutions"];
    EXPECT_EQ(solutions[0]["modes"], "S");
    EXPECT_EQ(solutions[0]["normal_forces"][0], 0.0);
    EXPECT_EQ(solutions[1]["modes"], "x");
    const double normal = solutions[1]["normal_forces"][0].get<double>();
    EXPECT_GT(normal, 0.0);
    EXPECT_NEAR(solutions[1]["friction_forces"][0].get<double>(), 2.0 * normal, 1e-9 * normal);
    const json& energy = outcome.summary["energy"];
    EXPECT_LT(std::abs(energy["relative_residual"].get<double>()), 1e-7);
    EXPECT_LE(calc_gain(energy), 1e-9 * energy["initial"].get<double>());
    if (policy == "separate") {
      EXPECT_GT(outcome.summary["bodies"]["rod"]["position"][2].get<double>(), 0.0);
    }
  }
}

// Friction that is enough to press the end in stops its slip, whatever its coefficient: the end is at rest then, and
// the rod turns about it. With the angular momentum m v sin θ about the end, of inertia 4/3 m, the rod keeps ½ m v²
// sin² θ/(4/3).
TEST(RigidPolicies, ImpactsWithoutCollisionHoldForAnyMassSpeedAndFriction) {
  struct Case {
    double mass, slip, friction;
  };
  for (const auto& [mass, slip, friction] :
       {Case{1.0, 3.0, 2.0}, Case{1e-6, 3.0, 2.0}, Case{1e6, 0.3, 20.0}, Case{1.0, 3e-3, 2e6}, Case{0.1, 30.0, 20.0},
        Case{10.0, 3e-6, 2.0}, Case{1e-6, 30.0, 2e6}}) {
    SCOPED_TRACE(fmt::format("{} kg, {} m/s, μ = {}", mass, slip, friction));
    const Outcome outcome = run_whole_way(
        write_rod({.mass = mass, .slip = slip, .friction = friction, .policies = write_policies("impact", "impact")}));
    ASSERT_EQ(outcome.code, 0) << outcome.summary["message"];
    expect_told_alike(outcome, "impact", 0);
    const json& impact = outcome.summary["contacts"]["tip/floor"]["impacts"][0];
    EXPECT_NEAR(impact["slip_speed"].get<double>(), slip, 1e-9 * slip);
    EXPECT_NEAR(impact["slip_speed_after"].get<double>(), 0.0, 1e-9 * slip);
    const double lost = 0.5 * mass * slip * slip * (1.0 - std::pow(std::sin(1.1), 2) / (4.0 / 3.0));
    EXPECT_NEAR(impact["dissipation"].get<double>(), lost, 1e-9 * lost);
    EXPECT_LT(std::abs(outcome.summary["energy"]["relative_residual"].get<double>()), 1e-7);
  }
}

// Every normal law, light and heavy: forces act while the bodies overlap, and never pull; nothing is gained.
TEST(RigidPolicies, CompliantContactsNeverPullNorGainUnderAnyNormalLaw) {
  constexpr std::array kLaws{"law = \"kelvin-voigt\", stiffness = {0}, damping = {1}",
                             "law = \"hertz\", stiffness = {0}",
                             "law = \"hunt-crossley\", stiffness = {0}, damping = {0}",
                             "law = \"lankarani-nikravesh\", stiffness = {0}, restitution = 0.5",
                             "law = \"lee-wang\", stiffness = {0}, damping = {2}",
                             "law = \"flores\", stiffness = {0}, restitution = 0.5",
                             "law = \"carvalho-martins\", stiffness = {0}, restitution = 0.5",
                             "law = \"gonthier\", stiffness = {0}, restitution = 0.5",
                             "law = \"azad-featherstone\", stiffness = {0}, damping = {2}",
                             "law = \"power\", stiffness = {0}, damping = {0}"};
  constexpr std::array kMasses{1e-3, 1.0, 1e3};
  for (std::size_t i = 0; i < kLaws.size(); ++i) {
    const char* const law = kLaws[i];
    const double mass = kMasses[i % kMasses.size()];
    SCOPED_TRACE(fmt::format("{} {}", law, mass));
    const std::string normal = fmt::format(fmt::runtime(law), 1e7 * mass, 1e3 * mass, 1e5 * mass);
    const Outcome outcome = run_whole_way(write_rod(
        {.mass = mass, .normal = normal, .policies = write_policies("compliant", "compliant"), .duration = 0.02}));
    ASSERT_EQ(outcome.code, 0) << outcome.summary["message"];
    expect_told_alike(outcome, "compliant", 0);
    const std::vector<double> gap = read_column(outcome.csv, "contact.tip/floor.gap_m");
    const std::vector<double> force = read_column(outcome.csv, "contact.tip/floor.normal_force_N");
    for (std::size_t k = 0; k < gap.size(); ++k) {
      EXPECT_GE(force[k], -1e-9 * mass) << k;
      // Open contacts count as such from 2e-9 m on.
      EXPECT_TRUE(gap[k] <= 2e-9 || force[k] == 0.0) << k << ": " << force[k] << " N across " << gap[k] << " m";
    }
    EXPECT_GT(std::ranges::max(force), 0.0);
    const json& energy = outcome.summary["energy"];
    for (const auto& [row, joules] : energy["dissipated"].items()) {
      EXPECT_GE(joules.get<double>(), -1e-9 * energy["initial"].get<double>()) << row;
    }
    EXPECT_LT(std::abs(energy["relative_residual"].get<double>()), 1e-6);
  }
}

// A driven cart drags a rod whose tip jams. Bristles of 'gonthier' stretch to the load of the moment and give back more
// than they took; a run from event to event says so as a compliant one does.
TEST(RigidPolicies, LawsThatReturnMoreThanTheyStoredAreNamed) {
  const Outcome outcome = run_whole_way(R"(
[scene]
name = "cart"
gravity = [0, 0, -9.81]
duration = 0.05
[[body]]
name = "cart"
mass = 1
inertia = { principal = [1, 1, 1] }
joint = { type = "prismatic", axis = [1, 0, 0], at = [0, 0, 1.7289332382387492], drive = { speed = -0.3 } }
[[body]]
name = "rod"
mass = 1
center_of_mass = [0, 0, -1]
inertia = { rod = [0, 0, -2] }
joint = { type = "revolute", parent = "cart", axis = [0, 1, 0], position = 0.526707977956465 }
[[shape]]
body = "rod"
type = "point"
at = [0, 0, -2]
surface = "tip"
[[shape]]
type = "plane"
surface = "floor"
[[contact]]
between = ["tip", "floor"]
normal = { law = "azad-featherstone", stiffness = 1e8, damping = 1e7 }
friction = { law = "gonthier", static = 2, kinetic = 2 }
impact = { law = "stronge", restitution = 0, friction = 2 }
[simulate]
formulation = "event-driven"
no_solution = "compliant"
)");
  EXPECT_EQ(outcome.code, 0) << outcome.summary["message"];
  expect_told_alike(outcome, "compliant", 0);
  EXPECT_LT(outcome.summary["energy"]["dissipated"]["compliant friction"], 0.0);
  EXPECT_EQ(outcome.summary["contacts"]["tip/floor"]["energy_gain_count"], 1);
  EXPECT_EQ(outcome.summary["verdict"]["grade"], "passed with warnings");
}

}  // namespace
}  // namespace carom::app
