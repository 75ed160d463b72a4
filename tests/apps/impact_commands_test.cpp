// impact, admissible and consistency as a user runs them: numbers against independent ones, and what bad input gets.
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "support/process.h"

namespace carom::app {
namespace {

using nlohmann::json;
using test::ProcessResult;
using testing::HasSubstr;

ProcessResult run(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), CAROM_TEST_PROGRAM);
  return test::run_process(arguments);
}

std::string scene(const std::string& name) { return std::string(CAROM_TEST_SCENES) + "/" + name; }

/// The file of Wang & Kumar's rod with one value changed.
ProcessResult run_with(const std::string& assignment) {
  return run({"impact", scene("../examples/wang1992_impact.toml"), "--set", assignment, "--json"});
}

// Reference values: tests/reference/impact_planar.json, rod_a.
TEST(ImpactCommand, GivesEveryLawOfTheFallingRod) {
  const ProcessResult result = run({"impact", scene("../examples/wang1992_impact.toml"), "--json"});
  ASSERT_EQ(result.code, 0) << result.err;
  const json laws = json::parse(result.out)["laws"];
  EXPECT_EQ(laws.size(), 6U);
  EXPECT_NEAR(laws["newton"]["impulse"][1], 0.6378947368421051, 1e-9);
  EXPECT_NEAR(laws["poisson"]["impulse"][1], 0.5621052631578946, 1e-9);
  EXPECT_NEAR(laws["stronge"]["impulse"][1], 0.5849787552668909, 1e-9);
  EXPECT_NEAR(laws["stronge"]["dissipation"], 0.16667577100065456, 1e-9);
  EXPECT_NEAR(laws["stronge"]["normal_dissipation"], 0.12597473684210522, 1e-9);
  EXPECT_NEAR(laws["stronge"]["velocity"][0], -0.1724893776334455, 1e-9);
  EXPECT_NEAR(laws["brach"]["impulse"][0], 0.1875, 1e-9);
  EXPECT_EQ(laws["stronge"]["case"], "a");
  EXPECT_EQ(laws["stronge"]["verdict"], "consistent");
}

TEST(ImpactCommand, NamesALawThatGainsEnergy) {
  const json laws = json::parse(run_with("impact.restitution=1").out)["laws"];
  EXPECT_EQ(laws["newton"]["verdict"], "gains energy");
  EXPECT_GT(laws["newton"]["energy_gain"], 0.0);
  EXPECT_EQ(laws["stronge"]["verdict"], "consistent");
}

TEST(ImpactCommand, ASceneGivesTheSameNumbersAsTheFile) {
  const ProcessResult of_file = run({"impact", scene("../examples/wang1992_impact.toml"), "--json"});
  const ProcessResult of_scene = run({"impact", "--scene", scene("wang1992/falling_rod.toml"), "--json"});
  ASSERT_EQ(of_scene.code, 0) << of_scene.err;
  const json expected = json::parse(of_file.out), found = json::parse(of_scene.out);
  ASSERT_EQ(found["velocity"].size(), 2U);
  for (const char* law : {"newton", "poisson", "stronge", "brach", "aghili-printed"}) {
    for (int i = 0; i < 2; ++i) {
      EXPECT_NEAR(found["laws"][law]["velocity"][i], expected["laws"][law]["velocity"][i], 1e-12) << law;
    }
  }
}

TEST(ImpactCommand, DrawsAnImpactInSpace) {
  const auto folder = std::filesystem::temp_directory_path() / "carom_impact_in_space";
  const ProcessResult result =
      run({"impact", "--scene", scene("aghili/box_corner.toml"), "--figures", folder.string()});
  ASSERT_EQ(result.code, 0) << result.err;
  for (const char* figure : {"slip-hodograph", "impulse-space", "velocities", "energy-lost", "energy-lost-normal"}) {
    EXPECT_GT(std::filesystem::file_size(folder / (std::string(figure) + ".svg")), 1000U) << figure;
  }
  std::filesystem::remove_all(folder);
}

TEST(ImpactCommand, ScenesOfThePapersRunWithTheirLaws) {
  for (const char* name : {"wang1992/falling_rod", "wang1992/painleve_rod", "wang1992/peg", "aghili/double_pendulum",
                           "aghili/box_corner"}) {
    const ProcessResult result =
        run({"run", scene(std::string(name) + ".toml"), "--summary", "-", "--quiet", "--set", "scene.duration=0.05"});
    ASSERT_EQ(result.code, 0) << name << ": " << result.err;
    EXPECT_EQ(json::parse(result.out)["formulation"], "event-driven") << name;
  }
}

TEST(ImpactCommand, BadNumbersAreRefusedWithTheirPlace) {
  const auto expect = [](const std::string& assignment, const std::string& message) {
    const ProcessResult result = run_with(assignment);
    EXPECT_EQ(result.code, 4) << assignment;
    EXPECT_THAT(result.err, HasSubstr(message)) << assignment;
  };
  expect("impact.friction=-0.1", "at least 0");
  expect("impact.restitution=1.5", "from 0 to 1");
  expect("impact.velocity=[0.6, 1.0]", "separates");
  expect("impact.velocity=[0.6, 0.1, -1.0]", "expected 2 numbers");
  expect("impact.inverse_inertia=[[2.5, 0], [0, 0]]", "cannot move along its normal");
  expect("impact.inverse_inertia=[[1, 2], [2, 1]]", "negative eigenvalues");
  expect("impact.inverse_inertia=[[1, 2], [0, 1]]", "symmetric");
  expect("impact.laws=[\"strong\"]", "stronge");
  expect("impact.static_friction=0.1", "at least friction");
  expect("impact.fricton=0.1", "friction");
}

TEST(ImpactCommand, AFileThatIsNoneIsUnreadable) {
  EXPECT_EQ(run({"impact", "/nonexistent.toml"}).code, 6);
  EXPECT_EQ(run({"impact"}).code, 2);
  const auto path = std::filesystem::temp_directory_path() / "carom_bad_impact.toml";
  std::ofstream(path) << "[impact\n";
  EXPECT_EQ(run({"impact", path.string()}).code, 3);
  std::filesystem::remove(path);
}

// Reference values: tests/reference/aghili.json, kane_double_pendulum.
TEST(AdmissibleCommand, FindsTheLimitsOfKanesDoublePendulum) {
  const ProcessResult result = run({"admissible", scene("aghili/double_pendulum.toml"), "--json"});
  ASSERT_EQ(result.code, 0) << result.err;
  const json found = json::parse(result.out);
  EXPECT_NEAR(found["restitution_limit"], 0.39683855913961685, 1e-9);
  EXPECT_NEAR(found["restitution_limit_any_velocity"], 0.2461624686635562, 1e-9);
  EXPECT_NEAR(found["friction_limit"], 0.6636130578683241, 1e-9);
  EXPECT_NEAR(found["scene"]["critical_friction"], 0.5146497117551221, 1e-9);
  EXPECT_EQ(found["scene"]["region"], "slip");
}

// (25): the ends of the range are where the critical friction passes the friction asked for.
TEST(AdmissibleCommand, FindsTheRestitutionsThatStick) {
  const auto ask = [](double restitution) {
    const ProcessResult result = run({"admissible", scene("aghili/double_pendulum.toml"), "--friction", "0.5",
                                      "--restitution", fmt::format("{:.17g}", restitution), "--json"});
    EXPECT_EQ(result.code, 0) << result.err;
    return json::parse(result.out);
  };
  const json sticking = ask(0.7)["sticking"];
  ASSERT_EQ(sticking.size(), 2U);
  EXPECT_EQ(sticking[0]["friction"], 0.5);
  EXPECT_EQ(sticking[1]["friction"], 1.0);
  const double least = sticking[0]["restitution"][0], most = sticking[0]["restitution"][1];
  EXPECT_NEAR(ask(least)["scene"]["critical_friction"], 0.5, 1e-9);
  EXPECT_NEAR(ask(most)["scene"]["critical_friction"], 0.5, 1e-9);
  EXPECT_LT(ask(0.5 * (least + most))["scene"]["critical_friction"], 0.5);
  // With friction up to 1 it sticks up to e = 1. As printed a = 0.83 < 1: slip can be avoided whatever the restitution.
  EXPECT_LT(sticking[1]["restitution"][0], least);
  EXPECT_EQ(sticking[1]["restitution"][1], 1.0);
  EXPECT_EQ(sticking[1]["printed_restitution"], json({0.0, 1.0}));
}

TEST(ConsistencyCommand, ThePegHasOneSolutionWithTheSlipOfItsMotion) {
  const ProcessResult result = run({"consistency", scene("wang1992/peg.toml"), "--json"});
  ASSERT_EQ(result.code, 0) << result.err;
  const json found = json::parse(result.out);
  EXPECT_EQ(found["verdict"], "one");
  ASSERT_EQ(found["solutions"].size(), 1U);
  // Reference values leave the centripetal acceleration of 1e-6 m/s² out.
  EXPECT_NEAR(found["solutions"][0]["force"][0][1], 2.9781471197790568, 2e-5);
  EXPECT_NEAR(found["solutions"][0]["force"][1][1], 2.514403012649801, 2e-5);
}

TEST(ConsistencyCommand, PainlevesRodHasNoneAboveItsCriticalFriction) {
  const auto verdict = [](const char* friction) {
    const ProcessResult result =
        run({"consistency", scene("wang1992/painleve_rod.toml"), "--set",
             "body.rod.joint.position.2=2.0344439357957027", "--friction", friction, "--json"});
    return json::parse(result.out)["verdict"].get<std::string>();
  };
  EXPECT_EQ(verdict("1.333"), "one");
  EXPECT_EQ(verdict("1.334"), "none");
}

TEST(ConsistencyCommand, AMapShowsTheRegionsOfPainlevesRod) {
  const ProcessResult result =
      run({"consistency", scene("wang1992/painleve_rod.toml"), "--x", "body.rod.joint.position.2=1.6:3.1", "--y",
           "contact.0.impact.friction=0.5:3", "--cells", "6", "--json"});
  ASSERT_EQ(result.code, 0) << result.err;
  const json found = json::parse(result.out);
  EXPECT_EQ(found["map"].size(), 6U);
  EXPECT_EQ(found["map"][0][0], 1);  // little friction: one solution
  bool has_none = false;
  for (const json& cell : found["map"][5]) has_none = has_none || cell == 0;
  EXPECT_TRUE(has_none);
  EXPECT_EQ(run({"consistency", scene("wang1992/painleve_rod.toml"), "--x", "nonsense"}).code, 2);
}

TEST(ConsistencyCommand, NothingThatTouchesIsSaid) {
  const ProcessResult result = run({"consistency", scene("aghili/box_corner.toml")});
  EXPECT_EQ(result.code, 4);
  EXPECT_THAT(result.err, HasSubstr("nothing touches"));
}

// A block of 2 kg that lands flat on four corners after √(2 · 0.25/9.81) = 0.2258 s, at 2.2147 m/s and e = 0.3.
const std::string kBlock = scene("rigid/flat_block.toml");

TEST(ImpactCommand, CornersThatAreAboutToLandAreTreatedTogether) {
  const ProcessResult result = run({"impact", "--scene", kBlock, "--at", "0.2", "--json"});
  ASSERT_EQ(result.code, 0) << result.err;
  const json found = json::parse(result.out);
  EXPECT_EQ(found["time"], 0.2);
  ASSERT_EQ(found["contacts"].size(), 4U);
  EXPECT_EQ(found["contacts"][0]["name"], "wood/floor:corner2");
  const json& newton = found["groups"]["simultaneous newton"];
  EXPECT_EQ(newton["verdict"], "consistent");
  double impulse = 0.0;
  for (const json& of_corner : newton["impulse"]) impulse += of_corner[2].get<double>();
  // m (1 + e) v with v = g t, however the corners share it.
  EXPECT_NEAR(impulse, 2.0 * 1.3 * 9.81 * 0.2, 1e-7);
  EXPECT_THAT(run({"impact", "--scene", kBlock, "--at", "0.2"}).out, HasSubstr("simultaneous newton: consistent"));
}

TEST(ImpactCommand, AContactThatIsChosenIsTreatedAlone) {
  const ProcessResult result =
      run({"impact", "--scene", kBlock, "--at", "0.2", "--contact", "wood/floor:corner2", "--json"});
  ASSERT_EQ(result.code, 0) << result.err;
  const json found = json::parse(result.out);
  EXPECT_EQ(found["contact"]["name"], "wood/floor:corner2");
  EXPECT_EQ(found["contact"]["time"], 0.2);
  EXPECT_TRUE(found["laws"].contains("stronge"));
  const ProcessResult wrong = run({"impact", "--scene", kBlock, "--contact", "wood/flor:corner2"});
  EXPECT_EQ(wrong.code, 4);
  EXPECT_THAT(wrong.err, HasSubstr("did you mean 'wood/floor:corner2'?"));
}

/// The ball on a cloth that resists rolling and spinning, dropped with both.
std::vector<std::string> with_spinning_ball(std::vector<std::string> words) {
  for (const char* change : {"body.ball.joint.velocity=[0, 0, -1]", "body.ball.joint.angular_velocity=[0, 30, 20]",
                             "contact.0.impact.friction=0"}) {
    words.insert(words.end(), {"--set", change});
  }
  return words;
}

// Without friction the normal impulse is p = m (1 + e) v, and moments b p take b p/I from the turning that they oppose.
TEST(ImpactCommand, MomentsOfAContactTakeTurningAwayWithItsImpulse) {
  const std::string ball = scene("rigid/stopping_ball.toml");
  const ProcessResult result = run(with_spinning_ball({"impact", "--scene", ball, "--json"}));
  ASSERT_EQ(result.code, 0) << result.err;
  const json found = json::parse(result.out);
  EXPECT_EQ(found["contacts"][0]["turning"], (std::vector<double>{0.0, 30.0, 20.0}));
  const double m = 0.17, r = 0.0286, p = m * 1.5, inertia = 0.4 * m * r * r;
  ASSERT_GE(found["groups"].size(), 3U);
  for (const char* form : {"simultaneous newton", "simultaneous poisson", "sequential stronge"}) {
    const json& answer = found["groups"][form];
    EXPECT_NEAR(answer["impulse"][0][2], p, 1e-12) << form;
    EXPECT_NEAR(answer["moment"][0][1], -0.0012 * p, 1e-12) << form;
    EXPECT_NEAR(answer["moment"][0][2], -0.0006 * p, 1e-12) << form;
    EXPECT_NEAR(answer["turning"][0][1], 30.0 - 0.0012 * p / inertia, 1e-9) << form;
    EXPECT_NEAR(answer["turning"][0][2], 20.0 - 0.0006 * p / inertia, 1e-9) << form;
    EXPECT_EQ(answer["verdict"], "consistent") << form;
  }
  EXPECT_THAT(run(with_spinning_ball({"impact", "--scene", ball})).out, HasSubstr("moment [N m s]"));
}

TEST(ImpactCommand, DiagramsAreRefusedWhereAContactHasMoments) {
  const ProcessResult result = run(with_spinning_ball(
      {"impact", "--scene", scene("rigid/stopping_ball.toml"), "--figures", ::testing::TempDir() + "moments"}));
  EXPECT_EQ(result.code, 4);
  EXPECT_THAT(result.err, HasSubstr("ball/cloth resists rolling or spinning"));
}

TEST(AdmissibleCommand, SaysThatItLeavesMomentsOut) {
  const std::string ball = scene("rigid/stopping_ball.toml");
  const std::string note = "ball/cloth resists rolling or spinning: its moments are left out, as if it did not";
  const ProcessResult result = run(with_spinning_ball({"admissible", ball, "--json"}));
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_EQ(json::parse(result.out)["notes"], std::vector<std::string>{note});
  EXPECT_THAT(run(with_spinning_ball({"admissible", ball})).out, HasSubstr("note: " + note));
  const ProcessResult without = run({"admissible", scene("aghili/double_pendulum.toml"), "--json"});
  EXPECT_TRUE(json::parse(without.out)["notes"].empty());
}

// Its ends slide along floor and wall: what rounding leaves along the normals is 5e-20 m/s.
TEST(ImpactCommand, RoundingDoesNotSeparateContactsThatSlide) {
  const ProcessResult result = run({"impact", "--scene", scene("wang1992/peg.toml"), "--json"});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_EQ(json::parse(result.out)["contacts"].size(), 2U);
}

TEST(ImpactCommand, ContactsWithPatchesHaveTheFrictionOfTheirPatch) {
  const ProcessResult result =
      run({"impact", "--scene", scene("patch/rubber_ball.toml"), "--restitution", "0", "--json"});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_EQ(json::parse(result.out)["friction"], 0.5);
}

TEST(AdmissibleCommand, AsksWhichContactWhereSeveralTouch) {
  const ProcessResult result = run({"admissible", kBlock, "--at", "0.2"});
  EXPECT_EQ(result.code, 4);
  EXPECT_THAT(result.err, HasSubstr("wood/floor:corner2, wood/floor:corner4, wood/floor:corner6, wood/floor:corner8"));
  EXPECT_THAT(result.err, HasSubstr("--contact"));
  EXPECT_EQ(run({"admissible", kBlock, "--at", "0.2", "--contact", "wood/floor:corner2"}).code, 0);
}

// A block that slides: f_n = m g, f_t = μ f_n, whichever of the corners carry it.
TEST(ConsistencyCommand, AMomentOfARecordingIsThatOfTheRun) {
  const auto folder = std::filesystem::temp_directory_path() / "carom_moment_of_a_recording";
  std::filesystem::create_directories(folder);
  const std::string recording = folder / "block.carom";
  ASSERT_EQ(run({"run", kBlock, "--set", "scene.duration=1", "--out", recording, "--force", "--quiet"}).code, 0);
  json found[2];
  int i = 0;
  for (const std::string& source : {kBlock, recording}) {
    const ProcessResult result = run({"consistency", source, "--at", "0.9", "--json"});
    ASSERT_EQ(result.code, 0) << result.err;
    json& answer = found[i++] = json::parse(result.out);
    EXPECT_NEAR(answer["time"], 0.9, 1e-12);
    EXPECT_EQ(answer["contacts"].size(), 4U);
    EXPECT_EQ(answer["verdict"], "one");
    double normal = 0.0, tangential = 0.0;
    for (const json& force : answer["solutions"][0]["force"]) {
      normal += force[2].get<double>();
      tangential += force[0].get<double>();
    }
    EXPECT_NEAR(normal, 2.0 * 9.81, 1e-5);
    EXPECT_NEAR(tangential, -0.05 * 2.0 * 9.81, 1e-5);
  }
  EXPECT_EQ(found[0]["contacts"][0]["name"], found[1]["contacts"][0]["name"]);

  // 5 ms between samples: the nearest to 0.9021 s is that at 0.9 s, and it is said.
  const ProcessResult nearest = run({"consistency", recording, "--at", "0.9021"});
  EXPECT_THAT(nearest.out, HasSubstr("at t = 0.9 s, the sample of the recording nearest to 0.9021 s"));
  const ProcessResult late = run({"consistency", recording, "--at", "1.5"});
  EXPECT_EQ(late.code, 4);
  EXPECT_THAT(late.err, HasSubstr("1.5 s is out of range: the recording goes from 0 s to 1 s"));
  const ProcessResult changed = run({"consistency", recording, "--at", "0.9", "--set", "body.block.mass=1"});
  EXPECT_EQ(changed.code, 2);
  EXPECT_THAT(run({"consistency", recording}).err, HasSubstr("--at TIME, from 0 s to 1 s"));
  std::filesystem::remove_all(folder);
}

TEST(ConsistencyCommand, TimesThatMakeNoSenseAreRefused) {
  EXPECT_EQ(run({"consistency", kBlock, "--at", "soon"}).code, 2);
  EXPECT_EQ(run({"consistency", kBlock, "--at", "nan"}).code, 2);
  const ProcessResult late = run({"consistency", kBlock, "--at", "2.5"});
  EXPECT_EQ(late.code, 4);
  EXPECT_THAT(late.err, HasSubstr("the scene goes from 0 s to 2 s"));
  EXPECT_EQ(run({"consistency", kBlock, "--at", "-1"}).code, 4);
  const ProcessResult flying = run({"consistency", kBlock, "--at", "0.1"});
  EXPECT_EQ(flying.code, 4);
  EXPECT_THAT(flying.err, HasSubstr("nothing touches at t = 0.1 s"));
  EXPECT_EQ(run({"impact", scene("../examples/wang1992_impact.toml"), "--at", "1"}).code, 2);
}

// It touches where the gap is below 0.1 mm: 20 µs before the impact and 90 µs after it, when it rises at 0.66 m/s.
TEST(ConsistencyCommand, SaysWhatApproachesOrSeparates) {
  const ProcessResult before = run({"consistency", kBlock, "--at", "0.22574", "--contact", "wood/floor:corner2"});
  EXPECT_EQ(before.code, 0) << before.err;
  EXPECT_THAT(before.out, HasSubstr("note: wood/floor:corner2 approaches at 2.21 m/s"));
  const ProcessResult after = run({"consistency", kBlock, "--at", "0.22585"});
  EXPECT_EQ(after.code, 4);
  EXPECT_THAT(after.err, HasSubstr("separates at t = 0.22585 s: nothing exerts a force"));
}

}  // namespace
}  // namespace carom::app
