// Solvers of complementarity problems: pivoting on redundant contact normals, and one step of a stack of boxes.
#include <cmath>
#include <random>

#include <benchmark/benchmark.h>

#include "carom/complementarity/default_solvers.h"
#include "carom/complementarity/lcp/lemke.h"
#include "carom/complementarity/linear/factored_operator.h"
#include "carom/complementarity/mlcp/block_pivoting.h"

namespace carom {
namespace {

struct RandomLcp {
  explicit RandomLcp(int size) : q(size) {
    std::mt19937_64 engine(7);
    std::normal_distribution<double> normal;
    MatrixX J(size, 2 * size);
    for (double& value : J.reshaped()) value = normal(engine);
    for (double& value : q) value = normal(engine);
    M = J * J.transpose();
  }
  MatrixX M;
  VectorX q;
};

void lemke(benchmark::State& state) {
  const RandomLcp lcp(static_cast<int>(state.range(0)));
  LemkeSolver solver(static_cast<int>(state.range(0)));
  VectorX z(lcp.q.size());
  for (auto _ : state) benchmark::DoNotOptimize(solver.solve({lcp.M, lcp.q}, z));
}
BENCHMARK(lemke)->Arg(8)->Arg(32)->Arg(128);

void block_pivoting(benchmark::State& state) {
  const RandomLcp lcp(static_cast<int>(state.range(0)));
  const VectorX lower = VectorX::Zero(lcp.q.size()), upper = VectorX::Constant(lcp.q.size(), HUGE_VAL);
  BlockPivotingSolver solver(static_cast<int>(state.range(0)));
  VectorX z(lcp.q.size());
  for (auto _ : state) {
    z.setZero();
    benchmark::DoNotOptimize(solver.solve({lcp.M, lcp.q, lower, upper}, z));
  }
}
BENCHMARK(block_pivoting)->Arg(8)->Arg(32)->Arg(128);

/// Boxes of 0.2 × 0.2 × 0.1 m and 1 kg on each other and on the ground, four contacts each, μ = 0.5, after 1 ms of free
/// fall; a random push of a hundredth of that makes no two contacts equal.
struct BoxStack {
  explicit BoxStack(int boxes) : contacts(4 * boxes), velocities(6 * boxes), q(VectorX::Zero(12 * boxes)) {
    std::mt19937_64 engine(7);
    std::normal_distribution<double> normal;
    VectorX free_velocity(velocities);
    for (int i = 0; i < velocities; ++i) free_velocity[i] = (i % 6 == 2 ? -9.81e-3 : 0.0) + 1e-4 * normal(engine);
    for (int contact = 0; contact < contacts; ++contact) {
      const Vector3 corner(contact % 2 == 0 ? 0.1 : -0.1, contact % 4 < 2 ? 0.1 : -0.1, 0.05);
      add_part(contact, contact / 4, 1.0, Vector3(corner.x(), corner.y(), -0.05), free_velocity);
      if (contact >= 4) add_part(contact, contact / 4 - 1, -1.0, corner, free_velocity);
    }
  }

  void add_part(int contact, int box, double sign, const Vector3& arm, const VectorX& free_velocity) {
    MatrixX J(3, 6);
    // Rows z, x, y of the velocity v + ω × arm.
    J << 0, 0, 1, arm[1], -arm[0], 0, 1, 0, 0, 0, arm[2], -arm[1], 0, 1, 0, -arm[2], 0, arm[0];
    J *= sign;
    VectorX inverse_inertia(6);
    inverse_inertia << 1, 1, 1, 12 / 0.05, 12 / 0.05, 12 / 0.08;
    q.segment<3>(3 * contact) += J * free_velocity.segment<6>(6 * box);
    parts.push_back({contact, 6 * box, J, inverse_inertia.asDiagonal() * J.transpose()});
  }

  int contacts, velocities;
  VectorX q;
  std::vector<FactoredOperator::Part> parts;
};

void stack(benchmark::State& state, bool warm) {
  const BoxStack boxes(static_cast<int>(state.range(0)));
  FactoredOperator G(3, boxes.contacts, boxes.parts);
  const VectorX mu = VectorX::Constant(boxes.contacts, 0.5), none, next = 1.001 * boxes.q;
  FrictionSolver solver(boxes.contacts, 3);
  VectorX start = VectorX::Zero(boxes.q.size());
  if (warm && !solver.solve({G, boxes.q, mu, none}, start, {1e-8}).solved()) state.SkipWithError("not solved");
  VectorX r;
  SolveReport report;
  for (auto _ : state) {
    r = start;
    report = solver.solve({G, next, mu, none}, r, {1e-8});
  }
  if (!report.solved()) state.SkipWithError("not solved");
  state.counters["iterations"] = report.iterations;
  state.counters["residual"] = report.residual;
}
BENCHMARK_CAPTURE(stack, cold, false)->Arg(10)->Arg(100)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(stack, warm, true)->Arg(10)->Arg(100)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace carom
