#pragma once

#include <string>
#include <vector>

#include "carom/simulation/compliant/compliant_contacts.h"
#include "carom/simulation/contact_report.h"

namespace carom {

/// A sentence for each contact whose laws created energy: how much, when, why such a law does, and which keys stop it.
void append_gain_warnings(const CompliantContacts& contacts, const std::vector<ContactReport>& reports,
                          std::vector<std::string>& warnings);

}  // namespace carom
