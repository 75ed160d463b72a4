#include "carom/simulation/compliant/contact_gains.h"

#include <algorithm>

#include <fmt/format.h>

#include "carom/simulation/compliant/compliant_contacts.h"

namespace carom {
namespace {

std::string explain_friction(const FrictionLaw& law, double largest_force) {
  const auto explain = [&](const auto& own) -> std::string {
    if constexpr (requires { own.explain_gain(largest_force); }) return own.explain_gain(largest_force);
    return "this law cannot, so the steps are too long for it: try a smaller tolerance or step";
  };
  return std::visit(explain, law);
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
