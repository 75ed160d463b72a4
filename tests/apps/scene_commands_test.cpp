// run, check, inspect and export as a user runs them: what they print, and their exit codes.
#include <algorithm>
#include <cmath>
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
using testing::Not;

const std::string kScenes = CAROM_TEST_SCENES;

ProcessResult run_carom(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), CAROM_TEST_PROGRAM);
  return test::run_process(arguments);
}

std::string read_file(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

// A file of this text in a folder of the test's own.
class SceneCommands : public testing::Test {
 protected:
  void SetUp() override { std::filesystem::create_directories(folder_); }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  [[nodiscard]] std::string path(const std::string& name) const { return folder_ / name; }
  [[nodiscard]] std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(path(name)) << text;
    return path(name);
  }

 private:
  std::filesystem::path folder_{std::filesystem::path(testing::TempDir()) /
                                ("carom-" + std::to_string(::testing::UnitTest::GetInstance()->random_seed()) + "-" +
                                 ::testing::UnitTest::GetInstance()->current_test_info()->name())};
};

TEST_F(SceneCommands, RunPrintsTheLedgerAndItsResidual) {
  const ProcessResult result = run_carom({"run", kScenes + "/basics/pendulum.toml"});
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_EQ(result.err, "");
  EXPECT_THAT(result.out, HasSubstr("pendulum: finished at t = 10 s\n"));
  EXPECT_THAT(result.out, HasSubstr("stored: kinetic"));
  EXPECT_THAT(result.out, HasSubstr("residual"));
}

// 1 N for 0.2 s on 1 kg, ramps of 1 ms: 0.201 N·s however the table is joined, but for the spline.
TEST_F(SceneCommands, ATableOfAForceGivesTheImpulseOfItsRows) {
  const std::string scene =
      write("pulse.toml",
            "[scene]\ngravity=[0,0,0]\nduration=3\n[[body]]\nname='m'\nmass=1\njoint={type='prismatic',axis=[1,0,0]}\n"
            "[[force]]\nname='pulse'\nbody='m'\nforce=[1,0,0]\n"
            "scale={ table={ times=[0,1.999,2,2.2,2.201], values=[0,0,1,1,0] } }\n");
  const auto run = [&](const std::string& set) {
    std::vector<std::string> arguments{"run", scene, "--summary", "-"};
    if (!set.empty()) arguments.insert(arguments.end(), {"--set", set});
    return run_carom(arguments);
  };
  const ProcessResult linear = run("");
  ASSERT_EQ(linear.code, 0) << linear.err;
  EXPECT_NEAR(nlohmann::json::parse(linear.out)["joints"]["m"]["velocity"][0].get<double>(), 0.201, 1e-9);
  const ProcessResult spline = run("force.0.scale.table.kind=spline");
  EXPECT_THAT(spline.err, HasSubstr("the spline overshoots its rows"));
}

// The bob stays where it is when its slider starts at once; the run says so, and its account closes.
TEST_F(SceneCommands, ADriveThatStartsAtOnceIsAnImpulse) {
  const std::string scene = write(
      "jump.toml",
      "[scene]\ngravity=[0,0,0]\nduration='1.001 s'\n[[body]]\nname='slider'\nmass=1\n"
      "joint={type='prismatic',axis=[1,0,0],drive={table={times=[1,2],values=[0,0.5]}}}\n"
      "[[body]]\nname='bob'\nmass=2\ncenter_of_mass=[0,0,-1]\njoint={type='revolute',parent='slider',axis=[0,1,0]}\n"
      "[simulate]\nintegrator={method='adaptive',tolerance=1e-10}\n");
  const ProcessResult result = run_carom({"run", scene, "--summary", "-"});
  ASSERT_EQ(result.code, 0) << result.err;
  const auto json = nlohmann::json::parse(result.out);
  // Both drift apart by (V t)²/2 in the first millisecond.
  EXPECT_NEAR(json["joints"]["bob"]["velocity"][0].get<double>(), 0.5, 1e-6);
  EXPECT_NEAR(json["energy"]["work"]["driven joints"].get<double>(), 0.125, 1e-6);
  EXPECT_LT(std::abs(json["energy"]["residual"].get<double>()), 1e-9);
  ASSERT_EQ(json["notes"].size(), 1U);
  EXPECT_THAT(json["notes"][0].dump(), HasSubstr("the drive of joint 'slider' changes its speed at once"));
}

// As a variable of the shell that is not set leaves it.
TEST_F(SceneCommands, AnEmptyNameOfAnOutputIsRefused) {
  for (const char* option : {"--out", "--summary", "--report", "--csv"}) {
    const ProcessResult result = run_carom({"run", kScenes + "/basics/pendulum.toml", option, ""});
    EXPECT_EQ(result.code, 2) << option;
    EXPECT_THAT(result.err, HasSubstr("expected a value, found an empty text")) << option;
  }
}

// Two pieces of a spline meet within rounding: that is no jump of the drive's speed.
TEST_F(SceneCommands, AnInnerPointOfASplineIsNoJumpOfADrive) {
  const std::string scene =
      write("spline.toml",
            "[scene]\nduration=2\n[[body]]\nname='m'\nmass=1\njoint={type='prismatic',axis=[1,0,0],drive={table={"
            "times=[0,0.3,0.7,1.1,2],values=[0,0.1,0.07,0.3,0.2],kind='spline',end_rates=[0,0]}}}\n");
  const ProcessResult result = run_carom({"run", scene, "--summary", "-"});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_TRUE(nlohmann::json::parse(result.out)["notes"].empty()) << result.out;
}

TEST_F(SceneCommands, ALoopWithARoundedAxisStartsWhereItWasPutAndSaysWhatItLeftOpen) {
  std::string text = read_file(kScenes + "/basics/four_bar.toml");
  const std::string axis = "axis = [0, 1, 0], position = \"-60 deg\", velocity = \"90 deg/s\" }";
  ASSERT_NE(text.find(axis), std::string::npos);
  text.replace(text.find(axis), axis.size(), "axis = [1e-9, 1, 0], position = \"-60 deg\", velocity = \"90 deg/s\" }");
  const ProcessResult exact = run_carom({"run", kScenes + "/basics/four_bar.toml", "--summary", "-"});
  const ProcessResult tilted = run_carom({"run", write("tilted.toml", text), "--summary", "-"});
  ASSERT_EQ(tilted.code, 0) << tilted.err;
  const auto before = nlohmann::json::parse(exact.out), after = nlohmann::json::parse(tilted.out);
  EXPECT_NEAR(after["joints"]["crank"]["position"][0].get<double>(),
              before["joints"]["crank"]["position"][0].get<double>(), 1e-5);
  EXPECT_THAT(after["notes"].dump(), HasSubstr("parallel up to"));
}

// Without weight the crank keeps its 90 deg/s: from -60 deg the links are in line after 2/3 s.
TEST_F(SceneCommands, AParallelogramIsWarnedOfWhereItsLinksAreInLine) {
  const std::string scene = write("parallelogram.toml", R"(
[scene]
gravity = [0, 0, 0]
duration = 1
[[body]]
name = 'crank'
mass = 1
inertia = { rod = [1, 0, 0] }
joint = { type = 'revolute', axis = [0, 1, 0], position = '-60 deg', velocity = '90 deg/s' }
[[body]]
name = 'coupler'
mass = 2
inertia = { rod = [2, 0, 0] }
joint = { type = 'revolute', parent = 'crank', at = [1, 0, 0], axis = [0, 1, 0], position = '60 deg', velocity = '-90 deg/s' }
[[body]]
name = 'rocker'
mass = 1
inertia = { rod = [-1, 0, 0] }
joint = { type = 'revolute', parent = 'coupler', at = [2, 0, 0], axis = [0, 1, 0], position = '-60 deg', velocity = '90 deg/s' }
[[constraint]]
name = 'loop'
type = 'point'
body_a = 'world'
at_a = [2, 0, 0]
body_b = 'rocker'
at_b = [-1, 0, 0]
)");
  const ProcessResult result = run_carom({"run", scene, "--summary", "-"});
  ASSERT_EQ(result.code, 0) << result.err;
  const auto json = nlohmann::json::parse(result.out);
  EXPECT_EQ(json["verdict"]["grade"], "passed with warnings");
  EXPECT_NEAR(json["notes"][0]["time"].get<double>(), 2.0 / 3.0, 1e-6);
  EXPECT_THAT(json["warnings"].dump(), HasSubstr("the loop of constraint 'loop' is in a singular position"));
}

TEST_F(SceneCommands, ALoopThatIsOpenIsAnErrorWithItsGap) {
  const ProcessResult result =
      run_carom({"run", kScenes + "/basics/four_bar.toml", "--set", "body.0.joint.position=-1"});
  EXPECT_EQ(result.code, 4);
  EXPECT_THAT(result.err, HasSubstr("constraint 'loop' is open by"));
}

TEST_F(SceneCommands, SummaryHasEveryDocumentedField) {
  const ProcessResult result = run_carom({"run", kScenes + "/basics/driven_crank.toml", "--summary", "-"});
  ASSERT_EQ(result.code, 0) << result.err;
  const auto json = nlohmann::json::parse(result.out);
  for (const char* key : {"format", "version", "scene", "formulation", "status", "time", "steps", "rhs_evaluations",
                          "wall_seconds", "bodies", "joints", "contacts", "energy"}) {
    EXPECT_TRUE(json.contains(key)) << key;
  }
  for (const char* key : {"initial", "final", "kinetic", "potential", "stored", "dissipated", "work", "residual"}) {
    EXPECT_TRUE(json["energy"].contains(key)) << key;
  }
  EXPECT_EQ(json["time"], 3.0);
  EXPECT_EQ(json["joints"]["crank"]["effort"].size(), 1U);
  EXPECT_EQ(json["bodies"]["piston"]["orientation"].size(), 4U);
}

// Gonthier's pendulum at 1 kHz, as it is and in sub-steps.
TEST_F(SceneCommands, StepsThatAreTooLongForAContactAreWarnedOf) {
  const std::string adaptive = "{ method = \"adaptive\", tolerance = 1e-6 }";
  const auto write_with = [&](const std::string& name, const std::string& integrator) {
    std::string text = read_file(kScenes + "/gonthier2004/double_pendulum.toml");
    text.replace(text.find(adaptive), adaptive.size(), integrator);
    return write(name, text);
  };
  const std::string long_steps = write_with("long.toml", "{ method = \"rk4\", step = \"1 ms\" }");
  const ProcessResult check = run_carom({"check", long_steps});
  EXPECT_EQ(check.code, 0);
  EXPECT_THAT(check.err, HasSubstr("carom: warning: a step of 0.001 s is too long for contact tip/floor"));
  EXPECT_THAT(check.out, HasSubstr("contact tip/floor bears steps of up to"));
  const ProcessResult json_result = run_carom({"check", long_steps, "--json"});
  const auto json = nlohmann::json::parse(json_result.out);
  EXPECT_THAT(json["warnings"].get<std::string>(), HasSubstr("substeps = "));
  EXPECT_EQ(json["longest_step"]["contact"], "tip/floor");
  EXPECT_LT(json["longest_step"]["step"], 1e-3);

  const ProcessResult run = run_carom({"run", long_steps, "--set", "scene.duration='1 s'", "--json"});
  EXPECT_THAT(run.err, HasSubstr("carom: warning: a step of 0.001 s is too long for contact tip/floor"));
  EXPECT_THAT(nlohmann::json::parse(run.out)["warnings"].dump(), HasSubstr("a step of 0.001 s is too long for"));

  const std::string short_steps = write_with("short.toml", "{ method = \"rk4\", step = \"1 ms\", substeps = 20 }");
  const ProcessResult fine = run_carom({"run", short_steps, "--set", "scene.duration='1 s'", "--json"});
  EXPECT_EQ(fine.code, 0);
  // What is left is what the paper's friction law returns.
  EXPECT_THAT(fine.err, Not(HasSubstr("too long")));
  for (const auto& warning : nlohmann::json::parse(fine.out)["warnings"]) {
    EXPECT_THAT(warning.get<std::string>(), HasSubstr("by its friction law"));
  }
}

TEST_F(SceneCommands, CheckTellsProgramsWhatWouldRun) {
  const ProcessResult result = run_carom({"check", kScenes + "/basics/four_bar.toml", "--json"});
  ASSERT_EQ(result.code, 0) << result.err;
  const auto json = nlohmann::json::parse(result.out);
  EXPECT_EQ(json["format"], 1);
  EXPECT_EQ(json["bodies"], 3);
  EXPECT_GT(json["constraint_rows"], 0);
  EXPECT_NEAR(json["checkpoint_every"].get<double>(), 0.1 * json["duration"].get<double>(), 1e-12);
}

TEST_F(SceneCommands, InspectShowsTheMassMatrixAtAConfiguration) {
  const ProcessResult result =
      run_carom({"inspect", kScenes + "/basics/pendulum.toml", "--q", "1.5707963267948966", "--json"});
  ASSERT_EQ(result.code, 0) << result.err;
  const auto json = nlohmann::json::parse(result.out);
  // A rod of 2 kg and 1 m, level: m l²/3 and m g l/2.
  EXPECT_NEAR(json["mass_matrix"][0][0].get<double>(), 2.0 / 3.0, 1e-15);
  EXPECT_NEAR(json["gravity_torque"][0].get<double>(), 9.81, 1e-14);
  EXPECT_EQ(json["dof"], 1);
}

TEST_F(SceneCommands, RecordedRunIsExportedWithUnitsInItsHeader) {
  ASSERT_EQ(run_carom({"run", kScenes + "/basics/pendulum.toml", "--quiet", "--out", path("run.carom")}).code, 0);
  const ProcessResult csv = run_carom({"export", path("run.carom"), "--csv", "-"});
  ASSERT_EQ(csv.code, 0) << csv.err;
  EXPECT_THAT(csv.out, testing::StartsWith("time_s,rod.position_rad,rod.velocity_rad_per_s,ledger.kinetic_J"));
  EXPECT_EQ(std::count(csv.out.begin(), csv.out.end(), '\n'), 1 + 1001);  // every 10 ms for 10 s, both ends
  EXPECT_EQ(run_carom({"export", path("run.carom"), "--hdf5", path("run.h5")}).code, 0);
  EXPECT_GT(std::filesystem::file_size(path("run.h5")), 1000U);
  EXPECT_EQ(run_carom({"export", path("run.carom")}).code, 2);
}

TEST_F(SceneCommands, MistakesEndWithTheirExitCode) {
  const std::string pendulum = kScenes + "/basics/pendulum.toml";
  const std::string torn = write("torn.toml", "[scene\nname = 1");
  const std::string senseless = write("senseless.toml", "[[body]]\nname = \"a\"\nmas = 1\n");
  EXPECT_EQ(run_carom({"check", torn}).code, 3);
  const ProcessResult key = run_carom({"check", senseless});
  EXPECT_EQ(key.code, 4);
  EXPECT_THAT(key.err, HasSubstr("senseless.toml:3:1: error: unknown key 'mas'"));
  EXPECT_THAT(key.err, HasSubstr("did you mean 'mass'?"));
  EXPECT_EQ(run_carom({"run", path("missing.toml")}).code, 6);
  EXPECT_EQ(run_carom({"run", pendulum, "--summary", path("no/such/folder.json")}).code, 6);
  EXPECT_EQ(run_carom({"inspect", pendulum, "--q", "1,2"}).code, 2);
  EXPECT_EQ(run_carom({"export", pendulum, "--csv", "-"}).code, 3);
  EXPECT_EQ(run_carom({"run", pendulum, "--out", pendulum}).code, 2);
}

// A press that is driven onto a ball on a floor: from the moment it touches no impulses stop both contacts closing.
TEST_F(SceneCommands, AStepThatCannotBeSolvedEndsTheRunAndNamesItsContacts) {
  const std::string scene = write("press.toml", R"(
[scene]
name     = "press"
duration = 1

[[body]]
name  = "press"
mass  = 1
joint = { type = "prismatic", axis = [0, 0, 1], position = 0.3, drive = { table = { times = [0, 1], values = [0.3, -0.2] } } }

[[body]]
name    = "ball"
mass    = 1
inertia = { sphere = 0.1 }
joint   = { type = "free", position = [0, 0, 0.1] }

[[shape]]
body    = "press"
type    = "plane"
normal  = [0, 0, -1]
surface = "press"

[[shape]]
body    = "ball"
type    = "sphere"
radius  = 0.1
surface = "ball"

[[shape]]
type    = "plane"
surface = "floor"

[[contact]]
between = ["ball", "floor"]
impact  = { law = "newton", restitution = 0, friction = 0.3 }

[[contact]]
between = ["ball", "press"]
impact  = { law = "newton", restitution = 0, friction = 0.3 }

[simulate]
formulation = "time-stepping"
stepping    = { scheme = "moreau-jean", step = 1e-3 }
)");
  const ProcessResult result = run_carom({"run", scene, "--out", path("press.carom")});
  EXPECT_EQ(result.code, 5) << result.out << result.err;
  EXPECT_THAT(result.err, HasSubstr("the impulses of 2 contacts were not found"));
  EXPECT_THAT(result.err, HasSubstr("normal of ball/floor"));
  EXPECT_THAT(result.err, HasSubstr("normal of ball/press"));
  EXPECT_THAT(result.err, HasSubstr("try a smaller step"));
  // All that was recorded until then can be read.
  EXPECT_EQ(run_carom({"export", path("press.carom"), "--csv", "-"}).code, 0);
}

TEST_F(SceneCommands, WhatWouldTakeForEverIsRefusedBeforeItStarts) {
  const std::string pendulum = kScenes + "/basics/pendulum.toml";
  const ProcessResult step =
      run_carom({"run", pendulum, "--set", "simulate.integrator={ method = \"rk4\", step = 1e-300 }"});
  EXPECT_EQ(step.code, 4) << step.err;
  EXPECT_THAT(step.err, HasSubstr("steps"));
  EXPECT_EQ(run_carom({"run", pendulum, "--set", "record.every=1e-300"}).code, 4);
}

// Stopped in the middle by Ctrl-C, then taken up again.
TEST_F(SceneCommands, ResumedRunHasTheBitsOfAnUnbrokenOne) {
  const std::string scene = kScenes + "/basics/double_pendulum.toml";
  const std::vector<std::string> changes{"--set", "scene.duration=9000",        "--set",  "record.every=0.1",
                                         "--set", "record.checkpoint_every=20", "--quiet"};
  const auto run = [&](std::vector<std::string> words) {
    words.insert(words.end(), changes.begin(), changes.end());
    return words;
  };
  ASSERT_EQ(run_carom(run({"run", scene, "--out", path("unbroken.carom")})).code, 0);
  std::vector<std::string> interrupted = run({"run", scene, "--out", path("broken.carom")});
  interrupted.insert(interrupted.begin(),
                     {"/usr/bin/timeout", "--foreground", "--preserve-status", "-s", "INT", "0.5", CAROM_TEST_PROGRAM});
  ASSERT_EQ(test::run_process(interrupted).code, 130) << "the run is over before it can be stopped: make it longer";
  const ProcessResult resumed = run_carom({"run", "--resume", path("broken.carom"), "--quiet"});
  EXPECT_EQ(resumed.code, 0) << resumed.err;
  for (const std::string name : {"unbroken", "broken"}) {
    ASSERT_EQ(run_carom({"export", path(name + ".carom"), "--csv", path(name + ".csv")}).code, 0);
  }
  EXPECT_EQ(read_file(path("broken.csv")), read_file(path("unbroken.csv")));
}

TEST_F(SceneCommands, ResumeSaysWhatItCannotDo) {
  const std::string scene = kScenes + "/basics/pendulum.toml";
  ASSERT_EQ(run_carom({"run", scene, "--quiet", "--set", "record.checkpoint_every=0", "--out", path("run.carom")}).code,
            0);
  const ProcessResult without = run_carom({"run", "--resume", path("run.carom")});
  EXPECT_EQ(without.code, 4);
  EXPECT_THAT(without.err, HasSubstr("has no checkpoint to go on from"));
  EXPECT_EQ(run_carom({"run", "--resume", path("none.carom")}).code, 6);
  EXPECT_EQ(run_carom({"run", "--resume", scene}).code, 3);
  EXPECT_EQ(run_carom({"run", scene, "--resume", path("run.carom")}).code, 2);
  EXPECT_EQ(run_carom({"run"}).code, 2);
}

TEST_F(SceneCommands, RunWritesSamplesAndEventsAsCsvWithoutKeepingARecording) {
  const ProcessResult result =
      run_carom({"run", kScenes + "/basics/pendulum.toml", "--quiet", "--csv", path("csv/deep")});
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_THAT(read_file(path("csv/deep/samples.csv")), testing::StartsWith("time_s,rod.position_rad,"));
  const std::string events = read_file(path("csv/deep/events.csv"));
  EXPECT_THAT(events, testing::StartsWith("time_s,kind,element,data\n10,verdict,run,"));
  EXPECT_EQ(std::ranges::count(events, '\n'), 2);
}

}  // namespace
}  // namespace carom::app
