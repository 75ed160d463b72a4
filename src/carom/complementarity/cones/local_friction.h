#pragma once

#include "carom/complementarity/cones/friction_cone.h"
#include "carom/complementarity/linear/block_operator.h"

namespace carom {

/// Solves one contact by itself: r with Coulomb's law for u = B r + q. Exact for blocks of one, two and three rows and
/// any B whose symmetric part is positive definite: apart, sticking, or sliding, where the ratio α = |u_t|/|r_t| is the
/// root of a scalar function. With rolling friction Newton's method on the contact, from the r that is given.
[[nodiscard]] BlockVector solve_contact(const FrictionCone& cone, const BlockMatrix& B, const BlockVector& q,
                                        const BlockVector& r);

/// The same of three rows with a circle; `r` is a guess.
[[nodiscard]] Vector3 solve_space_contact(double mu, const Matrix3& B, const Vector3& q, const Vector3& r);

}  // namespace carom
