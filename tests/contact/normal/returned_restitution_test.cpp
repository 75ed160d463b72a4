#include <algorithm>
#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "carom/contact/normal/normal_law.h"
#include "contact/impact_motion.h"
#include "contact/reference.h"

namespace carom {
namespace {

using test::ImpactResult;
using test::Reference;
using test::simulate_impact;

NormalResponse touch(const NormalLaw& law, double speed) { return make_response(law, calc_latch(law, speed)); }

// The integration of the test is good to about 1e-13 of each quantity; the reference says its own error.
void expect_value(double found, const Reference& reference, const std::string& what) {
  EXPECT_NEAR(found, reference.value(), reference.error() + 2e-13 * std::abs(reference.value())) << what;
}

TEST(ReturnedRestitution, OfGonthierIsTheOneAskedFor) {
  for (const double e : {0.01, 0.02, 0.05, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99, 0.999999, 1.0}) {
    for (const double speed : {1e-4, 1e-2, 1.0, 100.0}) {
      for (const double exponent : {1.0, 1.5, 2.5}) {
        const normal::Gonthier law{.stiffness = 1e9, .exponent = exponent, .restitution = e};
        const double returned = simulate_impact(law.response(law.latch(speed)), 2.0, speed).restitution;
        EXPECT_NEAR(returned, e, 1e-11 * e) << "e = " << e << ", speed = " << speed << ", exponent = " << exponent;
      }
    }
  }
}

TEST(ReturnedRestitution, OfGonthierFollowsAFunctionOfTheSpeed) {
  const Restitution table = Restitution::Table{{0.1, 1.0, 4.0}, {0.95, 0.7, 0.2}};
  for (const Restitution& asked : {table, Restitution(Restitution::Linear{.alpha = 0.2})}) {
    for (const double speed : {0.05, 0.4, 1.0, 2.7, 6.0}) {
      const normal::Gonthier law{.restitution = asked};
      const double returned = simulate_impact(law.response(law.latch(speed)), 0.5, speed).restitution;
      EXPECT_NEAR(returned, asked.at(speed), 1e-11) << "speed = " << speed;
    }
  }
}

TEST(ReturnedRestitution, OfHuntAndCrossleyMatchesFigureTwo) {
  const Reference data = Reference::open("gonthier_fig2_fig3.json");
  const normal::HuntCrossley law{.stiffness = data["k"].number(), .alpha = data["alpha"].number()};
  for (std::size_t i = 0; i < data["fig2"].size(); ++i) {
    const Reference row = data["fig2"][i];
    const double speed = row["v"].number();
    const ImpactResult impact = simulate_impact(law.response(0.0), data["m"].number(), speed);
    expect_value(impact.restitution, row["HC_e_eff"], "speed " + std::to_string(speed));
  }
}

TEST(ReturnedRestitution, ForceLoopsOfGonthierMatchFigureThree) {
  const Reference data = Reference::open("gonthier_fig2_fig3.json");
  for (std::size_t i = 0; i < data["fig3"].size(); ++i) {
    const Reference row = data["fig3"][i];
    const double e = row["e"].number(), speed = row["v_i"].number();
    const normal::Gonthier law{.stiffness = data["k"].number(), .restitution = e};
    const std::string what = "e = " + std::to_string(e);
    EXPECT_NEAR(law.latch(speed), row["a"].number(), 1e-14 * row["a"].number()) << what;
    const ImpactResult impact = simulate_impact(law.response(law.latch(speed)), data["m"].number(), speed);
    expect_value(impact.peak_depth, row["x_max"], what);
    expect_value(impact.peak_force, row["F_max"], what);
    expect_value(impact.force_at_depth, row["F_at_x_max"], what);
    expect_value(impact.depth_duration, row["duration"], what);
    // At e = 1 nothing is lost, and the error is one of the energy that there was.
    EXPECT_NEAR(impact.dissipated, row["energy_dissipated"].value(),
                row["energy_dissipated"].error() + 1e-12 * 0.5 * data["m"].number() * speed * speed)
        << what;
  }
}

TEST(ReturnedRestitution, OfStatelessLawsMatchesIndependentIntegration) {
  const Reference data = Reference::open("restitution_laws.json");
  const double k = data["k"].number(), m = data["m"].number();
  const auto compare = [&](const std::string& name, auto make) {
    for (std::size_t i = 0; i < data[name].size(); ++i) {
      const NormalLaw law = make(data[name][i]["lambda"].number());
      const Reference rows = data[name][i]["rows"];
      for (std::size_t j = 0; j < rows.size(); ++j) {
        const double speed = rows[j]["v"].number();
        const std::string what = name + ", row " + std::to_string(i) + ", speed " + std::to_string(speed);
        const ImpactResult impact = simulate_impact(touch(law, speed), m, speed);
        expect_value(impact.restitution, rows[j]["e"], what);
        expect_value(impact.peak_depth, rows[j]["z_max"], what);
        const bool released = name != "hunt-crossley";
        expect_value(impact.depth_duration, rows[j][released ? "duration_z>0" : "duration"], what);
        if (released) expect_value(impact.force_duration, rows[j]["duration_F>0"], what);
      }
    }
  };
  compare("azad-featherstone",
          [&](double damping) { return normal::AzadFeatherstone{.stiffness = k, .damping = damping}; });
  compare("lee-wang", [&](double damping) { return normal::LeeWang{.stiffness = k, .damping = damping}; });
  compare("hunt-crossley", [&](double damping) { return normal::HuntCrossley{.stiffness = k, .damping = damping}; });
}

TEST(ReturnedRestitution, OfLankaraniAndNikraveshIsFarFromALowOneAskedFor) {
  const Reference data = Reference::open("restitution_laws.json");
  for (std::size_t i = 0; i < data["lankarani-nikravesh"].size(); ++i) {
    const Reference asked = data["lankarani-nikravesh"][i];
    const normal::LankaraniNikravesh law{.stiffness = data["k"].number(), .restitution = asked["e_nominal"].number()};
    for (std::size_t j = 0; j < asked["rows"].size(); ++j) {
      const double speed = asked["rows"][j]["v"].number();
      const ImpactResult impact = simulate_impact(touch(law, speed), data["m"].number(), speed);
      const std::string what = "e = " + std::to_string(asked["e_nominal"].number());
      expect_value(impact.restitution, asked["rows"][j]["e"], what);
      expect_value(impact.depth_duration, asked["rows"][j]["duration"], what);
      expect_value(impact.peak_depth, asked["rows"][j]["z_max"], what);
    }
  }
}

TEST(ReturnedRestitution, OfTheLinearLawDependsOnTheRuleForItsEndButNotOnTheSpeed) {
  const Reference data = Reference::open("restitution_laws.json");
  const auto law_of = [](const Reference& row) {
    return normal::KelvinVoigt{.stiffness = row["k"].number(), .damping = row["c"].number()};
  };
  const auto compare = [](const ImpactResult& impact, double duration, const Reference& row, double c) {
    const std::string what = "c = " + std::to_string(c);
    expect_value(impact.restitution, row["e"], what);
    expect_value(duration, row["duration"], what);
  };
  for (const char* const group : {"kelvin-voigt", "kelvin-voigt-overdamped"}) {
    for (std::size_t i = 0; i < data[group].size(); ++i) {
      const Reference row = data[group][i];
      const double c = row["c"].number(), m = row["m"].number();
      for (const double speed : {0.01, 3.0}) {
        const ImpactResult clipped = simulate_impact(law_of(row).response(0.0), m, speed);
        compare(clipped, clipped.force_duration, row["clip"], c);
      }
      if (std::string(group) != "kelvin-voigt") continue;
      const ImpactResult pulled = simulate_impact(law_of(row).response(0.0), m, 1.0, test::ImpactEnd::DepthZero);
      compare(pulled, pulled.depth_duration, row["noclip"], c);
    }
  }
}

// What the approximate formulas return, against what was asked for; the page on normal laws tells these numbers.
TEST(ReturnedRestitution, OfApproximateFormulasIsAsTheTheoryPageSays) {
  const auto returned = [](const NormalLaw& law) { return simulate_impact(touch(law, 1.0), 1.0, 1.0).restitution; };
  double flores = 0.0, carvalho = 0.0, lankarani = 0.0;
  for (double e = 0.05; e < 1.0; e += 0.05) {
    flores = std::max(flores, std::abs(returned(normal::Flores{.restitution = e}) - e));
    if (e > 1.0 / 3.0) carvalho = std::max(carvalho, std::abs(returned(normal::CarvalhoMartins{.restitution = e}) - e));
    if (e >= 0.8) lankarani = std::max(lankarani, std::abs(returned(normal::LankaraniNikravesh{.restitution = e}) - e));
  }
  EXPECT_NEAR(flores, 0.045, 1e-3);
  EXPECT_NEAR(carvalho, 0.0022, 1e-4);
  EXPECT_NEAR(lankarani, 0.047, 1e-3);
}

}  // namespace
}  // namespace carom
