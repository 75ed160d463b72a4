#include "reproductions/basics/basics.h"

namespace carom::reproductions {

Paper make_basics() {
  return {.id = "basics",
          .title = "Motions known in closed form",
          .text =
              "Pendulums, tops and linkages: every motion here has an exact answer in textbooks. What the program "
              "computes is drawn over it, and the largest difference is compared with what the integration allows.",
          .chapters = {make_pendulum_chapter, make_heavy_top_chapter, make_free_top_chapter, make_linkage_chapter}};
}

}  // namespace carom::reproductions
