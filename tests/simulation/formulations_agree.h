#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "simulation/rigid_scenes.h"

namespace carom::simulation_tests {

/// A scene that all formulations must follow alike: its contacts have an impact law, friction and a normal law that
/// return the same.
struct SharedScene {
  std::string name{};
  Model model;
  ContactSetup contacts{};
  double duration{};  // [s]
  double length{};    // by which positions are measured  [m]
  double speed{};     // and velocities  [m/s] or [rad/s]
  double energy{};    // and what was lost  [J]
  /// Time stepping errs by at most this times the step: by what changes in a step, or in the few steps over which it
  /// spreads an impact of several contacts.  [1/s]
  double rate{};
  double softness{};  // by how much the softer contacts of the compliant run make it err at most
  /// The part of that which is left with contacts a hundred times as stiff: a hundredth, and again as much. Impacts
  /// last in proportion to k^-0.4 with Hertz' exponent, a sixth.
  double left{0.02};
  bool turns_its_slip{};  // pyramids keep an error, however short the step: their facets have other directions
};

struct SharedEnd {
  VectorX q, v;       // [m] or [rad], and per second
  double lost{};      // in all rows of that kind  [J]
  double rolling{};   // in that of rolling resistance  [J]
  std::string fault;  // why the run is no good
};

inline SharedEnd end_of(const SimulationReport& report) {
  const double rolling = dissipated(report, "rolling resistance");
  SharedEnd end{report.state.q,
                report.state.v,
                report.ledger.total(LedgerKind::Dissipated),
                std::isnan(rolling) ? 0.0 : rolling,
                {}};
  if (report.status != SimulationStatus::Finished) end.fault = report.sentence;
  return end;
}

/// The worst of positions, velocities and losses, each in the scene's units.
inline double calc_difference(const SharedScene& scene, const SharedEnd& one, const SharedEnd& other) {
  const double position = (one.q - other.q).cwiseAbs().maxCoeff() / scene.length;
  const double velocity = (one.v - other.v).cwiseAbs().maxCoeff() / scene.speed;
  const double lost = std::max(std::abs(one.lost - other.lost), std::abs(one.rolling - other.rolling));
  return std::max({position, velocity, lost / scene.energy});
}

inline SharedEnd run_event_driven(const SharedScene& scene) {
  SimulationOptions options = make_rigid_options(scene.duration, 1e-10);
  options.contacts = scene.contacts;
  const SimulationReport report = simulate(scene.model, options);
  EXPECT_LT(report.ledger.relative_residual(), 1e-7) << scene.name;
  return end_of(report);
}

inline SharedEnd run_in_steps(const SharedScene& scene, SteppingScheme scheme, double step) {
  SimulationOptions options{.duration = scene.duration,
                            .record_every = scene.duration,
                            .contacts = scene.contacts,
                            .formulation = FormulationKind::TimeStepping};
  options.time_stepping.scheme = scheme;
  options.time_stepping.step = step;
  options.time_stepping.facets = 8;
  // Bristles that yield by less than 1e-7 m under the weight of a kilogram.
  options.time_stepping.bristle_stiffness = 1e8;
  return end_of(simulate(scene.model, options));
}

/// Contacts `stiffer` times as stiff and as damped as the scene has them, and friction that is in full from a slip on
/// that is as many times smaller.
inline SharedEnd run_compliant(const SharedScene& scene, double stiffer) {
  SimulationOptions options{.integrator = AdaptiveOptions{.relative_tolerance = 1e-8, .absolute_tolerance = 1e-12},
                            .duration = scene.duration,
                            .record_every = scene.duration,
                            .contacts = scene.contacts};
  for (ContactRule& rule : options.contacts.rules) {
    const auto stiffen = [&](auto& law) {
      if constexpr (requires { law.stiffness; }) law.stiffness *= stiffer;
    };
    std::visit(stiffen, rule.normal);
    if (auto* const law = std::get_if<normal::KelvinVoigt>(&rule.normal)) law->damping *= stiffer;
    if (auto* const law = std::get_if<friction::Coulomb>(&rule.friction)) law->smoothing_speed /= stiffer;
    rule.resistance.smoothing_speed /= stiffer;
  }
  return end_of(simulate(scene.model, options));
}

}  // namespace carom::simulation_tests
