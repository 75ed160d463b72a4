#include "carom/simulation/time_stepping/stepped_law.h"

#include <cmath>

#include <fmt/format.h>

#include "carom/base/input_error.h"
#include "carom/contact/variant_keys.h"

namespace carom {
namespace {

// A contact that moves less than this sticks  [m/s].
constexpr double kSlowestSlip = 1e-9;

// Each friction law has what it has: one coefficient or two, bristles or not.
void read_friction(const FrictionLaw& law, SteppedLaw& stepped) {
  const auto find = [&](Meaning meaning, double otherwise) { return find_value(law, meaning).value_or(otherwise); };
  const double single = find(Meaning::Friction, 0.0);
  stepped.static_friction = find(Meaning::StaticFriction, single);
  stepped.kinetic_friction = find(Meaning::KineticFriction, single);
  stepped.stribeck_speed = find(Meaning::StribeckSpeed, 0.0);
  stepped.dwell_time = find(Meaning::DwellTime, 0.0);
  stepped.bristle_stiffness = find(Meaning::BristleStiffness, 0.0);
  stepped.bristle_damping = find(Meaning::BristleDamping, 0.0);
  stepped.viscous = find(Meaning::Viscous, 0.0);
}

double find_tangential_restitution(const ImpactLaw& law) {
  const auto find = [](const auto& member) {
    if constexpr (requires { member.tangential_restitution; }) return member.tangential_restitution;
    return 0.0;
  };
  return std::visit(find, law);
}

void read_impact(const ContactRule& rule, SteppedLaw& stepped) {
  const ImpactLaw& law = *rule.impact;
  const bool newton = std::holds_alternative<impact::Newton>(law);
  stepped.poisson = std::holds_alternative<impact::Poisson>(law);
  stepped.restitution = get_restitution(law);
  const bool walton = std::holds_alternative<impact::Walton>(law);
  stepped.tangential_restitution = find_tangential_restitution(law);
  if (stepped.tangential_restitution > 0.0 && !walton) {
    throw InputError("contact " + rule.name(),
                     "has a tangential restitution; time stepping takes that of the law of impact 'walton' alone");
  }
  if (newton || walton || stepped.poisson || stepped.restitution.most() == 0.0) return;
  throw InputError("contact " + rule.name(),
                   fmt::format("has the law of impact '{}'; time stepping follows newton, poisson and walton, and "
                               "others without restitution",
                               info(law).name));
}

}  // namespace

SteppedLaw make_stepped_law(const ContactRule& rule) {
  SteppedLaw stepped;
  if (rule.impact) read_impact(rule, stepped);
  if (rule.has_friction()) {
    read_friction(rule.friction, stepped);
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
