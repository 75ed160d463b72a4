#pragma once

#include <vector>

#include "carom/simulation/compliant/compliant_contacts.h"
#include "carom/simulation/compliant/passivity_monitor.h"
#include "carom/simulation/contacts/contact_report.h"

namespace carom {

class NumberReader;

/// Energy that the laws of one contact return beyond what they had stored, as events.
class LawGains {
 public:
  /// Of a slot at the end of a step. Falls of what a law has lost by up to the threshold [J] are no gains.
  void watch(int slot, double time, const CompliantContacts& contacts, const CompliantContacts::ConstState& state,
             double threshold, std::vector<ContactEvent>& events);
  /// The run is over: gains that are under way are counted.
  void finish(int slot, std::vector<ContactEvent>& events);

  void append_numbers(std::vector<double>& numbers) const;
  void take_numbers(NumberReader& left);

 private:
  PassivityMonitor damping_, friction_;
};

}  // namespace carom
