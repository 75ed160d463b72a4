#include "carom/simulation/verdict/impact_resolution.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "carom/simulation/contacts/contact_report_numbers.h"
#include "carom/simulation/mechanism/mechanism_system.h"
#include "carom/simulation/simulation.h"

namespace carom {
namespace {

// Impacts that bring less than this part of the largest energy of the run do not count: a body that is put down.
constexpr double kSmall = 1e-3;

// How n steps an impact err, at worst: measured on one degree of freedom with all methods, p = 1 and 1.5.
constexpr double kOrder = 2.5;

// The force at no depth over the speed: only damping that does not depend on the depth pushes there  [N·s/m].
double calc_first_damping(const NormalResponse& law, double speed) {
  return law.damping_exponent == 0.0 ? law.damping * std::pow(speed, law.rate_exponent - 1.0) : 0.0;
}

// 2 e² d/(2 m): times the step it is a part of the energy  [1/s].
double calc_jump_rate(const NormalResponse& law, const CentralImpact& impact, double mass) {
  const double restitution = impact.rebound / impact.speed;
  return restitution * restitution * calc_first_damping(law, impact.speed) / mass;
}

}  // namespace

double calc_uncertain_part(const NormalResponse& law, const CentralImpact& impact, double mass, double step) {
  const double corner = std::pow(std::min(1.0, step / impact.duration), kOrder);
  return std::min(1.0, corner + step * calc_jump_rate(law, impact, mass));
}

double calc_resolving_step(const NormalResponse& law, const CentralImpact& impact, double mass, double part) {
  const double jump = calc_jump_rate(law, impact, mass);
  const auto calc_corner = [&](double share) { return std::pow(share, 1.0 / kOrder) * impact.duration; };
  // Half for each, where there are both.
  return jump > 0.0 ? std::min(calc_corner(0.5 * part), 0.5 * part / jump) : calc_corner(part);
}

ImpactResolution::ImpactResolution(const SimulationOptions& options) {
  const auto* fixed = std::get_if<FixedStepOptions>(&options.integrator);
  if (fixed == nullptr || options.formulation != FormulationKind::Compliant) return;
  step_ = fixed->substep();
  period_ = fixed->step;
}

void ImpactResolution::look(MechanismSystem& system, std::span<const ContactEvent> events) {
  if (step_ == 0.0) return;
  for (const ContactEvent& event : events) {
    const bool is_impact = event.kind == ContactEvent::Kind::LiftOff && event.approach_speed > 0.0;
    if (!is_impact) continue;
    const auto resolved = system.describe_impact(event);
    if (!resolved) continue;
    const auto& [law, mass, lasted] = *resolved;
    const double brought = 0.5 * mass * event.approach_speed * event.approach_speed;
    most_brought_ = std::max(most_brought_, brought);
    const CentralImpact impact{lasted, event.approach_speed, event.separation_speed};
    const double part = calc_uncertain_part(law, impact, mass, step_);
    if (!(part * brought > most_uncertain_)) continue;
    most_uncertain_ = part * brought;
    contact_ = system.contact_name(event.slot);
    time_ = event.time - event.duration;
    duration_ = lasted;
    resolving_ = calc_resolving_step(law, impact, mass, kDoubtfulPart);
    uncertain_ = part;
  }
}

ImpactResolution::Finding ImpactResolution::judge(double scale) const {
  if (!(most_brought_ > kSmall * scale) || !(most_uncertain_ > kDoubtfulPart * most_brought_)) return Finding::Fine;
  return most_uncertain_ > kWrongPart * most_brought_ ? Finding::Wrong : Finding::Doubtful;
}

std::string ImpactResolution::describe() const {
  return fmt::format(
      "steps of {:g} s do not resolve the impact of contact {} at t = {:.6g} s: it lasted {:.2g} of them, and {:.2g} % "
      "of its energy depend on where in a step it began; try substeps = {:.0f}, or adaptive steps",
      step_, contact_, time_, duration_ / step_, 100.0 * uncertain_, std::ceil(period_ / resolving_));
}

void ImpactResolution::append_numbers(std::vector<double>& numbers) const {
  numbers.insert(numbers.end(), {most_brought_, most_uncertain_, time_, duration_, resolving_, uncertain_});
  append_text(contact_, numbers);
}

void ImpactResolution::take_numbers(NumberReader& numbers) {
  for (double* number : {&most_brought_, &most_uncertain_, &time_, &duration_, &resolving_, &uncertain_})
    *number = numbers.take();
  contact_ = numbers.take_text();
}

}  // namespace carom
