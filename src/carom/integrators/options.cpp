#include "carom/integrators/options.h"

#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "carom/base/assert.h"
#include "carom/base/input_error.h"
#include "carom/base/nearest_name.h"

namespace carom {
namespace {

struct Method {
  std::string_view name;
  IntegrationMethod method;
  std::string_view summary;
};

const std::array<Method, 11> kMethods{{
    {"euler", FixedMethod::Euler, "explicit, order 1: for comparison only, it adds energy to whatever swings"},
    {"semi-implicit-euler", FixedMethod::SemiImplicitEuler, "new velocities first, then positions with them: order 1"},
    {"bogacki-shampine", FixedMethod::BogackiShampine, "three stages, order 3, the ode3 of other programs"},
    {"rk4", FixedMethod::Rk4, "the classical method of Runge and Kutta: four stages, order 4"},
    {"dormand-prince", AdaptiveMethod::DormandPrince, "explicit Runge-Kutta pair of order 8(5,3): for smooth motion"},
    {"radau", AdaptiveMethod::Radau, "implicit Runge-Kutta method Radau IIA of order 5: for stiff motion"},
    {"arkode-explicit", AdaptiveMethod::ArkodeExplicit, "explicit Runge-Kutta pair of SUNDIALS: for smooth motion"},
    {"arkode-implicit", AdaptiveMethod::ArkodeImplicit, "diagonally implicit Runge-Kutta pair: stiff, lightly damped"},
    {"cvode-adams", AdaptiveMethod::CvodeAdams, "Adams-Moulton of variable order: long smooth motion, few evaluations"},
    {"cvode-bdf", AdaptiveMethod::CvodeBdf, "backward differentiation of variable order: stiff and well damped"},
    {"adaptive", AdaptiveMethod::Automatic, "dormand-prince, and radau while a contact lasts and that pays"},
}};

void require(bool holds, std::string_view key, double found, std::string_view range) {
  if (!holds) throw InputError("integrator", fmt::format("{} is {}; it must be {}", key, found, range));
}

void validate(const FixedStepOptions& options) {
  require(options.step > 0.0 && std::isfinite(options.step), "step", options.step, "positive and finite [s]");
  require(options.substeps > 0, "substeps", options.substeps, "1 or more");
  require(options.max_steps > 0, "max_steps", static_cast<double>(options.max_steps), "1 or more");
  require(options.projection_threshold >= 0.0, "projection_threshold", options.projection_threshold, "0 or more");
}

void validate(const AdaptiveOptions& options) {
  // Below 1e-14 the estimate of the error is rounding and no step would pass.
  require(options.relative_tolerance >= 1e-14 && options.relative_tolerance <= 0.1, "relative_tolerance",
          options.relative_tolerance, "from 1e-14 to 0.1");
  require(options.absolute_tolerance > 0.0 && std::isfinite(options.absolute_tolerance), "absolute_tolerance",
          options.absolute_tolerance, "positive and finite");
  require(options.initial_step >= 0.0 && std::isfinite(options.initial_step), "initial_step", options.initial_step,
          "positive, or 0 to have it estimated [s]");
  require(options.min_step >= 0.0 && std::isfinite(options.min_step), "min_step", options.min_step, "0 or more [s]");
  require(options.max_step > 0.0 && options.max_step >= options.min_step, "max_step", options.max_step,
          "positive and not below min_step [s]");
  require(options.max_steps > 0, "max_steps", static_cast<double>(options.max_steps), "1 or more");
  require(options.projection_threshold >= 0.0, "projection_threshold", options.projection_threshold, "0 or more");
  require(options.event_samples >= 1 && options.event_samples <= 1000, "event_samples", options.event_samples,
          "from 1 to 1000");
}

}  // namespace

void validate(const IntegratorOptions& options) {
  std::visit([](const auto& chosen) { validate(chosen); }, options);
}

std::string_view method_name(const IntegrationMethod& method) {
  for (const Method& known : kMethods) {
    if (known.method == method) return known.name;
  }
  CAROM_ASSERT(false);
  return {};
}

const std::vector<std::string>& method_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    all.reserve(kMethods.size());
    for (const Method& known : kMethods) all.emplace_back(known.name);
    return all;
  }();
  return names;
}

std::string_view method_summary(std::string_view name) {
  for (const Method& known : kMethods) {
    if (known.name == name) return known.summary;
  }
  CAROM_ASSERT(false);
  return {};
}

IntegrationMethod find_method(std::string_view name) {
  for (const Method& known : kMethods) {
    if (known.name == name) return known.method;
  }
  throw InputError("integrator", fmt::format("unknown method '{}'{}; known are {}", name,
                                             make_suggestion(name, method_names()), fmt::join(method_names(), ", ")));
}

}  // namespace carom
