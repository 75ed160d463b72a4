#pragma once

#include "carom/integrators/adaptive/sundials_support.h"

namespace carom::sundials {

/// A matrix for the Jacobian of a rate that depends only on the first `active` numbers of a state: it has no other
/// columns. SUNDIALS makes I − γ J of it in place.
[[nodiscard]] Matrix make_active_matrix(int size, int active, SUNContext context);

/// Solves (I − γ J) x = b with such a matrix: Newton's equations of the active numbers by themselves, then the others,
/// which nothing depends on. Contacts have ten of these each; in one matrix they would cost most of the time.
[[nodiscard]] LinearSolver make_active_linear_solver(int active, SUNContext context);

}  // namespace carom::sundials
