#pragma once

#include "carom/dynamics/constrained_dynamics.h"

namespace carom {

/// How far the constraints are from satisfied.
struct ConstraintViolation {
  double position{};  // max |φ(q)|  [m] or [rad]
  double velocity{};  // max |A(q) v|  [m/s] or [rad/s]
  [[nodiscard]] double largest() const { return position > velocity ? position : velocity; }
};

struct [[nodiscard]] ProjectionReport {
  bool converged{};
  int iterations{};
  int opposite{-1};  // the constraint that would have closed the wrong way round, and so did not converge; −1: none
  ConstraintViolation left{};
};

/// Brings positions and velocities back to where the constraints hold. Both moves are the least in the metric of the
/// mass matrix, so a light part gives way rather than a heavy one; driven joints stay where they are put.
class Projector {
 public:
  explicit Projector(const Model& model);

  /// Newton's method; where it does not converge, q and v are left as they were.
  ProjectionReport project(VectorRef q, VectorRef v);

  [[nodiscard]] ConstraintViolation calc_violation(const ConstVectorRef& q, const ConstVectorRef& v);

  /// Newton stops here; one more step would change less than round-off does for mechanisms of metres.
  static constexpr double kTolerance = 1e-13;  // [m] or [rad]
  /// A residual that no longer shrinks is accepted below this: large coordinates cannot be told more finely.
  static constexpr double kStallTolerance = 1e-10;  // [m] or [rad]
  static constexpr int kMaxIterations = 30;

 private:
  bool calc_system(const ConstVectorRef& q, double rank_tolerance);
  bool project_positions(VectorRef q, int& iterations);
  void project_velocities(VectorRef v);

  const Model* model_;
  Kinematics kinematics_;
  ArticulatedBodies articulated_;
  ConstraintWorkspace workspace_;
  AppliedForces no_forces_;
  VectorX at_rest_;  // v = 0
  VectorX v_rate_;
  VectorX q_before_;
};

}  // namespace carom
