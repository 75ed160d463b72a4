// A loop that does not close as given: closed by the smallest motion, which is said, or refused with its gap.
#include "carom/simulation/mechanism/assembly.h"

#include <cmath>
#include <numbers>
#include <optional>
#include <string>

#include <gtest/gtest.h>

#include "carom/base/input_error.h"
#include "carom/simulation/mechanism/mechanism_system.h"
#include "cases/random_source.h"
#include "simulation/methods.h"

namespace carom::simulation_tests {
namespace {

constexpr double kDegree = std::numbers::pi / 180.0;

MassProperties make_rod(double length) {
  return {.mass = 1.0,
          .center_of_mass = {0.5 * length, 0.0, 0.0},
          .inertia_about_center = length * length / 12.0 * Vector3(0.1, 1.0, 1.0).asDiagonal()};
}

// Crank, coupler and rocker of these lengths in the xz-plane, closed to the frame by a point.
struct FourBar {
  double a{1.0}, b{2.0}, c{1.0}, d{2.0};  // [m]
  double crank{-60.0 * kDegree}, coupler{60.0 * kDegree}, rocker{120.0 * kDegree};
  Vector3 crank_axis{Vector3::UnitY()};
};

Model make_model(const FourBar& bar) {
  ModelBuilder builder;
  const auto add = [&](const char* name, const char* parent, double at, double length, double position,
                       const Vector3& axis) {
    builder.add_body(
        {.name = name,
         .mass = make_rod(length),
         .joint = {
             .type = JointType::Revolute, .parent = parent, .at = {at, 0, 0}, .axis = axis, .position = {position}}});
  };
  add("crank", "world", 0.0, bar.a, bar.crank, bar.crank_axis);
  add("coupler", "crank", bar.a, bar.b, bar.coupler, Vector3::UnitY());
  add("rocker", "coupler", bar.b, bar.c, bar.rocker, Vector3::UnitY());
  builder.add_constraint({.name = "loop", .body_b = "rocker", .at_a = {bar.d, 0, 0}, .at_b = {bar.c, 0, 0}});
  return builder.build();
}

// The positions of a four-bar with this crank angle, links pointing forward along the chain; nothing where it cannot
// be.
std::optional<FourBar> close_exactly(FourBar bar, double crank) {
  // Angles about y turn x towards −z: x = cos θ, z = −sin θ.
  const double px = bar.a * std::cos(crank), pz = -bar.a * std::sin(crank);
  const double dx = bar.d - px, dz = -pz, s = std::hypot(dx, dz);
  const double cosine = (bar.b * bar.b + s * s - bar.c * bar.c) / (2.0 * bar.b * s);
  if (!(std::abs(cosine) < 0.95)) return std::nullopt;
  const double coupler = std::atan2(-dz, dx) + std::acos(cosine);  // from the x-axis
  const double ex = px + bar.b * std::cos(coupler), ez = pz - bar.b * std::sin(coupler);
  const double rocker = std::atan2(ez, bar.d - ex);
  bar.crank = crank;
  bar.coupler = coupler - crank;
  bar.rocker = rocker - coupler;
  return bar;
}

struct Assembled {
  State state;
  std::vector<RunNote> notes;
  std::string refusal;
};

Assembled put_together(const Model& model) {
  MechanismSystem system(model);
  std::vector<double> y(static_cast<std::size_t>(system.size()));
  Assembled result;
  try {
    result.notes = assemble(system, model.make_initial_state(), y);
    system.unpack(0.0, y, result.state);
  } catch (const InputError& error) {
    result.refusal = error.what();
  }
  return result;
}

double round_to(double value, int digits) {
  const double unit = std::pow(10.0, -digits);
  return unit * std::round(value / unit);
}

TEST(Assembly, ALoopThatClosesIsLeftAlone) {
  const Assembled result = put_together(make_model({}));
  EXPECT_EQ(result.refusal, "");
  EXPECT_TRUE(result.notes.empty()) << result.notes[0].sentence;
}

// Angles rounded to n digits are off by half a unit each: so is the loop, and what closes it is no larger than a few of
// them. Random linkages away from dead points (|cos| < 0.95 of the angle at the coupler).
TEST(Assembly, RoundedFourBarsAreClosedByMotionsOfTheSizeOfTheRounding) {
  cases::RandomSource random(7);
  double worst = 0.0;
  for (int tried = 0; tried < 40;) {
    const FourBar lengths{.a = random.log_uniform(0.1, 10.0),
                          .b = random.log_uniform(0.1, 10.0),
                          .c = random.log_uniform(0.1, 10.0),
                          .d = random.log_uniform(0.1, 10.0)};
    const std::optional<FourBar> exact = close_exactly(lengths, random.uniform(-3.0, 3.0));
    if (!exact) continue;
    ++tried;
    ASSERT_EQ(put_together(make_model(*exact)).refusal, "");
    for (int digits = 3; digits <= 12; ++digits) {
      FourBar rounded = *exact;
      for (double* angle : {&rounded.crank, &rounded.coupler, &rounded.rocker}) *angle = round_to(*angle, digits);
      const Assembled result = put_together(make_model(rounded));
      // Lengths that differ by a hundred turn a gap of the size of the long links into large angles of the short ones.
      if (!result.refusal.empty()) {
        EXPECT_LE(digits, 4) << result.refusal;
        EXPECT_NE(result.refusal.find("'loop' is open by"), std::string::npos) << result.refusal;
        continue;
      }
      const Vector3 moved = result.state.q - Vector3(rounded.crank, rounded.coupler, rounded.rocker);
      const double relative = moved.norm() * std::pow(10.0, digits);
      worst = std::max(worst, relative);
      EXPECT_LT(relative, 1e3) << digits << " digits";
      // Gaps of 1e-12 of the loop's size are rounding: nothing to say.
      if (digits >= 10 && result.notes.empty()) continue;
      ASSERT_EQ(result.notes.size(), 1U) << digits;
      EXPECT_NE(result.notes[0].sentence.find("smallest motion"), std::string::npos);
    }
  }
  RecordProperty("worst", std::to_string(worst));
}

// What stood without a word: the crank of a parallelogram tilted by a hair stays where it is and the linkage moves.
TEST(Assembly, ATiltedAxisDoesNotMoveTheCrank) {
  const FourBar exact;
  const State end =
      run(make_model(exact), make_model(exact).make_initial_state(), make_options(AdaptiveMethod::DormandPrince), 1.0)
          .state;
  for (const double tilt : {1e-12, 1e-9, 1e-6, 3.7e-6, 5e-5}) {
    FourBar bar = exact;
    bar.crank_axis = Vector3(tilt, 1.0, 0.0);
    const Model model = make_model(bar);
    const Assembled result = put_together(model);
    ASSERT_EQ(result.refusal, "");
    EXPECT_EQ(result.state.q[0], exact.crank) << tilt;
    ASSERT_FALSE(result.notes.empty()) << tilt;
    EXPECT_NE(result.notes[0].sentence.find("parallel up to"), std::string::npos) << result.notes[0].sentence;
    const SimulationReport report =
        run(model, model.make_initial_state(), make_options(AdaptiveMethod::DormandPrince), 1.0);
    ASSERT_EQ(report.status, SimulationStatus::Finished) << report.sentence;
    EXPECT_EQ(report.state.q, end.q) << "the same linkage, whose axes are parallel";
    EXPECT_LT(std::abs(report.ledger.residual()), 1e-7 * report.ledger.scale) << tilt;
  }
}

// Beyond rounding a tilt is meant, and then the loop is open.
TEST(Assembly, AnAxisThatIsTiltedByMoreIsRefusedWithTheGap) {
  for (const double tilt : {3e-4, 1e-3, 1e-2}) {
    FourBar bar;
    bar.crank_axis = Vector3(tilt, 1.0, 0.0);
    const Assembled result = put_together(make_model(bar));
    EXPECT_NE(result.refusal.find("'loop' is open by"), std::string::npos) << tilt << ": " << result.refusal;
    EXPECT_NE(result.refusal.find(" m "), std::string::npos) << result.refusal;
  }
}

TEST(Assembly, AnOpenLoopIsRefusedWithItsGap) {
  const Assembled result = put_together(make_model({.rocker = 100.0 * kDegree}));
  EXPECT_NE(result.refusal.find("constraint 'loop' is open by 0.347 m"), std::string::npos) << result.refusal;
}

// Stretched out, the loop is about to turn round: a gap of δ takes a motion of √δ, on either side.
TEST(Assembly, AStretchedLinkageIsClosedNearby) {
  for (const double gap : {1e-12, 1e-9, 1e-6}) {
    const FourBar bar{.a = 1.0, .b = 1.0, .c = 1.0, .d = 3.0 - gap, .crank = 0.0, .coupler = 0.0, .rocker = 0.0};
    const Assembled result = put_together(make_model(bar));
    if (!result.refusal.empty()) {
      EXPECT_NE(result.refusal.find("initial state"), std::string::npos);
      continue;
    }
    EXPECT_LT(result.state.q.norm(), 10.0 * std::sqrt(gap)) << gap;
  }
}

TEST(Assembly, VelocitiesThatDoNotFitAreSaid) {
  FourBar bar;
  const Model model = make_model(bar);
  State state = model.make_initial_state();
  state.v[0] = 1.5;
  MechanismSystem system(model);
  std::vector<double> y(static_cast<std::size_t>(system.size()));
  const std::vector<RunNote> notes = assemble(system, state, y);
  ASSERT_EQ(notes.size(), 1U);
  EXPECT_NE(notes[0].sentence.find("velocities given do not satisfy"), std::string::npos) << notes[0].sentence;
}

}  // namespace
}  // namespace carom::simulation_tests
