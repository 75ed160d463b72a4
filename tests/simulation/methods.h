#pragma once

#include <array>

#include "carom/simulation/simulation.h"
#include "cases/known_motion.h"

namespace carom::simulation_tests {

inline constexpr double kTolerance = 1e-10;

inline constexpr std::array<AdaptiveMethod, 6> kAdaptiveMethods{
    AdaptiveMethod::DormandPrince,  AdaptiveMethod::Radau,      AdaptiveMethod::ArkodeExplicit,
    AdaptiveMethod::ArkodeImplicit, AdaptiveMethod::CvodeAdams, AdaptiveMethod::CvodeBdf};
inline constexpr std::array<FixedMethod, 4> kFixedMethods{FixedMethod::Euler, FixedMethod::SemiImplicitEuler,
                                                          FixedMethod::BogackiShampine, FixedMethod::Rk4};

inline AdaptiveOptions make_options(AdaptiveMethod method, double tolerance = kTolerance) {
  return {.method = method, .relative_tolerance = tolerance, .absolute_tolerance = tolerance};
}

/// Runs a model from a state.
inline SimulationReport run(const Model& model, const State& initial, const IntegratorOptions& integrator,
                            double duration, Observer* observer = nullptr, double record_every = 1e9) {
  Simulation simulation(model, initial, {.integrator = integrator, .duration = duration, .record_every = record_every});
  return simulation.run(observer);
}

}  // namespace carom::simulation_tests
