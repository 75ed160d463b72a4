#pragma once

#include <string>
#include <vector>

#include "carom/simulation/contacts/contact_report.h"

namespace carom {

class CompliantContacts;

/// A sentence for each contact whose laws created more energy than is negligible in the whole run [J]: how much,
/// when, why such a law does, and which keys stop it.
void append_gain_warnings(const CompliantContacts& contacts, const std::vector<ContactReport>& reports,
                          double negligible, std::vector<std::string>& warnings);

}  // namespace carom
