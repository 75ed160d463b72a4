#pragma once

#include <optional>
#include <string>

#include "carom/recording/recording.h"
#include "carom/simulation/contacts/contact_report.h"

namespace carom {

/// What happened to a contact, as a recording has it: `data` holds a sentence and every field of
/// list_contact_event_fields that events of its kind have and that is known.
[[nodiscard]] RecordedEvent make_recorded_event(const std::string& contact, const ContactEvent& event);

/// The way back, with slot 0; fields that a recording of an older program lacks stay unknown. None where the event
/// is not one of a contact.
[[nodiscard]] std::optional<ContactEvent> read_contact_event(const RecordedEvent& recorded);

}  // namespace carom
