#include "carom/complementarity/cones/friction_pivoting.h"

#include <cmath>
#include <numbers>

#include "carom/base/assert.h"
#include "carom/complementarity/lcp/lemke.h"

namespace carom {
namespace {

/// Unknowns of a contact: r_n, β of each direction, and λ, the speed of its slip.
struct ContactColumns {
  int directions{};

  [[nodiscard]] int size() const { return directions + 2; }
  [[nodiscard]] int slip() const { return directions + 1; }
};

// Columns: what one unit of each of r_n and β adds to the impulse of a contact.
MatrixX make_directions(int block_size, int directions) {
  MatrixX D = MatrixX::Zero(block_size, directions + 2);
  D(0, 0) = 1.0;
  for (int k = 0; k < directions; ++k) {
    const double angle = 2.0 * std::numbers::pi * k / directions;
    if (block_size == 2) D(1, k + 1) = k == 0 ? 1.0 : -1.0;
    if (block_size == 3) D.block<2, 1>(1, k + 1) << std::cos(angle), std::sin(angle);
  }
  return D;
}

}  // namespace

// With x = (r_n, β, λ) of each contact, r = D x: w_n = u_n, w_β = Dᵀu_t + λ and w_λ = μ r_n − Σ β.
SolveReport solve_by_pivoting(const FrictionProblem& problem, VectorRef r, const FrictionPivotingOptions& options) {
  const int block = problem.G.block_size(), contacts = problem.contacts();
  CAROM_ASSERT(block == 2 || block == 3);
  const ContactColumns columns{block == 2 ? 2 : options.directions};
  const int size = columns.size() * contacts;
  const MatrixX D = make_directions(block, columns.directions);
  MatrixX G, all = MatrixX::Zero(problem.G.size(), size);
  problem.G.assemble(G);
  for (int c = 0; c < contacts; ++c) all.block(c * block, c * columns.size(), block, columns.size()) = D;
  MatrixX M = all.transpose() * G * all;
  const VectorX q = all.transpose() * problem.q;
  for (int c = 0; c < contacts; ++c) {
    const int first = c * columns.size(), slip = first + columns.slip();
    for (int k = 1; k <= columns.directions; ++k) {
      M(first + k, slip) = 1.0;
      M(slip, first + k) = -1.0;
    }
    M(slip, first) = problem.mu[c] * (block == 3 ? problem.polygon.radius : 1.0);
  }
  VectorX x(size), work(r.size());
  constexpr int kFewPivots = 100, kPivotsPerRow = 10;
  SolveReport report = LemkeSolver(size).solve(
      {M, q}, x,
      {.tolerance = options.tolerance, .most_pivots = kFewPivots + kPivotsPerRow * size, .covering = options.covering});
  r = all * x;
  judge(problem, r, options.tolerance, work, report);
  return report;
}

}  // namespace carom
