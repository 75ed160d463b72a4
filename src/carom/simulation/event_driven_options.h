#pragma once

#include <string_view>

#include "carom/base/stop_token.h"

namespace carom {

/// What to do where the rigid problem has no solution, or several.
enum class InconsistencyPolicy {
  Stop,       // the run ends there with a sentence that says so
  Impact,     // an impact without collision: the contact's law, with no approach
  Compliant,  // the contacts concerned follow their compliant laws until they open
  // Of several solutions alone: where there is none, contacts cannot separate, and no mode can be kept.
  Separate,  // that in which most contacts separate
  Keep       // that which goes on most nearly as before
};

/// How impulses at several contacts that touch at once are found.
enum class SeveralContacts {
  Simultaneous,  // one problem for all
  Sequential     // one after another, the fastest approach first, until all separate
};

struct EventDrivenOptions {
  /// Slower bounces are lower than the rounding of positions.
  static constexpr double kSlowestRest = 1e-6;  // [m/s]
  /// Possible contact points up to which each has a slot, a name and channels of its own.
  static constexpr int kMostListed = 1000;

  /// An impact slower than this does not bounce, as it would rise by less than what counts as touching: infinitely many
  /// bounces in a finite time become finitely many. The time that the rest would have taken is added to the moment at
  /// which the contact is reported to rest.  [m/s]
  double rest_speed{1e-4};
  SeveralContacts several{SeveralContacts::Simultaneous};
  InconsistencyPolicy no_solution{InconsistencyPolicy::Stop};
  InconsistencyPolicy several_solutions{InconsistencyPolicy::Stop};
  /// With more possible contact points than this, only those that are near have slots, and contacts are reported by
  /// rule. The compliant policy lists them all.
  int most_listed{kMostListed};
  /// Where this many contacts are connected through moving bodies, or their modes were not found, the motion continues
  /// in time steps of the given length until events can follow it again.
  int max_island{60};
  double fallback_step{1e-3};  // [s]
  StopToken stop{};            // an event then fails within a collision

  /// Contacts may come to follow their compliant laws.
  [[nodiscard]] bool may_yield() const {
    return no_solution == InconsistencyPolicy::Compliant || several_solutions == InconsistencyPolicy::Compliant;
  }
};

/// "stop", "impact", "compliant", "separate", "keep".
[[nodiscard]] std::string_view name_of(InconsistencyPolicy policy);

/// Throws InputError naming the value and its range.
void validate(const EventDrivenOptions& options);

}  // namespace carom
