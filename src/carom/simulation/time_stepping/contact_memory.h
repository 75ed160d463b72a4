#pragma once

#include "carom/math/types.h"

namespace carom {

/// What is remembered of a contact from one step to the next: forces for bristles and warm starts, and how long it has
/// lasted. A contact that takes no part in a step forgets everything.
struct ContactMemory {
  double normal_force{};              // of the last step  [N]
  Vector3 friction{Vector3::Zero()};  // on A, in world axes  [N]
  Vector3 bristle{Vector3::Zero()};   // what bristles pull with, of that: nothing of an impact  [N]
  Vector3 moment{Vector3::Zero()};    // against rolling and spinning, on A, in world axes  [N·m]
  double deflection{};                // of the relaxed normal  [m]
  double slip_speed{};                // [m/s]
  double dwell{};                     // [-]
  bool collided{};                    // in the last step
  double pushed{};                    // how much the last step's impulses changed its closing, over h  [m/s²]
  bool lasts{};                       // it has touched down and not lifted off since
  double touch_time{};                // when it began  [s]
  double approach_speed{};            // with which  [m/s]
  double peak_force{};                // since then  [N]
  double peak_depth{};                // [m]
  double impulse{};                   // since then, along the normal  [N·s]
  Vector3 rubbed{Vector3::Zero()};    // impulse of friction since then, in world axes  [N·s]

  [[nodiscard]] bool is_empty() const {
    return !lasts && normal_force == 0.0 && slip_speed == 0.0 && dwell == 0.0 && friction.isZero(0.0) &&
           bristle.isZero(0.0);
  }
  /// Calls visit(number) for all of it, in this order, as what a checkpoint holds.
  template <class Visit>
  void for_each_number(const Visit& visit) {
    double lasting = lasts ? 1.0 : 0.0, colliding = collided ? 1.0 : 0.0;
    for (double* number : {&normal_force, &deflection,  &friction.x(),   &friction.y(), &friction.z(), &bristle.x(),
                           &bristle.y(),  &bristle.z(), &slip_speed,     &dwell,        &colliding,    &pushed,
                           &lasting,      &touch_time,  &approach_speed, &peak_force,   &peak_depth,   &impulse,
                           &rubbed.x(),   &rubbed.y(),  &rubbed.z(),     &moment.x(),   &moment.y(),   &moment.z()}) {
      visit(*number);
    }
    lasts = lasting != 0.0;
    collided = colliding != 0.0;
  }
};

}  // namespace carom
