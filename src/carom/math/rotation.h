#pragma once

#include <span>

#include "carom/math/types.h"

namespace carom {

/// Unit quaternions in the order w, x, y, z, as everywhere in the project. q and −q are the same rotation.
using Quaternion = Eigen::Vector4d;

[[nodiscard]] inline Quaternion identity_quaternion() { return {1.0, 0.0, 0.0, 0.0}; }

/// Rotation by |φ| about φ; series near zero, so that it is accurate to round-off for every angle.
[[nodiscard]] Quaternion quaternion_from_rotation_vector(const Vector3& rotation_vector);

/// The rotation vector φ with |φ| ≤ π of a quaternion of any positive norm.
[[nodiscard]] Vector3 rotation_vector_from_quaternion(const Quaternion& q);

[[nodiscard]] Quaternion quaternion_from_matrix(const Matrix3& R);

/// The rotation matrix of a quaternion of any positive norm.
[[nodiscard]] Matrix3 matrix_from_quaternion(const Quaternion& q);

/// a ∘ b: first b, then a.
[[nodiscard]] Quaternion compose(const Quaternion& a, const Quaternion& b);
[[nodiscard]] Quaternion conjugate(const Quaternion& q);

/// q̇ = ½ (0, ω) ∘ q, with ω in the axes of the frame that q rotates into (not in the axes of the body).
[[nodiscard]] Quaternion quaternion_rate(const Quaternion& q, const Vector3& angular_velocity);

/// Rotation about a unit axis by an angle [rad].
[[nodiscard]] Matrix3 matrix_from_axis_angle(const Vector3& axis, double angle);

/// [r]×, so that skew(r) v = r × v.
[[nodiscard]] Matrix3 skew(const Vector3& r);

/// Any unit vector perpendicular to a unit vector; a continuous choice is impossible, this one is the same every time.
[[nodiscard]] Vector3 find_perpendicular(const Vector3& unit);

}  // namespace carom
