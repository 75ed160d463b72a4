// A battery of small problems of every kind: redundant contacts, much friction, masses that differ by eight decades.
#include <gtest/gtest.h>

#include "carom/complementarity/cones/friction_pivoting.h"
#include "carom/complementarity/default_solvers.h"
#include "complementarity/random_problems.h"

namespace carom {
namespace {

using test::make_scattered_contacts;
using test::Pile;

// All bodies at rest is a motion that every contact allows, so there is a solution. What rounding leaves counts as
// none: impulses reach 1e8 here.
TEST(ScatteredContacts, AreSolvedByDefault) {
  for (const int block_size : {2, 3}) {
    for (const double ratio : {1e2, 1e8}) {
      for (unsigned seed = 1; seed <= 200; ++seed) {
        const Pile pile = make_scattered_contacts(block_size, ratio, seed);
        FactoredOperator factored = pile.make_operator();
        BlockSparseOperator sparse(factored.assemble(), block_size);
        for (BlockOperator* G : {static_cast<BlockOperator*>(&factored), static_cast<BlockOperator*>(&sparse)}) {
          const FrictionProblem problem{*G, pile.q, pile.mu, pile.mu_rolling};
          VectorX r = VectorX::Zero(pile.q.size());
          const SolveReport report = FrictionSolver(pile.contacts, block_size)
                                         .solve(problem, r, {.tolerance = 1e-8, .forgives_rounding = true});
          EXPECT_TRUE(report.solved()) << block_size << " rows, ratio " << ratio << ", seed " << seed << ", "
                                       << (G == &sparse ? "matrix" : "factors") << ": " << describe(report);
        }
      }
    }
  }
}

// Those of three thousand of each kind in which sweeps, Newton's method, interior points and ADMM stall alike: with
// friction of 100 the cones are nearly half-spaces and hold each other.
TEST(ScatteredContacts, WhereIterationsStallPivotsLeadToASolution) {
  struct Case {
    int block_size;
    double ratio;
    unsigned seed;
  };
  for (const Case& given : {Case{2, 1e2, 373}, Case{2, 1e2, 1445}, Case{2, 1e8, 1150}, Case{2, 1e8, 2294},
                            Case{3, 1e2, 750}, Case{3, 1e2, 791}, Case{3, 1e2, 2606}, Case{3, 1e8, 1427}}) {
    const Pile pile = make_scattered_contacts(given.block_size, given.ratio, given.seed);
    FactoredOperator G = pile.make_operator();
    VectorX r = VectorX::Zero(pile.q.size());
    const SolveReport report = FrictionSolver(pile.contacts, given.block_size)
                                   .solve({G, pile.q, pile.mu, pile.mu_rolling}, r, {.tolerance = 1e-8});
    EXPECT_TRUE(report.solved()) << given.block_size << " rows, seed " << given.seed << ": " << describe(report);
  }
}

// In the plane the LCP is the problem itself, and its matrix copositive.
TEST(ScatteredContacts, InThePlanePivotsAloneSolveThem) {
  int solved = 0;
  for (unsigned seed = 1; seed <= 200; ++seed) {
    const Pile pile = make_scattered_contacts(2, 1e2, seed);
    FactoredOperator G = pile.make_operator();
    VectorX r = VectorX::Zero(pile.q.size());
    const SolveReport report = solve_by_pivoting({G, pile.q, pile.mu, pile.mu_rolling}, r, {.tolerance = 1e-8});
    solved += report.solved() ? 1 : 0;
  }
  EXPECT_GE(solved, 198);
}

// The polygon lies within the circle: what it bounds is a solution of the circle where contacts stick or are apart.
// Where all contacts separate, impulses are what rounding leaves of those that would stop them, of order q.
TEST(ScatteredContacts, InSpacePivotsStayWithinTheirCones) {
  for (unsigned seed = 1; seed <= 100; ++seed) {
    const Pile pile = make_scattered_contacts(3, 1e2, seed);
    FactoredOperator G = pile.make_operator();
    VectorX r = VectorX::Zero(pile.q.size());
    (void)solve_by_pivoting({G, pile.q, pile.mu, pile.mu_rolling}, r, {.directions = 12});
    for (int contact = 0; contact < pile.contacts; ++contact) {
      const Vector3 impulse = r.segment<3>(3 * contact);
      EXPECT_LE(impulse.tail<2>().norm(), pile.mu[contact] * impulse[0] + 1e-9 * r.norm() + 1e-14 * pile.q.norm())
          << seed;
    }
  }
}

}  // namespace
}  // namespace carom
