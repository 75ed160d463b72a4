// The three families of contact laws.
#include "carom/scene/tables/law_table.h"

namespace carom {

TablePtr<NormalLaw> make_normal_law_table() {
  return make_laws_table(std::type_identity<NormalLaw>{}, "normal",
                         "The force that pushes touching bodies apart; it never pulls.", "how the force comes about");
}

TablePtr<FrictionLaw> make_friction_law_table() {
  return make_laws_table(std::type_identity<FrictionLaw>{}, "friction",
                         "The force against slip, a vector in the tangent plane.", "how the force comes about");
}

TablePtr<ImpactLaw> make_impact_law_table() {
  return make_laws_table(
      std::type_identity<ImpactLaw>{}, "impact",
      "What happens in the instant in which rigid bodies collide, and the friction that rigid contacts have.",
      "of impact");
}

}  // namespace carom
