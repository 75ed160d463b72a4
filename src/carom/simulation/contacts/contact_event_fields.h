#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "carom/simulation/contacts/contact_report.h"

namespace carom {

/// One number of a ContactEvent, declared once for everything that leaves the process or comes back: checkpoints,
/// recordings, summaries, tables of impacts and pages.
struct ContactEventField {
  std::string_view name;  // "approach_speed"
  std::string_view unit;  // "m/s"; empty: none
  double (*get)(const ContactEvent&);
  void (*set)(double, ContactEvent&);  // of an event that has its kind and time
  /// What the numbers 0, 1, … stand for, where they count something else.
  std::vector<std::string_view> words{};
  unsigned kinds{};  // a bit for each kind of event that has it
  bool counts{};     // a whole number

  [[nodiscard]] bool belongs_to(ContactEvent::Kind kind) const {
    return (kinds >> static_cast<unsigned>(kind) & 1U) != 0;
  }
  /// With the unit, as in names of channels: "approach_speed_m_per_s".
  [[nodiscard]] std::string key() const;
  /// The word that a number stands for; empty: it stands for itself, or for nothing.
  [[nodiscard]] std::string_view word(double number) const;
};

/// All of them beside kind and time, in the order in which they are written.
[[nodiscard]] std::span<const ContactEventField> list_contact_event_fields();

/// Those that impacts have, of rigid bodies or of contacts that ended.
[[nodiscard]] std::span<const ContactEventField> list_impact_fields();
[[nodiscard]] bool is_impact(const ContactEvent& event);

/// "touch-down", "lift-off", "impact", "rest", "slip", "stick", "energy-gain"
[[nodiscard]] std::string_view name_of(ContactEvent::Kind kind);
/// "none", "stick", "slip", "reversal", "starts"
[[nodiscard]] std::string_view name_of(ImpactSlip slip);

/// What happened, in one sentence without its time and contact.
[[nodiscard]] std::string describe(const ContactEvent& event);

}  // namespace carom
