#pragma once

#include "carom/math/types.h"

namespace carom {

/// A = V diag(λ) Vᵀ for a symmetric A by Jacobi's cyclic rotations [golub2013, §8.5]. On return the diagonal of A holds
/// the eigenvalues, in no order, and the columns of V are orthonormal. Errors are a few roundings of the largest |λ|.
///
/// For the few dozen rows that constraints have. Eigen's own solver allocates in every call.
void calc_symmetric_eigen(MatrixRef A, MatrixRef V);

}  // namespace carom
