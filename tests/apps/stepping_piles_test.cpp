// Piles, stacks and chains in time stepping, the whole way from a scene to its summary: whatever the masses,
// coefficients, laws and schemes, a run ends, nothing is below the floor, and energy that comes from nowhere is told.
#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <string>
#include <utility>
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

constexpr std::array kPileSchemes{"peiret", "moreau-jean", "stewart-trinkle", "anitescu-potra"};

std::string write_pile_head(const char* duration) {
  return fmt::format("[scene]\nname = \"pile\"\nduration = \"{}\"\n[[shape]]\ntype = \"plane\"\nsurface = \"floor\"\n",
                     duration);
}

std::string write_contacts(const std::string& impact) {
  return fmt::format(
      "[[contact]]\nbetween = [\"s\", \"floor\"]\nimpact = {{ {0} }}\n"
      "[[contact]]\nbetween = [\"s\", \"s\"]\nimpact = {{ {0} }}\n",
      impact);
}

std::string write_stepping(const std::string& keys) {
  return fmt::format("[simulate]\nformulation = \"time-stepping\"\nstepping = {{ {} }}\n", keys);
}

std::string write_body(int number, double mass, bool box, const std::string& motion) {
  return fmt::format(
      "[[body]]\nname = \"b{0}\"\nmass = {1}\ninertia = {{ {2} }}\njoint = {{ type = \"free\", {3} }}\n"
      "[[shape]]\nbody = \"b{0}\"\nsurface = \"s\"\n{4}\n",
      number, mass, box ? "box = [0.2, 0.2, 0.2]" : "sphere = 0.1", motion,
      box ? "type = \"box\"\nsize = [0.2, 0.2, 0.2]" : "type = \"sphere\"\nradius = 0.1");
}

class SteppingPiles : public testing::Test {
 protected:
  struct Run {
    test::ProcessResult result;
    json summary;
    [[nodiscard]] double lowest() const {
      double least = 1e9;
      for (const json& body : summary["bodies"]) least = std::min(least, body["position"][2].get<double>());
      return least;
    }
  };
  [[nodiscard]] Run run(const std::string& scene) const {
    const std::string path = folder_.write("scene.toml", scene);
    Run run{.result = test::run_process({CAROM_TEST_PROGRAM, "run", path, "--json", "--quiet"}), .summary = {}};
    if (!run.result.out.empty()) run.summary = json::parse(run.result.out);
    return run;
  }
  TemporaryFolder folder_;
};

// Of random piles: the centre of a ball or cube never comes nearer to the floor than its radius or half its side, 0.1
// m, but for the depth of one fast step. Mechanical energy does not grow by more than a hundredth unless the run says
// so: a note on a law, a warning or a failed verdict.
TEST_F(SteppingPiles, RandomPilesEndAboveTheFloorWithoutSilentGains) {
  std::mt19937 random(7);
  const auto pick = [&](const auto& list) { return list[random() % std::size(list)]; };
  const auto uniform = [&](double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random);
  };
  int failed = 0;
  constexpr int kPiles = 24;
  for (int k = 0; k < kPiles; ++k) {
    const double ratio = pick(std::array{1.0, 1e2, 1e4, 1e6, 1e8}), mu = pick(std::array{0.0, 0.1, 0.5, 1.0, 100.0}),
                 e = pick(std::array{0.0, 0.3, 0.8, 1.0});
    const char* scheme = kPileSchemes[static_cast<std::size_t>(k) % kPileSchemes.size()];
    const char* law = pick(std::array{"newton", "poisson"});
    const int count = 2 + static_cast<int>(random() % 4);
    const bool grows = random() % 2 == 0;
    std::string scene = write_pile_head("0.6 s");
    for (int i = 0; i < count; ++i) {
      const double place = static_cast<double>(grows ? i : count - 1 - i) / (count - 1);
      const std::string motion = fmt::format(
          "position = [{}, {}, {}], velocity = [{}, 0, 0], orientation = {{ axis = [{}, {}, 1], angle = {} }}",
          uniform(-0.05, 0.05), uniform(-0.05, 0.05), 0.2 + 0.36 * i, uniform(-1.0, 1.0), uniform(-1.0, 1.0),
          uniform(-1.0, 1.0), uniform(0.0, 1.5));
      scene += write_body(i, std::pow(ratio, place), random() % 2 == 0, motion);
    }
    scene += write_contacts(fmt::format("law = \"{}\", restitution = {}, friction = {}", law, e, mu)) +
             write_stepping(fmt::format("scheme = \"{}\"", scheme));
    const Run pile = run(scene);
    const std::string name =
        fmt::format("pile {}: {}, {}, {} bodies, ratio {}, mu {}, e {}", k, scheme, law, count, ratio, mu, e);
    ASSERT_TRUE(pile.result.code == 0 || pile.result.code == 5) << name << "\n" << pile.result.err;
    failed += pile.result.code == 5 ? 1 : 0;
    EXPECT_GT(pile.lowest(), 0.09) << name;
    const json& energy = pile.summary["energy"];
    const bool told =
        pile.result.code == 5 || pile.summary["note_count"] > 0 || pile.summary["verdict"]["grade"] != "passed";
    const double gain = energy["final"].get<double>() - energy["initial"].get<double>();
    EXPECT_TRUE(told || gain <= 0.01 * energy["initial"].get<double>()) << name << " gains " << gain << " J";
  }
  // A run may end with a true sentence; it is not the rule.
  EXPECT_LE(failed, kPiles / 8);
}

// The heavy box lifts neither itself nor the light one away: what sweeps did to depths squeezed it out under peiret.
TEST_F(SteppingPiles, LightBoxStaysUnderAHeavyOne) {
  const std::vector<std::pair<const char*, const char*>> schemes{
      {"scheme = \"peiret\"", "2 s"},
      {"scheme = \"moreau-jean\"", "2 s"},
      {"scheme = \"stewart-trinkle\"", "0.2 s"},
      {"scheme = \"anitescu-potra\"", "0.2 s"},
      {"scheme = \"peiret\", bounds = \"box\"", "0.5 s"},
      {"scheme = \"peiret\", bound_iterations = 1", "0.5 s"},
      {"scheme = \"peiret\", bounds = \"box\", bound_iterations = 1", "0.5 s"}};
  for (const auto& [keys, duration] : schemes) {
    for (const double mass : {1e4, 1e8}) {
      const Run pile = run(write_pile_head(duration) + write_body(0, 1.0, true, "position = [0, 0, 0.1]") +
                           write_body(1, mass, true, "position = [0.01, 0.02, 0.3]") +
                           write_contacts("law = \"newton\", restitution = 0, friction = 0.5") + write_stepping(keys));
      ASSERT_EQ(pile.result.code, 0) << keys << ", " << mass << pile.result.err;
      const json& light = pile.summary["bodies"]["b0"]["position"];
      // Rounding of impulses moves it by (m + 1) ε/2 (|W| |r|) a step, 1e-8 m/s at 4e7 kg, against which friction
      // holds.
      for (int axis = 0; axis < 3; ++axis) {
        EXPECT_NEAR(light[axis].get<double>(), axis == 2 ? 0.1 : 0.0, 1e-5) << keys << ", " << mass;
      }
    }
  }
}

// Capsules on joints; the uppermost is free.
std::string write_chain(int links, const char* joint, const std::string& start) {
  std::string chain;
  for (int i = 0; i < links; ++i) {
    chain += fmt::format(
        "[[body]]\nname = \"b{0}\"\nmass = 0.05\ncenter_of_mass = [0, 0, -0.05]\n"
        "inertia = {{ capsule = {{ radius = 0.01, length = 0.1 }} }}\njoint = {{ {1} }}\n"
        "[[shape]]\nbody = \"b{0}\"\ntype = \"capsule\"\nradius = 0.01\nlength = 0.1\n"
        "at = [0, 0, -0.05]\nsurface = \"s\"\n",
        i,
        i == 0 ? "type = \"free\", " + start
               : fmt::format("type = \"{}\", parent = \"b{}\", at = [0, 0, -0.1]", joint, i - 1));
  }
  return chain;
}

// Links on spherical joints, in a plane: contacts of the heap are redundant and degenerate.
TEST_F(SteppingPiles, DroppedChainsComeToRestUnderEveryScheme) {
  const std::string chain =
      write_pile_head("1 s") +
      write_chain(8, "spherical", "position = [0, 0, 0.9], orientation = { axis = [0, 1, 0], angle = \"5 deg\" }") +
      write_contacts("law = \"newton\", restitution = 0.1, friction = 0.4");
  for (const char* keys : {"scheme = \"peiret\"", "scheme = \"peiret\", bounds = \"box\"", "scheme = \"moreau-jean\"",
                           "scheme = \"stewart-trinkle\"", "scheme = \"anitescu-potra\""}) {
    const Run run_of = run(chain + write_stepping(keys));
    ASSERT_EQ(run_of.result.code, 0) << keys << run_of.result.err;
    EXPECT_GT(run_of.lowest(), 0.005) << keys;
    EXPECT_LT(run_of.summary["energy"]["final"].get<double>(), 0.3 * run_of.summary["energy"]["initial"].get<double>())
        << keys;
  }
}

// Chains that fall on their ends and whip turn by radians in steps of 4 ms. In steps of this length their inertia made
// energy until no step was short enough: they end in shorter ones, which are taken where bodies turn far.
TEST_F(SteppingPiles, ChainsThatTurnFarInAStepEndWithoutSilentGains) {
  const std::string start =
      "position = [0, 0, 1.3], orientation = { axis = [0.3, 1, 0], angle = \"10 deg\" }, angular_velocity = [1, 2, 3]";
  for (const char* joint : {"revolute", "universal", "spherical"}) {
    for (const double e : {0.0, 0.5, 1.0}) {
      const std::string chain = write_pile_head("1 s") + write_chain(10, joint, start) +
                                write_contacts(fmt::format("law = \"newton\", restitution = {}, friction = 1", e)) +
                                write_stepping("scheme = \"moreau-jean\", step = \"4 ms\"");
      const Run run_of = run(chain);
      EXPECT_EQ(run_of.result.code, 0) << joint << ", " << e << run_of.result.err;
    }
  }
}

// What a scheme would leave out it refuses, by name and line.
TEST_F(SteppingPiles, KeysOfAnotherSchemeAreRefused) {
  const std::string scene = write_pile_head("0.1 s") + write_body(0, 1.0, false, "position = [0, 0, 0.2]") +
                            write_contacts("law = \"newton\", restitution = 0, friction = 0.5");
  for (const char* keys : {"scheme = \"moreau-jean\", facets = 8", "scheme = \"moreau-jean\", bounds = \"box\"",
                           "scheme = \"stewart-trinkle\", bristle_stiffness = 1e5", "facets = 8",
                           "scheme = \"anitescu-potra\", bound_iterations = 2"}) {
    const Run refused = run(scene + write_stepping(keys));
    EXPECT_EQ(refused.result.code, 4) << keys;
    EXPECT_THAT(refused.result.err, testing::HasSubstr("does not have")) << keys;
  }
}

}  // namespace
}  // namespace carom::app
