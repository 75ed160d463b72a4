#include "reproductions/gonthier2004/gonthier2004.h"

namespace carom::reproductions {

Paper make_gonthier2004() {
  return {.id = "gonthier2004",
          .title = "Gonthier et al. (2004): asymmetric damping and dwell-time dependent friction",
          .text =
              "A normal force whose damping returns exactly the restitution asked for, and bristle friction that "
              "remembers how long a contact has rested: every figure of the paper that shows numbers. "
              "What the paper does not state is chosen as each chapter says.",
          .chapters = {make_normal_force_chapter, make_stick_slip_chapter, make_ball_chapter, make_tube_chapter,
                       make_double_pendulum_chapter, make_energy_loss_chapter, make_deviations_chapter}};
}

}  // namespace carom::reproductions
