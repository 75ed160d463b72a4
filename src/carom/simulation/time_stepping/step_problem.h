#pragma once

#include "carom/complementarity/linear/block_operator.h"
#include "carom/math/types.h"

namespace carom {

/// What the impulses p of a step must satisfy, three rows a contact: the normal n, then t₁ and t₂. Where contacts
/// resist rolling or spinning there are six: then moments about t₁, t₂ and n, divided by a length that makes them
/// impulses.
///
/// w = G p + q with G = J M⁻¹Jᵀ and the compliance of each row on its diagonal:
///   normal      w_n = u_n + C_N p_n + b ≥ 0 ⊥ p_n ≥ 0       b: the gap over h, or what restitution asks for
///   tangential  w_t = u_t + C_T (p_t − p_t⁻), the velocity of slip; C_T = (K h²)⁻¹ of bristles, 0 without
/// and friction as the scheme has it.                                                              [peiret, Eq. (4)]
struct StepProblem {
  int contacts{};
  int rows{3};                    // of a contact: 3 or 6
  MatrixX G;                      // [1/kg]; unused where there is an operator
  BlockOperator* G_over_scale{};  // G/scale without its matrix, for many contacts; else null
  double scale{1.0};              // mean of G's diagonal, where there is an operator  [1/kg]
  VectorX q;                      // [m/s]
  VectorX mu;                     // of each contact  [-]
  VectorX rolling, spinning;      // of each contact, where there are six rows  [-]
  VectorX last;                   // p⁻: impulses that the last step's forces would have in this one  [N·s]

  /// With room for a matrix.
  void resize(int count) {
    resize_vectors(count, 3);
    G.resize(3 * count, 3 * count);
    G_over_scale = nullptr;
  }
  void resize_vectors(int count, int rows_each) {
    contacts = count;
    rows = rows_each;
    q.resize(size());
    mu.resize(count);
    rolling.resize(rows > 3 ? count : 0);
    spinning.resize(rolling.size());
    last.resize(size());
  }
  [[nodiscard]] int size() const { return rows * contacts; }
};

}  // namespace carom
