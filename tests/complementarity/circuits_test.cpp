// Circuits of resistors and ideal diodes: potentials of nodes are free variables, currents of diodes and the voltages
// against them are pairs. Nodes that no resistor ties to the rest make the block of the free variables singular.
#include <cmath>
#include <limits>
#include <random>
#include <string>

#include <gtest/gtest.h>

#include "carom/complementarity/default_solvers.h"
#include "carom/complementarity/mlcp/fischer_burmeister.h"
#include "carom/complementarity/mlcp/mlcp_lemke.h"

namespace carom {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Kirchhoff's current law at every node, G v + A i + s = 0, and w = −Aᵀv + R i + e ≥ 0 ⊥ i ≥ 0 of every diode, with
/// sources s and e made so that some v, i, w are a solution.
struct Circuit {
  Circuit(int nodes, int diodes, unsigned seed, double least = -4.0, double largest = 1.0)  // powers of conductances
      : M(MatrixX::Zero(nodes + diodes, nodes + diodes)), lower(VectorX::Zero(nodes + diodes)) {
    std::mt19937_64 engine(seed);
    const auto below = [&](int n) { return static_cast<int>(engine() % static_cast<unsigned>(n)); };
    const auto between = [&](double a, double b) { return a + (b - a) * 0x1p-64 * static_cast<double>(engine()); };
    const int resistors = 1 + below(nodes + 1);
    for (int k = 0; k < resistors; ++k) {
      const int a = below(nodes), b = below(nodes + 1) - 1;  // −1: ground
      const double conductance = std::pow(10.0, between(least, largest));
      if (a != b) add_resistor(a, b, conductance);
    }
    for (int k = nodes; k < nodes + diodes; ++k) {
      const int a = below(nodes);
      int b = below(nodes + 1) - 1;
      while (b == a) b = below(nodes + 1) - 1;
      M(a, k) += 1.0;
      M(k, a) -= 1.0;
      if (b >= 0) M(b, k) -= 1.0;
      if (b >= 0) M(k, b) += 1.0;
      if (below(2) == 0) M(k, k) = std::pow(10.0, between(-3.0, 1.0));
    }
    VectorX z(nodes + diodes), w = VectorX::Zero(nodes + diodes);
    for (int k = 0; k < nodes; ++k) z[k] = between(-5.0, 5.0);
    for (int k = nodes; k < nodes + diodes; ++k) {
      const bool conducts = below(2) == 0;
      z[k] = conducts ? between(0.01, 2.0) : 0.0;
      w[k] = conducts ? 0.0 : between(0.01, 5.0);
    }
    q = w - M * z;
    lower.head(nodes).setConstant(-kInfinity);
    upper = VectorX::Constant(nodes + diodes, kInfinity);
  }

  void add_resistor(int a, int b, double conductance) {
    M(a, a) += conductance;
    if (b < 0) return;
    M(b, b) += conductance;
    M(a, b) -= conductance;
    M(b, a) -= conductance;
  }

  [[nodiscard]] MlcpProblem problem() const { return {M, q, lower, upper}; }

  /// Largest breach of the laws above, from z alone.
  [[nodiscard]] double calc_breach(const VectorX& z) const {
    const VectorX w = M * z + q;
    double worst = 0.0;
    for (int k = 0; k < q.size(); ++k) {
      const double breach =
          lower[k] < 0.0 ? std::abs(w[k]) : std::max({-z[k], -w[k], std::min(std::abs(z[k]), std::abs(w[k]))});
      worst = std::max(worst, breach);
    }
    return worst;
  }

  MatrixX M;
  VectorX q, lower, upper;
};

// Passive circuits are monotone: with pairs exchanged Lemke's method cannot fail but by rounding, whose least pivots
// here are 1e-4 of the largest entries.
TEST(Circuits, OfDiodesAndFloatingNodesAreSolvedByDefault) {
  double worst = 0.0;
  for (const int size : {3, 6, 12, 24}) {
    for (unsigned seed = 1; seed <= 25; ++seed) {
      const Circuit circuit(size, size + static_cast<int>(seed % 3), seed);
      VectorX z = VectorX::Zero(circuit.q.size());
      const SolveReport report = solve_mlcp(circuit.problem(), z);
      ASSERT_TRUE(report.solved()) << size << " nodes, seed " << seed << ": " << describe(report);
      worst = std::max(worst, circuit.calc_breach(z));
    }
  }
  EXPECT_LT(worst, 1e-8);  // 1e-10 (1 + ‖q‖), ‖q‖ up to 60
}

TEST(Circuits, LemkesMethodAloneSolvesThemWhereNoEquationDeterminesANode) {
  for (unsigned seed = 1; seed <= 25; ++seed) {
    const Circuit circuit(8, 8, seed);
    VectorX z = VectorX::Zero(circuit.q.size());
    MlcpLemkeSolver lemke;
    const SolveReport report = lemke.solve(circuit.problem(), z);
    EXPECT_TRUE(report.solved()) << seed << ": " << describe(report);
  }
}

// With sources of any size a circuit may have no solution: currents into nodes that cannot flow off, voltages around
// loops. Either is then known: no outcome lies between, as passive circuits are monotone. Conductances of nine decades
// leave rounding in the weights of a proof; and where only the weakest carry the current, voltages reach 1e6 and the
// error 1e6 ε times the strongest, which the tolerance allows for.
TEST(Circuits, WithAnySourcesAreSolvedOrProvenToContradictThemselves) {
  int solved = 0, infeasible = 0;
  for (unsigned seed = 1; seed <= 2500; ++seed) {
    Circuit circuit(1 + static_cast<int>(seed % 10), 1 + static_cast<int>(seed % 9), seed, -6.0, 3.0);
    std::mt19937_64 engine(seed);
    for (double& source : circuit.q) {
      source = engine() % 3 != 0 ? 0.0 : 3.0 * 0x1p-63 * static_cast<double>(static_cast<std::int64_t>(engine()));
    }
    VectorX z = VectorX::Zero(circuit.q.size());
    const SolveReport report = solve_mlcp(circuit.problem(), z, {.tolerance = 1e-6});
    EXPECT_NE(report.status, SolveStatus::NotConverged) << seed << ": " << describe(report);
    solved += report.solved() ? 1 : 0;
    infeasible += report.status == SolveStatus::Infeasible ? 1 : 0;
  }
  EXPECT_GT(solved, 500);
  EXPECT_GT(infeasible, 500);
}

// It has no promise, but finds most: 95 of 100 in a survey of such circuits.
TEST(Circuits, FischerAndBurmeistersFunctionLeadsToMostSolutions) {
  int solved = 0;
  for (unsigned seed = 1; seed <= 40; ++seed) {
    const Circuit circuit(8, 8, seed);
    VectorX z = VectorX::Zero(circuit.q.size());
    solved += solve_by_fischer_burmeister(circuit.problem(), z).solved() ? 1 : 0;
  }
  EXPECT_GE(solved, 34);
}

// Relays: friction of ±1 on a node that only they hold.
TEST(Circuits, BoundsOnBothSidesKeepTheirPairs) {
  MatrixX M(3, 3);
  M << 0, 1, 1, -1, 0.5, 0, -1, 0, 0.25;
  VectorX q(3), lower(3), upper(3), work(3);
  q << 0.3, 0.1, -0.2;
  lower << -kInfinity, -1.0, 0.0;
  upper << kInfinity, 1.0, kInfinity;
  const MlcpProblem problem{M, q, lower, upper};
  for (const bool by_function : {false, true}) {
    VectorX z = VectorX::Zero(3);
    const SolveReport report = by_function ? solve_by_fischer_burmeister(problem, z) : solve_mlcp(problem, z);
    ASSERT_TRUE(report.solved()) << describe(report);
    EXPECT_LT(calc_natural_map(problem, z, work), 1e-10);
  }
}

}  // namespace
}  // namespace carom
