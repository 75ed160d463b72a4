#pragma once

#include "carom/model/model.h"

namespace carom {

/// q̇ = N(q) v: equal to v except for quaternions.
void calc_position_rate(const Model& model, const ConstVectorRef& q, const ConstVectorRef& v, VectorRef q_rate);

/// q ← q ⊞ h v: follows the exponential map, so that a quaternion keeps its norm and a constant v is followed exactly.
void move_positions(const Model& model, const ConstVectorRef& v, double step, VectorRef q);

/// Divides each quaternion by its norm.
void normalize_quaternions(const Model& model, VectorRef q);

/// max | |quaternion| − 1 |
[[nodiscard]] double calc_quaternion_drift(const Model& model, const ConstVectorRef& q);

/// Puts the driven joints where their functions have them at this time.
void set_driven_coordinates(const Model& model, const TimeQuery& time, VectorRef q, VectorRef v);

}  // namespace carom
