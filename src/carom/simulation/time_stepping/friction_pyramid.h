#pragma once

#include <map>
#include <memory>

#include "carom/complementarity/lcp/lemke.h"

namespace carom {

/// Coulomb friction on a pyramid with m facets in place of the cone, as an LCP.            [stewart1996; anitescu1997]
///
/// Friction is a sum of impulses β ≥ 0 along m directions d_i of the tangent plane, and ψ ≥ 0 the speed of slip:
///   u_n ≥ 0 ⊥ p_n ≥ 0,   d_i·u_t + ψ ≥ 0 ⊥ β_i ≥ 0,   μ p_n − Σβ ≥ 0 ⊥ ψ ≥ 0.
/// The matrix is copositive, so that Lemke's method finds a solution wherever the normals alone have one.
class FrictionPyramid {
 public:
  /// Impulses in the rows n, t₁, t₂ of each contact for w = G x + q. `otherwise`: by every method there is.
  SolveReport solve(const ConstMatrixRef& G, const ConstVectorRef& q, const ConstVectorRef& mu, int facets,
                    double tolerance, bool otherwise, VectorX& x);

 private:
  void fill(const ConstMatrixRef& G, const ConstVectorRef& q, const ConstVectorRef& mu, int facets);

  std::map<int, std::unique_ptr<LemkeSolver>> lemkes_;  // by size
  MatrixX directions_;                                  // rows of a contact × its unknowns (p_n, β)
  MatrixX M_;
  VectorX q_, z_;
};

}  // namespace carom
