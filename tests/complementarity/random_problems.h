#pragma once

#include "carom/complementarity/linear/factored_operator.h"
#include "carom/math/types.h"

namespace carom::test {

/// Numbers between −1 and 1.
[[nodiscard]] MatrixX make_random(int rows, int columns, unsigned seed);

/// An LCP with redundant contact normals, M = J Jᵀ of half rank, made from a complementary pair.
struct KnownLcp {
  MatrixX M;
  VectorX q, z, w;
};
[[nodiscard]] KnownLcp make_redundant_lcp(int size, unsigned seed);

/// Free bodies, each with contacts to the ground and to the next body, more rows than degrees of freedom; q is what
/// gravity does in a step, so that a solution exists.
struct Pile {
  int block_size{};
  int contacts{};
  int velocities{};
  std::vector<FactoredOperator::Part> parts;
  VectorX q, mu, mu_rolling;

  [[nodiscard]] FactoredOperator make_operator() const { return {block_size, contacts, parts}; }
};
[[nodiscard]] Pile make_pile(int bodies, int block_size, double mass_ratio, unsigned seed);

/// One to eight contacts, in the plane (two rows) or in space (three), of one to four bodies with each other and the
/// ground, at random places; some of them redundant. Masses differ by up to `mass_ratio`, μ runs from 0 to 100.
[[nodiscard]] Pile make_scattered_contacts(int block_size, double mass_ratio, unsigned seed);

}  // namespace carom::test
