#include "carom/simulation/verdict/contact_gains.h"

#include <algorithm>

#include <fmt/format.h>

namespace carom {
namespace {

// docs/theory/friction-laws.md, "Creep, and energy": the law is passive in slip to and fro if σ1 ≥ μ_C f_n/(4 v_S), and
// in slow slip under a load that varies if its bristles are limited.
std::string explain_gonthier(const friction::Gonthier& law, double largest_force) {
  const double needed = 0.25 * law.kinetic_coefficient * largest_force / law.stribeck_speed;
  std::string keys;
  if (!law.limited_bristles) keys = "friction.limited_bristles = true";
  if (law.bristle_damping < needed) {
    keys += fmt::format("{}friction.bristle_damping = {:.3g} or more (N s/m, for its largest force of {:.3g} N)",
                        keys.empty() ? "" : " and ", needed, largest_force);
  }
  if (keys.empty()) keys = "friction.law = \"cundall-strack\"";
  return "bristles of 'gonthier' stretch to the load of the moment, however short the slip was, and give that back "
         "later: " +
         keys + " stops it";
}

std::string explain_friction(const FrictionLaw& law, double largest_force) {
  if (const auto* gonthier = std::get_if<friction::Gonthier>(&law)) return explain_gonthier(*gonthier, largest_force);
  if (std::holds_alternative<friction::LuGre>(law)) {
    return "bristles of 'lugre' push along the slip while the load falls: friction.law = \"cundall-strack\" never "
           "does, "
           "a smaller friction.bristle_damping does less";
  }
  return "this law cannot, so the steps are too long for it: try a smaller tolerance or step";
}

std::string explain(const ContactEvent& gain, const ContactRule& rule, double largest_force) {
  if (gain.kind == ContactEvent::Kind::FrictionGain) return explain_friction(rule.friction, largest_force);
  return "no normal law can, so the stiffness has changed under load or the steps are too long: give the contact a "
         "normal.stiffness, or try a smaller tolerance or step";
}

std::string describe_gains(const ContactReport& report, const ContactRule& rule) {
  const auto smaller = [](const ContactEvent& a, const ContactEvent& b) { return a.energy < b.energy; };
  const ContactEvent& largest = *std::ranges::max_element(report.gains, smaller);
  return fmt::format(
      "contact {} returned {:.3g} J more than it had stored, {} {}; the most, {:.3g} J by its {} law, from {:.6g} s to "
      "{:.6g} s; {}",
      report.name, report.gained, report.num_gains, report.num_gains == 1 ? "time" : "times", largest.energy,
      largest.kind == ContactEvent::Kind::DampingGain ? "normal" : "friction", largest.time - largest.duration,
      largest.time, explain(largest, rule, report.max_force));
}

}  // namespace

void append_gain_warnings(const CompliantContacts& contacts, const std::vector<ContactReport>& reports,
                          double negligible, std::vector<std::string>& warnings) {
  for (std::size_t i = 0; i < reports.size(); ++i) {
    if (!reports[i].gains.empty() && reports[i].gained > negligible) {
      warnings.push_back(describe_gains(reports[i], contacts.rule(static_cast<int>(i))));
    }
  }
}

}  // namespace carom
