#include "carom/simulation/mechanism/stop_limit.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "carom/dynamics/delassus.h"
#include "carom/dynamics/force_elements.h"
#include "carom/integrators/fixed/method_stability.h"
#include "carom/model/joints/joint_coordinates.h"
#include "carom/simulation/mechanism/joint_names.h"

namespace carom {
namespace {

// Of the velocities that have stops: the diagonal of M⁻¹, in their order; zero where it cannot be found  [1/(kg·m²)] or
// [1/kg].
VectorX calc_mobilities(const Model& model, const State& initial) {
  State now = initial;
  set_driven_coordinates(model, now.time, now.q, now.v);
  Kinematics kinematics(model);
  calc_kinematics(model, now.q, now.v, kinematics);
  ArticulatedBodies articulated(model);
  AppliedForces forces(model), scratch(model);
  VectorX acceleration = VectorX::Zero(model.num_velocities());
  const auto count = static_cast<Eigen::Index>(model.joint_stops().size());
  if (!calc_forward_dynamics(model, kinematics, forces, articulated, acceleration).ok()) return VectorX::Zero(count);
  MatrixX rows = MatrixX::Zero(count, model.num_velocities());
  for (Eigen::Index i = 0; i < count; ++i) rows(i, model.joint_stops()[static_cast<std::size_t>(i)].velocity) = 1.0;
  MatrixX response(model.num_velocities(), count), mobilities(count, count);
  calc_delassus_matrix(model, kinematics, rows, articulated, scratch, response, mobilities);
  return mobilities.diagonal();
}

/// How a run steps: the method that its joints feel, and its steps.
struct Steps {
  FixedMethod method{};
  double length{};  // [s]
  std::string_view name;
  std::string_view key;
};

std::optional<Steps> find_steps(const SimulationOptions& options) {
  // Time stepping moves positions with new velocities and springs with old positions.
  if (options.formulation == FormulationKind::TimeStepping) {
    return Steps{FixedMethod::SemiImplicitEuler, options.time_stepping.step, "time stepping",
                 "step in simulate.stepping"};
  }
  const auto* fixed = std::get_if<FixedStepOptions>(&options.integrator);
  if (fixed == nullptr) return std::nullopt;
  return Steps{fixed->method, fixed->substep(), method_name(fixed->method), "step in simulate.integrator"};
}

std::string describe_limit(const StopLimit& limit, const Steps& steps, std::size_t others) {
  const std::string oscillator =
      fmt::format("{:.2g} {} against {:.2g} {}", limit.stiffness, limit.turns ? "N·m/rad" : "N/m", limit.inertia,
                  limit.turns ? "kg·m²" : "kg");
  const std::string rest = others == 0 ? "" : fmt::format(", and {} more", others);
  return fmt::format(
      "a step of {:g} s is too long for the stop of {}{}, should it be reached: {} needs {:.2g} s or less there "
      "({}); set {} to that, or make the stop softer",
      steps.length, limit.joint, rest, steps.name, limit.longest, oscillator, steps.key);
}

}  // namespace

std::vector<StopLimit> estimate_stop_limits(const Model& model, const State& initial, FixedMethod method) {
  std::vector<StopLimit> limits;
  if (model.joint_stops().empty()) return limits;
  const VectorX mobilities = calc_mobilities(model, initial);
  for (std::size_t i = 0; i < model.joint_stops().size(); ++i) {
    const JointStop& stop = model.joint_stops()[i];
    const double mobility = mobilities[static_cast<Eigen::Index>(i)];
    // A driven joint goes where it is driven.
    if (!(mobility > 0.0)) continue;
    const double longest =
        calc_longest_stable_step(method, LinearMode::make_spring(stop.limits.stiffness * mobility, 0.0));
    // Where none is short enough the joint leaves the stop before that shows: the energy account judges it.
    if (longest == 0.0) continue;
    const int owner = find_body_of_velocity(model, stop.velocity);
    limits.push_back({.joint = describe_joint(model, owner),
                      .longest = longest,
                      .stiffness = stop.limits.stiffness,
                      .inertia = 1.0 / mobility,
                      .turns = is_turning(model.body(owner).type, stop.velocity - model.body(owner).velocity_start)});
  }
  return limits;
}

std::vector<std::string> check_stops(const Model& model, const State& initial, const SimulationOptions& options) {
  const std::optional<Steps> steps = find_steps(options);
  if (!steps) return {};
  std::vector<StopLimit> limits = estimate_stop_limits(model, initial, steps->method);
  std::erase_if(limits, [&](const StopLimit& limit) { return limit.longest >= steps->length; });
  if (limits.empty()) return {};
  const auto strictest = std::ranges::min_element(limits, {}, &StopLimit::longest);
  return {describe_limit(*strictest, *steps, limits.size() - 1)};
}

}  // namespace carom
