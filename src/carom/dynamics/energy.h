#pragma once

#include <span>

#include "carom/dynamics/kinematics.h"

namespace carom {

/// ½ Σ (wᵀ I w + m |v|² + 2 v · (w × h))  [J]
[[nodiscard]] double calc_kinetic_energy(const Model& model, const Kinematics& kinematics);
/// Of these bodies alone.
[[nodiscard]] double calc_kinetic_energy(const Model& model, const Kinematics& kinematics, std::span<const int> bodies);

/// −Σ g · (m p + h), zero where all mass is at the world's origin  [J]
[[nodiscard]] double calc_gravity_energy(const Model& model, const Kinematics& kinematics);

}  // namespace carom
