#pragma once

#include <string_view>

#include "carom/math/types.h"

namespace carom {

/// What the dynamics need to know of how a rigid body's mass is distributed, measured in the body's frame B.
struct MassProperties {
  double mass{};                                  // [kg]
  Vector3 center_of_mass{Vector3::Zero()};        // p_BoBcm_B, from the body's origin  [m]
  Matrix3 inertia_about_center{Matrix3::Zero()};  // I_BBcm_B, about the center of mass  [kg·m²]
};

/// The rotational inertia of a point mass at p, about the origin: m (|p|² 1 − p pᵀ).  [kg·m²]
[[nodiscard]] Matrix3 calc_point_inertia(double mass, const Vector3& p);

/// I_BBo_B, about the body's origin: the parallel axis theorem.  [kg·m²]
[[nodiscard]] Matrix3 calc_inertia_about_origin(const MassProperties& body);

/// Both together as one rigid body; both measured in the same frame.
[[nodiscard]] MassProperties combine(const MassProperties& first, const MassProperties& second);

/// The same body measured in frame A, where B stands with orientation R_AB and origin p_AoBo_A.
[[nodiscard]] MassProperties express_in(const Matrix3& R_AB, const Vector3& p_AoBo_A, const MassProperties& body_in_B);

/// Whether a body may weigh nothing, as a link between two joints can.
enum class ZeroMass { Refused, Allowed };

/// Throws InputError about `element` unless some distribution of mass has these properties: everything finite, positive
/// mass (or zero where allowed, then without inertia), symmetric inertia, principal moments that are not negative and
/// keep the triangle inequality. Violations of the order of rounding pass.
void validate(const MassProperties& body, std::string_view element, ZeroMass zero_mass = ZeroMass::Refused);

}  // namespace carom
