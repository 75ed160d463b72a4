#pragma once

#include "carom/impact/several/contact_set.h"

namespace carom {

struct SequenceOptions {
  int max_rounds{10000};
  double rest{1e-12};  // approach below this part of the largest approach before counts as none  [-]
};

/// One impact after another, each by its own law: the closest approaching contact first, of equally close ones the
/// fastest, until all separate. Contacts that are equal in both act together, so that what is symmetric stays so: each
/// alone if they are not coupled, by the simultaneous form otherwise (where that has no solution, the first by rank
/// acts alone). A sequence that does not end takes the rest of the approach away without rebound, and says so.
ContactSetResult resolve_sequential_impact(const ContactSet& contacts, const SequenceOptions& options = {});

}  // namespace carom
