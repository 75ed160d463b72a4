#pragma once

#include <string>

#include "carom/integrators/options.h"
#include "carom/simulation/compliant/compliant_contacts.h"

namespace carom {

/// Adaptive steps for a mechanism with contacts.
struct ContactTolerance {
  AdaptiveOptions options{};
  std::string sentence{};  // what was tightened and why; empty: nothing
};

/// A position that may err by more than the depth at which a contact holds its load decides at random whether bodies
/// touch. Tolerances that leave such errors are tightened to what the stiffest contact needs: relative errors of
/// positions of the order of a metre of 64 times the depth at which gravity presses the lightest bodies of a contact
/// together, absolute ones of 0.64 times. (An impact is integrated with a fiftieth of the tolerance.)
[[nodiscard]] ContactTolerance resolve_contacts(const AdaptiveOptions& options, const Model& model,
                                                const CompliantContacts& contacts);

}  // namespace carom
