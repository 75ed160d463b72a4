#pragma once

namespace carom {

/// What a contact's law asks for where several contacts collide at once. u is the velocity, ⁻ before and ⁺ after the
/// impact, P the whole impulse of the contact; friction obeys Coulomb's law with the slip that is named.
enum class SimultaneousForm {
  Newton,  // 0 ≤ P_n ⟂ u_n⁺ + e u_n⁻ ≥ 0, friction against u_t⁺
  Poisson,  // compression to 0 ≤ p_n ⟂ u_n ≥ 0, then an expansion with at least e times its impulse; friction against
            // the slip at the end of each
  Average  // Newton's normal; sticking (u_t⁺ = −e_t u_t⁻) where the cone has it, else friction against u_t⁻ + u_t⁺
};

}  // namespace carom
