#pragma once

#include <string>
#include <vector>

#include "carom/simulation/contacts/contact_report.h"
#include "carom/simulation/run_note.h"

namespace carom {

/// What happens at rigid contacts, in the order in which it is handled.
struct EventLog {
  std::vector<ContactEvent> events;
  std::vector<RunNote> notes;

  void clear() {
    events.clear();
    notes.clear();
  }
};

}  // namespace carom
