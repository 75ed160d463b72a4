#include "reproductions/gonthier2004/gonthier2004.h"

namespace carom::reproductions {

Paper make_gonthier2004() {
  return {.id = "gonthier2004",
          .title = "Gonthier et al. (2004): asymmetric damping and dwell-time dependent friction",
          .text =
              "A normal force whose damping returns exactly the restitution asked for, and bristle friction that "
              "remembers how long a contact has rested: figures 1 to 3, 9, 10 and 17 to 21 of the paper. What the "
              "paper does not state is chosen as each chapter says.",
          .chapters = {make_normal_force_chapter, make_ball_chapter, make_double_pendulum_chapter}};
}

}  // namespace carom::reproductions
