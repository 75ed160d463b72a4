// Rigid contacts that resist rolling and spinning, the whole way from a scene to its summary.
#include <cmath>
#include <numbers>
#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "apps/temporary_folder.h"
#include "support/process.h"

namespace carom::app {
namespace {

using nlohmann::json;
using testing::HasSubstr;

constexpr double kGravity = 9.81, kRadius = 0.1;
constexpr const char* kSchemes[] = {"peiret", "moreau-jean", "stewart-trinkle", "anitescu-potra"};

struct RollingBall {
  std::string motion{"velocity = [1, 0, 0], angular_velocity = [0, 10, 0]"};
  double rolling{}, spinning{};  // [m]
  double slope{};                // down along x  [rad]
  std::string duration{"1 s"};
  std::string impact{"law = \"newton\", restitution = 0"};
};

// On a plane, with gravity turned by the slope.
std::string write_rolling(const RollingBall& ball, const std::string& formulation, const std::string& stepping) {
  return fmt::format(R"([scene]
name = "ball"
gravity = [{}, 0, {}]
duration = "{}"
[[body]]
name = "ball"
mass = 2.0
inertia = {{ sphere = 0.1 }}
joint = {{ type = "free", position = [0, 0, 0.1], {} }}
[[shape]]
body = "ball"
type = "sphere"
radius = 0.1
surface = "ball"
[[shape]]
type = "plane"
surface = "floor"
[[contact]]
between = ["ball", "floor"]
impact = {{ {}, friction = 0.5 }}
rolling = {{ rolling = {}, spinning = {} }}
[simulate]
formulation = "{}"
{}
)",
                     kGravity * std::sin(ball.slope), -kGravity * std::cos(ball.slope), ball.duration, ball.motion,
                     ball.impact, ball.rolling, ball.spinning, formulation,
                     stepping.empty() ? "" : "stepping = { " + stepping + " }");
}

class SteppingResistance : public testing::Test {
 protected:
  struct Run {
    test::ProcessResult result;
    json summary;
    [[nodiscard]] double velocity(int axis) const { return summary["bodies"]["ball"]["velocity"][axis]; }
    [[nodiscard]] double spin(int axis) const { return summary["bodies"]["ball"]["angular_velocity"][axis]; }
    [[nodiscard]] double position(int axis) const { return summary["bodies"]["ball"]["position"][axis]; }
  };
  [[nodiscard]] Run run(const std::string& scene) const {
    const std::string path = folder_.write("scene.toml", scene);
    Run run{.result = test::run_process({CAROM_TEST_PROGRAM, "run", path, "--json", "--quiet"}), .summary = {}};
    if (!run.result.out.empty()) run.summary = json::parse(run.result.out);
    return run;
  }
  [[nodiscard]] Run step(const RollingBall& ball, const std::string& scheme) const {
    return run(write_rolling(ball, "time-stepping", fmt::format("scheme = \"{}\"", scheme)));
  }
  TemporaryFolder folder_;
};

// About the contact: (7/5) m r² α = b m g, so that a = (5/7) g b/r. Steps of constant forces are exact in velocities;
// bristles let slip lag by K⁻¹ of the change of force.
TEST_F(SteppingResistance, RollingBallSlowsDownInProportionToTime) {
  const double a = 5.0 / 7.0 * kGravity * 0.005 / kRadius;
  for (const char* scheme : kSchemes) {
    const Run ball = step({.rolling = 0.005}, scheme);
    ASSERT_EQ(ball.result.code, 0) << ball.result.err;
    EXPECT_NEAR(ball.velocity(0), 1.0 - a, 1e-8) << scheme;
    // ½ · 7/5 · m (v₀² − v²), all of it by resistance but for what stretches the bristles of peiret: with F = m a = 0.7
    // N they store ½ F²/K, and their damping takes as much again, 4.9e-6 J together.
    EXPECT_NEAR(ball.summary["energy"]["dissipated"]["rolling resistance"], 0.7 * 2.0 * (1.0 - (1.0 - a) * (1.0 - a)),
                1e-5)
        << scheme;
    EXPECT_LT(std::abs(ball.summary["energy"]["dissipated"]["friction"].get<double>()), 1e-6) << scheme;
  }
}

// It stops after v₀²/(2 a), to within a step's way, and does not creep back.
TEST_F(SteppingResistance, RollingBallComesToRestAndStays) {
  const double a = 5.0 / 7.0 * kGravity * 0.005 / kRadius;
  for (const char* scheme : kSchemes) {
    const Run ball = step({.rolling = 0.005, .duration = "4 s"}, scheme);
    ASSERT_EQ(ball.result.code, 0) << ball.result.err;
    EXPECT_NEAR(ball.position(0), 0.5 / a, 1e-3) << scheme;
    EXPECT_LT(std::abs(ball.velocity(0)), 1e-9) << scheme;
    EXPECT_LT(std::abs(ball.spin(1)), 1e-9) << scheme;
  }
}

// (2/5) m r² dω/dt = −b m g.
TEST_F(SteppingResistance, SpinningBallStopsInProportionToTime) {
  const double rate = 0.001 * kGravity / (0.4 * kRadius * kRadius);
  for (const char* scheme : kSchemes) {
    RollingBall ball{.motion = "angular_velocity = [0, 0, 4]", .spinning = 0.001};
    EXPECT_NEAR(step(ball, scheme).spin(2), 4.0 - rate, 1e-9) << scheme;
    ball.duration = "2 s";
    EXPECT_NEAR(step(ball, scheme).spin(2), 0.0, 1e-12) << scheme;
  }
}

// On a slope with tan θ = s b/r: it stands for s < 1, else it rolls with (5/7) g (sin θ − b/r cos θ).
TEST_F(SteppingResistance, BallOnASlopeRollsOnlyBeyondTheArmOverItsRadius) {
  for (const char* scheme : kSchemes) {
    // Bristles that are stretched at first swing to twice the friction that holds: from half of the slope on they roll
    // the ball a little before they rest.
    const bool swings = std::string(scheme) == "peiret";
    for (const double part : {0.4, swings ? 0.45 : 0.999, 1.1, 3.0}) {
      const double slope = std::atan(part * 0.01 / kRadius);
      const Run ball = step({.motion = "velocity = [0, 0, 0]", .rolling = 0.01, .slope = slope}, scheme);
      ASSERT_EQ(ball.result.code, 0) << ball.result.err;
      const double a = 5.0 / 7.0 * kGravity * (std::sin(slope) - 0.01 / kRadius * std::cos(slope));
      EXPECT_NEAR(ball.velocity(0), std::max(a, 0.0),
                  part < 1.0 ? 1e-9
                  : swings   ? 5e-3
                             : 1e-9)
          << scheme << ", " << part;
    }
  }
}

// From event to event the same ball, to the integrator's tolerance; the floor has it when it stops.
TEST_F(SteppingResistance, EventDrivenBallRollsAndStopsAsItsSceneSays) {
  const double a = 5.0 / 7.0 * kGravity * 0.005 / kRadius;
  const Run rolling = run(write_rolling({.rolling = 0.005}, "event-driven", ""));
  ASSERT_EQ(rolling.result.code, 0) << rolling.result.err;
  EXPECT_NEAR(rolling.velocity(0), 1.0 - a, 1e-8);
  EXPECT_NEAR(rolling.summary["energy"]["dissipated"]["rolling resistance"], 0.7 * 2.0 * (1.0 - (1.0 - a) * (1.0 - a)),
              1e-8);
  const Run stopped = run(write_rolling({.rolling = 0.005, .duration = "4 s"}, "event-driven", ""));
  ASSERT_EQ(stopped.result.code, 0) << stopped.result.err;
  EXPECT_NEAR(stopped.position(0), 0.5 / a, 1e-8);
  EXPECT_LT(std::abs(stopped.velocity(0)), 1e-12);
}

// What is not taken is refused by name.
TEST_F(SteppingResistance, ResistanceIsRefusedWhereItCannotBeFollowed) {
  const Run poisson =
      run(write_rolling({.rolling = 0.005, .impact = "law = \"poisson\", restitution = 0.5"}, "time-stepping", ""));
  EXPECT_EQ(poisson.result.code, 4);
  EXPECT_THAT(poisson.result.err, HasSubstr("poisson"));
}

}  // namespace
}  // namespace carom::app
