#include "carom/simulation/time_stepping/stepped_law.h"

#include <cmath>

#include <fmt/format.h>

#include "carom/base/input_error.h"

namespace carom {
namespace {

// A contact that moves less than this sticks  [m/s].
constexpr double kSlowestSlip = 1e-9;

// Each friction law has what it has: one coefficient or two, bristles or not.
template <class Law>
void read_friction(const Law& law, SteppedLaw& stepped) {
  if constexpr (requires { law.friction; }) {
    stepped.static_friction = stepped.kinetic_friction = law.friction;
  } else if constexpr (requires { law.static_coefficient; }) {
    stepped.static_friction = law.static_coefficient;
    stepped.kinetic_friction = law.kinetic_coefficient;
    stepped.stribeck_speed = law.stribeck_speed;
  }
  if constexpr (requires { law.dwell_time; }) stepped.dwell_time = law.dwell_time;
  if constexpr (requires { law.bristle_stiffness; }) stepped.bristle_stiffness = law.bristle_stiffness;
  if constexpr (requires { law.bristle_damping; }) stepped.bristle_damping = law.bristle_damping;
  if constexpr (requires { law.viscous; }) stepped.viscous = law.viscous;
}

void read_impact(const ContactRule& rule, SteppedLaw& stepped) {
  const ImpactLaw& law = *rule.impact;
  const bool newton = std::holds_alternative<impact::Newton>(law);
  stepped.poisson = std::holds_alternative<impact::Poisson>(law);
  stepped.restitution = get_restitution(law);
  if (newton || stepped.poisson || stepped.restitution.most() == 0.0) return;
  throw InputError("contact " + rule.name(),
                   fmt::format("has the law of impact '{}'; time stepping follows newton and poisson, and others "
                               "without restitution",
                               info(law).name));
}

}  // namespace

SteppedLaw make_stepped_law(const ContactRule& rule) {
  SteppedLaw stepped;
  if (rule.impact) read_impact(rule, stepped);
  if (rule.has_friction()) {
    std::visit([&](const auto& law) { read_friction(law, stepped); }, rule.friction);
  } else if (rule.impact) {
    stepped.kinetic_friction = get_friction(*rule.impact);
    stepped.static_friction = get_static_friction(*rule.impact);
  }
  stepped.rolling = rule.resistance.rolling;
  stepped.spinning = rule.resistance.spinning;
  if (stepped.resists_turning() && stepped.poisson && stepped.restitution.most() > 0.0) {
    throw InputError("contact " + rule.name(),
                     "resists rolling or spinning, and has the impact law 'poisson' with restitution; time stepping "
                     "takes these together with 'newton'");
  }
  return stepped;
}

double SteppedLaw::calc_stick(double slip_speed) const {
  if (stribeck_speed == 0.0) return slip_speed <= kSlowestSlip ? 1.0 : 0.0;
  return std::exp(-(slip_speed * slip_speed) / (stribeck_speed * stribeck_speed));
}

double SteppedLaw::calc_friction(double slip_speed, double dwell) const {
  const double rest = dwell_time > 0.0 ? dwell : calc_stick(slip_speed);
  return kinetic_friction + (static_friction - kinetic_friction) * rest;
}

double SteppedLaw::calc_dwell(double slip_speed, double dwell, double step) const {
  if (dwell_time == 0.0) return 0.0;
  const double stick = calc_stick(slip_speed);
  // Up with the dwell time, by backward Euler; down at once, as the bristles of a step have no damping of their own.
  return stick >= dwell ? dwell + (stick - dwell) * step / (dwell_time + step) : stick;
}

}  // namespace carom
