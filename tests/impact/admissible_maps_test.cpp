// Aghili's law over the plane of friction and restitution, against maps that were computed independently.
#include <cmath>

#include <gtest/gtest.h>

#include "carom/impact/admissible_limits.h"
#include "carom/impact/laws/average_slip.h"
#include "carom/impact/resolve_impact.h"
#include "impact/reference_file.h"

namespace carom::test {
namespace {

using nlohmann::json;

// In the files' numbers: 0 inadmissible, 1 stick, 2 slip.
int number_of(AdmissibleRegion region) {
  if (region == AdmissibleRegion::Stick) return 1;
  return region == AdmissibleRegion::Slip ? 2 : 0;
}

// In the files' numbers: 1 stick, 2 slip, negative where energy is gained; 3 no slip solution.
template <class Result>
int number_of(const Result& result) {
  if (result.verdict == ImpactVerdict::NoSolution) return 3;
  const int mode = result.kind == ImpactCase::AverageStick ? 1 : 2;
  return result.verdict == ImpactVerdict::GainsEnergy ? -mode : mode;
}

// A cell this near to a boundary may lie on either side of it.
bool is_on_boundary(double value, double boundary) { return std::abs(value - boundary) <= kReferenceError; }

template <int kSize>
struct Mechanism {
  Eigen::Matrix<double, kSize, kSize> inertia;
  Eigen::Matrix<double, kSize, 1> velocity;

  explicit Mechanism(const json& system)
      : inertia(normal_last<kSize>(read_matrix<kSize>(system.at("D")))),
        velocity(normal_last<kSize>(read_vector<kSize>(system.at("v")))) {}

  [[nodiscard]] int count_slips(double friction, double restitution) const {
    const impact::ContactInertia<kSize - 1> blocks(inertia);
    return impact::find_average_slip(blocks, friction, velocity.template head<kSize - 1>(),
                                     -(1.0 + restitution) * velocity(kSize - 1))
        .count;
  }
};

template <int kSize>
int check_map(const json& system) {
  const Mechanism<kSize> own(system);
  const AdmissibleLimits limits = calc_admissible_limits(own.inertia, own.velocity);
  const json& map = system.at("map");
  int checked = 0;
  for (std::size_t row = 0; row < map.at("e").size(); ++row) {
    const double e = map.at("e").at(row).get<double>();
    const double critical = calc_critical_friction(own.inertia, own.velocity, e);
    const double printed = calc_printed_critical_friction(own.inertia, own.velocity, e);
    for (std::size_t column = 0; column < map.at("mu").size(); ++column) {
      const double mu = map.at("mu").at(column).get<double>();
      const bool doubtful =
          is_on_boundary(mu, critical) || is_on_boundary(mu, limits.friction) || is_on_boundary(e, limits.restitution);
      if (doubtful) continue;
      SCOPED_TRACE(testing::Message() << "mu = " << mu << ", e = " << e);
      const auto at = [&](const char* key) { return map.at(key).at(row).at(column); };
      EXPECT_EQ(number_of(classify(limits, critical, mu, e)), at("region_correct").template get<int>());
      if (!is_on_boundary(mu, printed)) {
        EXPECT_EQ(number_of(classify(limits, printed, mu, e)), at("region_paper").template get<int>());
      }
      const auto result = resolve_impact(*make_impact_law("aghili", e, mu), own.inertia, own.velocity);
      // A loss of no more than the error of the values may have either sign.
      if (std::abs(result.dissipation) > kReferenceError || result.verdict == ImpactVerdict::NoSolution) {
        EXPECT_EQ(number_of(result), at("model").template get<int>());
      }
      if (at("W").is_number()) {
        EXPECT_NEAR(-result.dissipation, at("W").template get<double>(), kReferenceError);
      }
      const bool sticks = std::abs(at("model").template get<int>()) == 1;
      if (!sticks) {
        EXPECT_EQ(own.count_slips(mu, e), at("nsol").template get<int>());
      }
      ++checked;
    }
  }
  return checked;
}

TEST(AdmissibleMap, RegionsModesAndLossesAgreeWithIndependentMaps) {
  const json file = read_reference("aghili.json");
  int checked = 0;
  for (const json& system : file.at("systems")) {
    if (!system.contains("map")) continue;
    SCOPED_TRACE(system.at("name").get<std::string>());
    checked += system.at("v").size() == 2 ? check_map<2>(system) : check_map<3>(system);
  }
  EXPECT_GT(checked, 800);
}

// Below and above μ* there may be no slip that is its own consequence, or several.
TEST(AverageSlip, IsCountedAsInIndependentExamples) {
  const json examples = read_reference("aghili.json").at("uniqueness").at("examples");
  ASSERT_FALSE(examples.empty());
  for (const json& example : examples) {
    const double mu = example.at("mu").get<double>(), e = example.at("e").get<double>();
    SCOPED_TRACE(testing::Message() << "mu = " << mu << ", e = " << e);
    const int expected = example.at("nsol").get<int>();
    if (example.at("v").size() == 2) {
      EXPECT_EQ(Mechanism<2>(example).count_slips(mu, e), expected);
    } else {
      EXPECT_EQ(Mechanism<3>(example).count_slips(mu, e), expected);
    }
  }
}

}  // namespace
}  // namespace carom::test
