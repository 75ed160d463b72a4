#pragma once

#include <optional>

#include "carom/impact/modes/contact_modes.h"

namespace carom {

/// The problem with contacts that slip at one place along one normal taken for one, as the ends of two links at their
/// joint on a floor. Rigidity leaves open which of them bears how much, and with that the mean of their frictions. As
/// they are equally deep they bear equal parts. Empty: there are no such contacts.
[[nodiscard]] std::optional<ContactModeProblem> join_coincident(const ContactModeProblem& problem);

}  // namespace carom
