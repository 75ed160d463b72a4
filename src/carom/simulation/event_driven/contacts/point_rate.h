#pragma once

#include <span>
#include <vector>

#include "carom/collision/pair_list.h"

namespace carom {

/// How fast the point of contact itself moves  [m/s].
///
/// It is not fixed in either body: a rolling ball carries it along. Accelerations at a contact need this rate.
/// Balls carry it below their centers, corners carry it with them, and the lowest points of a cylinder's rims run along
/// these, exactly. For other shapes it is a difference of fourth order of the point found with both shapes moved a
/// little back and forth, good to about 1e-11 of their speeds for contacts within a meter of the origin: noise that
/// steps of high order would otherwise try to follow. What that leaves in positions is projected away.
class PointRates {
 public:
  explicit PointRates(const PairList& pairs);

  /// Of one slot. Where both shapes are balls, the center of the first counts, or of the second if `flipped`.
  /// Allocates nothing.
  [[nodiscard]] Vector3 calc(const PairList& pairs, const ContactPoints& contacts, int slot, bool flipped);

 private:
  [[nodiscard]] Vector3 find_point(const PairList& pairs, const ContactPoints& contacts, const ContactSlot& slot,
                                   double step);

  std::vector<ContactPoint> points_;  // of one pair
};

}  // namespace carom
