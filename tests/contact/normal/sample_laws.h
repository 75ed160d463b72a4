#pragma once

#include <string>
#include <vector>

#include "carom/contact/normal/normal_law.h"

namespace carom::test {

/// One lossy member of each family, about as hard as steel; losses between a few and ninety percent.
inline std::vector<NormalLaw> make_lossy_laws() {
  constexpr double kStiffness = 1e10;
  return {
      normal::KelvinVoigt{.stiffness = 1e6, .damping = 50.0},
      normal::HuntCrossley{.stiffness = kStiffness, .damping = 2e9},
      normal::HuntCrossley{.stiffness = kStiffness, .exponent = 2.0, .alpha = 0.3},
      normal::LankaraniNikravesh{.stiffness = kStiffness, .restitution = 0.7},
      normal::LeeWang{.stiffness = kStiffness, .damping = 1e7},
      normal::Flores{.stiffness = kStiffness, .restitution = 0.4},
      normal::CarvalhoMartins{.stiffness = kStiffness, .restitution = 0.5},
      normal::Gonthier{.stiffness = kStiffness, .restitution = 0.3},
      normal::Gonthier{.stiffness = kStiffness, .exponent = 1.0, .restitution = Restitution::Linear{.alpha = 0.2}},
      normal::AzadFeatherstone{.stiffness = kStiffness, .damping = 1e5},
      normal::AzadFeatherstone{.stiffness = kStiffness, .exponent = 2.0, .damping = 1e7},
      normal::Power{.stiffness = kStiffness, .damping = 1e7, .depth_exponent = 1.0, .rate_exponent = 2.0},
      normal::Power{.stiffness = kStiffness, .damping = 1e5, .depth_exponent = 0.5, .rate_exponent = 1.5},
      normal::Power{.stiffness = 1e8, .exponent = 1.0, .damping = 1e9, .depth_exponent = 1.5, .rate_exponent = 1.0}};
}

/// One elastic-plastic law of each kind, about as hard as steel, which yields at a few centimeters per second.
inline std::vector<NormalLaw> make_plastic_laws() {
  return {normal::WaltonBraun{.stiffness = 1e6, .unloading_stiffness = 2.5e6},
          normal::Thornton{.stiffness = 1e10, .radius = 0.01, .yield_pressure = 1e9},
          normal::JacksonGreen{.stiffness = 1e10, .radius = 0.01, .yield_strength = 6e8, .poisson = 0.32}};
}

inline std::string describe(const NormalLaw& law) { return std::string(info(law).name); }

}  // namespace carom::test
