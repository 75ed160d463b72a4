#include "reproductions/wang1992/wang1992.h"

namespace carom::reproductions {

Paper make_wang1992() {
  return {
      .id = "wang1992",
      .title = "Wang & Kumar (1992): mechanical systems with multiple frictional contacts",
      .text =
          "Rigid collisions with friction under three hypotheses, of which two can gain energy, and a contact "
          "problem that rigid bodies cannot solve, and the same rod on elastic ground: figures 2 to 4, 7, 9 and 10. "
          "Where the paper errs, the chapters say how and show the right result beside it.",
      .chapters = {make_rigid_collisions_chapter, make_inconsistency_chapter, make_contact_compliance_chapter}};
}

}  // namespace carom::reproductions
