#pragma once

namespace carom {

/// A contact point at one end of a step.
struct GapSample {
  double gap{};       // [m]
  double gap_rate{};  // [m/s]
};

/// What two ends of a step tell of the time between them.
enum class StepCrossing {
  None,          // apart at both ends, and no way to have touched on a straight path
  Closed,        // touched down
  Opened,        // lifted off
  Kept,          // in contact at both ends
  MayHavePassed  // apart at both ends, but a contact may have come and gone: make the step smaller
};

/// The smallest gap that the step may have hidden: where the tangents at both ends meet.  [m]
///
/// The gap between convex bodies is a convex function of time while they move past each other on straight lines
/// without turning, so it lies above both tangents and this is a lower bound, a loose one for steps much longer than
/// the gaps at their ends. Turning bodies, and the inside of a tube, follow it to second order in the step only.
[[nodiscard]] double bound_gap_within(const GapSample& before, const GapSample& after, double step);

/// Fixed steps use this to warn of bodies so fast that they pass through each other. A body that ends up behind a plane
/// or in the wall of a tube is always seen: those have no other side, and the gap there is negative.
[[nodiscard]] StepCrossing find_step_crossing(const GapSample& before, const GapSample& after, double step);

}  // namespace carom
