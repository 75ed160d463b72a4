#pragma once

#include <string>
#include <vector>

#include "carom/contact/friction/friction_law.h"

namespace carom::test {

/// One member of each family that rubs, with every effect it has.
inline std::vector<FrictionLaw> make_friction_laws() {
  return {friction::Coulomb{.static_coefficient = 0.4, .kinetic_coefficient = 0.25, .viscous = 0.5},
          friction::CundallStrack{.friction = 0.3, .bristle_stiffness = 1e5, .bristle_damping = 200.0, .viscous = 0.1},
          friction::LuGre{.static_coefficient = 0.35, .kinetic_coefficient = 0.3, .viscous = 0.2},
          friction::Liang{.friction = 0.45, .bristle_stiffness = 1e4},
          friction::Dahl{.friction = 0.35, .bristle_stiffness = 1e4},
          friction::Gonthier{.static_coefficient = 0.15,
                             .kinetic_coefficient = 0.1,
                             .viscous = 0.1,
                             .stribeck_speed = 0.001,
                             .dwell_time = 2.0}};
}

inline std::string describe(const FrictionLaw& law) { return std::string(info(law).name); }

}  // namespace carom::test
