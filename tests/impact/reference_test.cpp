#include <numbers>

#include <gtest/gtest.h>

#include "carom/impact/admissible_limits.h"
#include "carom/impact/resolve_impact.h"
#include "impact/reference_file.h"

namespace carom::test {
namespace {

using nlohmann::json;

double number_at(const json& row, const char* key) { return row.at(key).get<double>(); }

Eigen::Matrix2d planar_inertia(const json& row) {
  const double coupling = -number_at(row, "inv_m3");
  return Eigen::Matrix2d{{number_at(row, "inv_m1"), coupling}, {coupling, number_at(row, "inv_m2")}};
}

TEST(PlanarImpact, AgreesWithIndependentValuesForEveryLaw) {
  const json file = read_reference("impact_planar.json");
  for (const json& row : file.at("cases")) {
    const Eigen::Vector2d velocity(number_at(row, "S0"), number_at(row, "C0"));
    for (const auto& [name, expected] : row.at("laws").items()) {
      SCOPED_TRACE(row.at("name").get<std::string>() + ", " + name);
      const auto law = make_impact_law(name, number_at(row.at("input"), "e"), number_at(row.at("input"), "mu"));
      ASSERT_TRUE(law);
      const PlanarImpactResult result = resolve_impact(*law, planar_inertia(row), velocity);
      EXPECT_NEAR(result.impulse(0), number_at(expected, "Px"), kReferenceError);
      EXPECT_NEAR(result.impulse(1), number_at(expected, "PyT"), kReferenceError);
      EXPECT_NEAR(result.velocity(0), number_at(expected, "Sf"), kReferenceError);
      EXPECT_NEAR(result.velocity(1), number_at(expected, "Cf"), kReferenceError);
      EXPECT_NEAR(result.dissipation, number_at(expected, "D"), kReferenceError);
      EXPECT_NEAR(result.normal_dissipation, number_at(expected, "Dn"), kReferenceError);
      const std::string expected_case = expected.at("case").get<std::string>();
      const std::string found_case(name_of(result.kind));
      EXPECT_EQ(found_case, expected_case == "brach:no impact" ? "no impact" : expected_case);
      if (expected.at("PyC").is_number()) {
        EXPECT_NEAR(result.compression_impulse, number_at(expected, "PyC"), kReferenceError);
      }
      if (expected.at("PyS").is_number() && result.kind != ImpactCase::Slip) {
        EXPECT_NEAR(result.slip_end_impulse, number_at(expected, "PyS"), kReferenceError);
      }
    }
  }
}

TEST(SpatialImpact, AgreesWithIndependentValuesForEveryHypothesis) {
  const json file = read_reference("impact_spatial.json");
  for (const json& row : file.at("cases")) {
    for (const auto& [name, expected] : row.at("laws").items()) {
      SCOPED_TRACE(row.at("name").get<std::string>() + ", " + name);
      const auto law = make_impact_law(name, number_at(row, "e"), number_at(row, "mu"));
      ASSERT_TRUE(law);
      const ImpactResult result = resolve_impact(*law, read_matrix<3>(row.at("W")), read_vector<3>(row.at("v0")));
      EXPECT_LT((result.impulse - read_vector<3>(expected.at("P"))).norm(), kReferenceError);
      EXPECT_LT((result.velocity - read_vector<3>(expected.at("v"))).norm(), kReferenceError);
      EXPECT_NEAR(result.dissipation, number_at(expected, "D"), kReferenceError);
      EXPECT_NEAR(result.normal_dissipation, number_at(expected, "Dn"), kReferenceError);
      EXPECT_NEAR(result.compression_impulse, number_at(expected, "pC"), kReferenceError);
      EXPECT_EQ(name_of(result.path().back().motion), expected.at("end_mode").get<std::string>());
    }
  }
}

TEST(RodSweep, AgreesWithIndependentValuesOverRestitutionAndFriction) {
  const json file = read_reference("impact_rod_sweep.json");
  for (const json& sweep : file.at("sweeps")) {
    const double angle = number_at(sweep, "theta_deg") * std::numbers::pi / 180.0;
    const double along = 0.5 * std::cos(angle) * number_at(sweep, "lean"), up = 0.5 * std::sin(angle);
    const Eigen::Matrix2d inertia{{1.0 + 12.0 * up * up, -12.0 * along * up},
                                  {-12.0 * along * up, 1.0 + 12.0 * along * along}};
    const Eigen::Vector2d velocity(number_at(sweep, "S0"), number_at(sweep, "C0"));
    for (const json& curve : sweep.at("curves")) {
      for (std::size_t i = 0; i < sweep.at("e").size(); ++i) {
        SCOPED_TRACE(curve.at("law").get<std::string>() + " at row " + std::to_string(i));
        const auto law = make_impact_law(curve.at("law").get<std::string>(), sweep.at("e").at(i).get<double>(),
                                         number_at(curve, "mu"));
        ASSERT_TRUE(law);
        const PlanarImpactResult result = resolve_impact(*law, inertia, velocity);
        EXPECT_NEAR(result.impulse(0), curve.at("Px").at(i).get<double>(), kReferenceError);
        EXPECT_NEAR(result.impulse(1), curve.at("PyT").at(i).get<double>(), kReferenceError);
        EXPECT_NEAR(result.velocity(0), curve.at("Sf").at(i).get<double>(), kReferenceError);
        EXPECT_NEAR(result.dissipation / number_at(curve, "D0"), curve.at("D_over_D0").at(i).get<double>(),
                    kReferenceError / number_at(curve, "D0"));
      }
    }
  }
}

template <int kSize>
void check_aghili_point(const json& system, const json& point, const char* law_name, const char* key) {
  const json& expected = point.at(key);
  const auto inertia = normal_last<kSize>(read_matrix<kSize>(system.at("D")));
  const auto velocity = normal_last<kSize>(read_vector<kSize>(system.at("v")));
  const auto law = make_impact_law(law_name, number_at(point, "e"), number_at(point, "mu"));
  ASSERT_TRUE(law);
  const auto result = resolve_impact(*law, inertia, velocity);
  const std::string mode = expected.at("mode").get<std::string>();
  if (mode == "slip-no-solution") {
    EXPECT_EQ(result.verdict, ImpactVerdict::NoSolution);
    return;
  }
  EXPECT_EQ(name_of(result.kind), mode);
  EXPECT_LT((result.impulse - normal_last<kSize>(read_vector<kSize>(expected.at("i")))).norm(), kReferenceError);
  EXPECT_LT((result.velocity - normal_last<kSize>(read_vector<kSize>(expected.at("v")))).norm(), kReferenceError);
  EXPECT_NEAR(-result.dissipation, number_at(expected, "W"), kReferenceError);
}

template <int kSize>
void check_aghili_system(const json& system) {
  const auto inertia = normal_last<kSize>(read_matrix<kSize>(system.at("D")));
  const auto velocity = normal_last<kSize>(read_vector<kSize>(system.at("v")));
  const AdmissibleLimits limits = calc_admissible_limits(inertia, velocity);
  EXPECT_NEAR(limits.restitution, number_at(system, "e_star"), kReferenceError);
  EXPECT_NEAR(limits.restitution_any_velocity, number_at(system, "e_star_conservative"), kReferenceError);
  EXPECT_NEAR(limits.friction, number_at(system, "mu_star"), kReferenceError);
  for (const json& point : system.at("points")) {
    SCOPED_TRACE("mu " + point.at("mu").dump() + ", e " + point.at("e").dump());
    const double e = number_at(point, "e");
    if (point.at("mu_cr").is_number()) {
      EXPECT_NEAR(calc_critical_friction(inertia, velocity, e), number_at(point, "mu_cr"), kReferenceError);
    }
    EXPECT_NEAR(calc_printed_critical_friction(inertia, velocity, e), number_at(point, "mu_cr_paper"), kReferenceError);
    check_aghili_point<kSize>(system, point, "aghili", "correct");
    check_aghili_point<kSize>(system, point, "aghili-printed", "paper");
  }
}

TEST(Aghili, AgreesWithIndependentValuesOnSevenMechanisms) {
  const json file = read_reference("aghili.json");
  for (const json& system : file.at("systems")) {
    SCOPED_TRACE(system.at("name").get<std::string>());
    if (system.at("v").size() == 2) {
      check_aghili_system<2>(system);
    } else {
      check_aghili_system<3>(system);
    }
  }
}

}  // namespace
}  // namespace carom::test
