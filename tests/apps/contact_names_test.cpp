// What contacts are called, from the scene file to all that a run writes, and back by --set.
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "support/process.h"

namespace carom::app {
namespace {

using nlohmann::json;
using test::ProcessResult;
using testing::HasSubstr;
using testing::Not;

const std::string kScenes = CAROM_TEST_SCENES;

ProcessResult run_carom(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), CAROM_TEST_PROGRAM);
  return test::run_process(arguments);
}

json read_summary(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "run");
  arguments.emplace_back("--json");
  const ProcessResult result = run_carom(arguments);
  EXPECT_EQ(result.code, 0) << result.err;
  return json::parse(result.out, nullptr, /*allow_exceptions=*/false);
}

// Two feet of one surface, a crate on its corners, and two walls of the world.
const std::string kFeet = R"(
[scene]
duration = 0.3
[[body]]
name = "left_leg"
mass = 1
inertia = { sphere = 0.1 }
joint = { type = "free", position = [0, 0, 0.2] }
[[body]]
name = "right_leg"
mass = 1
inertia = { sphere = 0.1 }
joint = { type = "free", position = [1, 0, 0.25] }
[[body]]
name = "chest"
mass = 1
inertia = { box = [0.2, 0.2, 0.2] }
joint = { type = "free", position = [2, 0, 0.2] }
[[shape]]
body = "left_leg"
type = "sphere"
radius = 0.1
surface = "rubber"
[[shape]]
body = "right_leg"
type = "sphere"
radius = 0.1
surface = "rubber"
[[shape]]
body = "chest"
type = "box"
size = [0.2, 0.2, 0.2]
surface = "wood"
[[shape]]
type = "plane"
surface = "ground"
[[contact]]
between = ["wood", "ground"]
normal = { law = "hunt-crossley", stiffness = 1e5, exponent = 1, alpha = 0.5 }
impact = { law = "newton", restitution = 0.2, friction = 0.1 }
[[contact]]
between = ["rubber", "ground"]
normal = { law = "hertz", stiffness = 1e6 }
friction = { law = "coulomb", static = 0.3, kinetic = 0.3 }
impact = { law = "newton", restitution = 0.5, friction = 0.3 }
)";

class ContactNamesOfRuns : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (std::filesystem::temp_directory_path() / "carom-names-XXXXXX").string();
    folder_ = mkdtemp(pattern.data());
    std::ofstream(path("feet.toml")) << kFeet;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  [[nodiscard]] std::string path(const std::string& name) const { return folder_ / name; }
  [[nodiscard]] std::string read(const std::string& name) const {
    std::ifstream file(path(name));
    return {std::istreambuf_iterator<char>(file), {}};
  }

 private:
  std::filesystem::path folder_;
};

TEST_F(ContactNamesOfRuns, SayWhoTouchesWhomWhereverAContactIsShown) {
  for (const std::string formulation : {"compliant", "event-driven", "time-stepping"}) {
    SCOPED_TRACE(formulation);
    const ProcessResult run =
        run_carom({"run", path("feet.toml"), "--set", "simulate.formulation=" + formulation, "--csv", path("csv"),
                   "--report", path("page.html"), "--summary", path("summary.json"), "--force"});
    ASSERT_EQ(run.code, 0) << run.err;
    const json contacts = json::parse(read("summary.json"))["contacts"];
    std::set<std::string> names;
    for (const auto& [name, contact] : contacts.items()) names.insert(name);
    EXPECT_EQ(names.size(), 10U);
    for (const char* name : {"left_leg/ground", "right_leg/ground", "wood/ground:corner1", "wood/ground:corner8"}) {
      EXPECT_TRUE(names.contains(name)) << name;
      EXPECT_THAT(read("csv/samples.csv"), HasSubstr(std::string("contact.") + name + ".gap_m"));
      EXPECT_THAT(read("page.html"), HasSubstr(std::string("\"name\":\"") + name + "\""));
    }
    EXPECT_EQ(contacts["left_leg/ground"]["bodies"], json({"left_leg", "world"}));
    EXPECT_EQ(contacts["left_leg/ground"]["surfaces"], json({"rubber", "ground"}));
    EXPECT_EQ(contacts["wood/ground:corner1"]["bodies"], json({"chest", "world"}));
    EXPECT_THAT(run.out, HasSubstr("\n  left_leg/ground"));
    EXPECT_THAT(run.out, HasSubstr("chest, world"));
    EXPECT_THAT(read("csv/events.csv"), HasSubstr(",left_leg/ground,"));
    EXPECT_THAT(read("page.html"), HasSubstr("\"element\":\"left_leg/ground\""));
  }
}

// What a summary calls a contact, --set takes: the rule of that contact changes, and no other.
TEST_F(ContactNamesOfRuns, EveryNameOfASummaryIsTakenBySet) {
  const json before = read_summary({path("feet.toml")});
  for (const auto& [name, contact] : before["contacts"].items()) {
    const ProcessResult check = run_carom({"check", path("feet.toml"), "--json", "--set",
                                           "contact." + name + ".normal={ law = \"lee-wang\", stiffness = 1e5 }"});
    ASSERT_EQ(check.code, 0) << name << "\n" << check.err;
    for (const json& laws : json::parse(check.out)["contact_laws"]) {
      EXPECT_EQ(laws["normal"] == "lee-wang", laws["between"] == contact["surfaces"]) << name << laws;
    }
  }
}

TEST_F(ContactNamesOfRuns, SetFindsThePendulumsContactByItsSurfaces) {
  const std::string scene = kScenes + "/gonthier2004/double_pendulum.toml";
  const std::vector<std::string> kShort{scene, "--set", "scene.duration=0.5"};
  const auto with = [&](const std::string& assignment) {
    std::vector<std::string> arguments = kShort;
    arguments.insert(arguments.end(), {"--set", assignment});
    return read_summary(arguments);
  };
  const json soft = with("contact.tip/floor.normal.stiffness=1e7");
  ASSERT_TRUE(soft["contacts"].contains("tip/floor"));
  EXPECT_EQ(soft["joints"], with("contact.0.normal.stiffness=1e7")["joints"]);
  EXPECT_EQ(soft["joints"], with("contact.floor/tip.normal.stiffness=1e7")["joints"]);
  EXPECT_NE(soft["joints"], read_summary(kShort)["joints"]);
  const ProcessResult wrong = run_carom({"check", scene, "--set", "contact.tipp/floor.normal.stiffness=1e7"});
  EXPECT_EQ(wrong.code, 4);
  EXPECT_THAT(wrong.err, HasSubstr("there is no contact 'tipp/floor'; did you mean 'tip/floor'?"));
}

// The wood's stiffness is not that of the rubber: in the order of names the rubber comes first, in the file the wood.
TEST_F(ContactNamesOfRuns, CompareGivesEachContactItsOwnParameters) {
  const ProcessResult compare = run_carom({"compare", path("feet.toml"), "--set",
                                           "contact.wood/ground.normal={ law = \"hertz\", stiffness = 2e5 }", "--with",
                                           "normal.law=power normal.exponent=1.5", "--json"});
  ASSERT_EQ(compare.code, 0) << compare.err;
  const json overrides = json::parse(compare.out)["runs"][1]["overrides"];
  bool rubber = false, wood = false;
  for (const json& each : overrides) {
    rubber = rubber || each == "contact.rubber/ground.normal.stiffness=1000000";
    wood = wood || each == "contact.wood/ground.normal.stiffness=200000";
  }
  EXPECT_TRUE(rubber && wood) << overrides.dump(1);
}

}  // namespace
}  // namespace carom::app
