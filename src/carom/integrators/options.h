#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace carom {

/// Methods with a step that the user gives. Bounded work a step, for real time.
enum class FixedMethod {
  Euler,              // explicit, order 1
  SemiImplicitEuler,  // velocities first, positions with the new velocities, order 1 (symplectic where forces allow)
  BogackiShampine,    // order 3 in three stages, Simulink's ode3
  Rk4,                // the classical method of order 4
};

/// Methods that choose their step so that the estimated error of each step meets the tolerances.
enum class AdaptiveMethod {
  Automatic,       // DormandPrince; a simulation with contacts takes Radau while one lasts and that pays
  DormandPrince,   // explicit, order 8(5,3): for smooth motion, events or not
  Radau,           // Radau IIA, implicit, order 5: stiff motion, events or not
  ArkodeExplicit,  // Dormand–Prince 5(4): for smooth motion, and where events restart the method often
  ArkodeImplicit,  // diagonally implicit, order 4, L-stable: stiff motion with many events
  CvodeAdams,      // Adams–Moulton, orders 1 to 12: smooth motion with few events and costly rates
  CvodeBdf,        // backward differences, orders 1 to 5: stiff motion with few events
};

using IntegrationMethod = std::variant<FixedMethod, AdaptiveMethod>;

struct FixedStepOptions {
  FixedMethod method{FixedMethod::Rk4};
  double step{1e-3};                          // as the user thinks of it: a controller's period, say  [s]
  int substeps{1};                            // the method takes this many steps in it, of h = step/substeps each
  std::int64_t max_steps{1'000'000'000'000};  // in all, from the making of the integrator on: days of computing
  double projection_threshold{1e-12};  // y is projected where its drift is larger  [unit of OdeSystem::calc_drift]

  [[nodiscard]] double substep() const { return step / substeps; }  // h  [s]
};

/// A step is accepted where √(1/n Σ (eᵢ / (rtol |yᵢ| + atol))²) ≤ 1, with e the estimate of its local error.
struct AdaptiveOptions {
  AdaptiveMethod method{AdaptiveMethod::Automatic};
  double relative_tolerance{1e-8};                           // rtol
  double absolute_tolerance{1e-10};                          // atol  [unit of the component of y]
  double initial_step{0.0};                                  // [s]; 0: estimated from the rate at each restart
  double min_step{0.0};                                      // [s]; a shorter one is a failure; 16 ε|t| always is
  double max_step{std::numeric_limits<double>::infinity()};  // [s]
  std::int64_t max_steps{100'000'000};                       // in all, from the making of the integrator on
  double projection_threshold{1e-12};                        // as for fixed steps
  int event_samples{4};                                      // a step is searched for events in that many parts
};

using IntegratorOptions = std::variant<AdaptiveOptions, FixedStepOptions>;

/// Throws InputError naming the value and its range.
void validate(const IntegratorOptions& options);

/// The name in scenes: "rk4", "arkode-explicit", ...
[[nodiscard]] std::string_view method_name(const IntegrationMethod& method);

/// All names that find_method takes, "adaptive" (our choice among the adaptive ones) included.
[[nodiscard]] const std::vector<std::string>& method_names();

/// What a method of method_names() is, in a few words.
[[nodiscard]] std::string_view method_summary(std::string_view name);

/// The method of a name in a scene; throws InputError with the nearest name where there is none.
[[nodiscard]] IntegrationMethod find_method(std::string_view name);

}  // namespace carom
