#include "reproductions/aghili/aghili.h"

namespace carom::reproductions {

Paper make_aghili() {
  return {.id = "aghili",
          .title = "Aghili: frictional impacts in multibody systems",
          .text =
              "An impact that sticks or slips as a whole, told apart before it happens by a discriminator, and the "
              "friction and restitution with which it loses energy. The paper prints no numbers; they are of Kane's "
              "double pendulum, of an arm with three joints and of a box that falls on a corner. Deviation A1: the "
              "printed discriminator takes G and I + E to commute; the corrected one stands beside it.",
          .chapters = {make_branches_chapter, make_admissible_chapter}};
}

}  // namespace carom::reproductions
