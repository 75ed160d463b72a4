#include "carom/integrators/adaptive/active_linear_solver.h"

#include <algorithm>

#include <sundials/sundials_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

namespace carom::sundials {
namespace {

using Pivots = std::vector<sunindextype>;

Pivots& pivots_of(SUNLinearSolver solver) { return *static_cast<Pivots*>(solver->content); }

// Factors the rows of the active numbers in place. Positive: it is singular, and a shorter step is to be tried.
int factor(SUNLinearSolver solver, SUNMatrix matrix) {
  Pivots& pivots = pivots_of(solver);
  const auto active = static_cast<sunindextype>(pivots.size());
  return SUNDlsMat_denseGETRF(SUNDenseMatrix_Cols(matrix), active, active, pivots.data()) > 0 ? SUNLS_LUFACT_FAIL
                                                                                              : SUNLS_SUCCESS;
}

int solve(SUNLinearSolver solver, SUNMatrix matrix, N_Vector x, N_Vector b, double /*tolerance*/) {
  Pivots& pivots = pivots_of(solver);
  const auto active = static_cast<sunindextype>(pivots.size());
  N_VScale(1.0, b, x);
  double* const values = N_VGetArrayPointer(x);
  SUNDlsMat_denseGETRS(SUNDenseMatrix_Cols(matrix), active, pivots.data(), values);
  for (sunindextype j = 0; j < active; ++j) {
    const double* const column = SUNDenseMatrix_Column(matrix, j);
    for (sunindextype i = active; i < SUNDenseMatrix_Rows(matrix); ++i) values[i] -= column[i] * values[j];
  }
  return SUNLS_SUCCESS;
}

int release(SUNLinearSolver solver) {
  delete &pivots_of(solver);
  SUNLinSolFreeEmpty(solver);
  return SUNLS_SUCCESS;
}

}  // namespace

// SUNDIALS has no empty vectors or matrices.
Matrix make_active_matrix(int size, int active, SUNContext context) {
  return Matrix(require(SUNDenseMatrix(std::max(size, 1), std::max(active, 1), context)));
}

LinearSolver make_active_linear_solver(int active, SUNContext context) {
  auto pivots = std::make_unique<Pivots>(static_cast<std::size_t>(std::max(active, 1)));
  SUNLinearSolver solver = require(SUNLinSolNewEmpty(context));
  solver->content = pivots.release();
  solver->ops->gettype = [](SUNLinearSolver) { return SUNLINEARSOLVER_DIRECT; };
  solver->ops->getid = [](SUNLinearSolver) { return SUNLINEARSOLVER_CUSTOM; };
  solver->ops->initialize = [](SUNLinearSolver) -> int { return SUNLS_SUCCESS; };
  solver->ops->setup = factor;
  solver->ops->solve = solve;
  solver->ops->free = release;
  return LinearSolver(solver);
}

}  // namespace carom::sundials
