#include "carom/complementarity/cones/friction_problem.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "carom/complementarity/cones/single_disc.h"

namespace carom {

namespace {

// Within the cone the map is u' itself: the difference of two large impulses would lose what is left of it.
BlockVector map_on_cone(const FrictionCone& cone, const BlockVector& impulse, const BlockVector& u) {
  const BlockVector shifted = add_de_saxce_term(cone, u), trial = impulse - shifted;
  const BlockVector nearest = project_on_cone(cone, trial);
  return nearest == trial ? shifted : BlockVector(impulse - nearest);
}

BlockVector map_on_polygon(const FrictionCone& cone, const BlockVector& impulse, const BlockVector& u) {
  BlockVector trial = impulse - u, map(u.size());
  trial[0] = std::max(impulse[0], 0.0);
  const BlockVector nearest = project_on_discs(cone, trial).point;
  map[0] = std::min(impulse[0], u[0]);
  for (Eigen::Index k = 1; k < u.size(); ++k) map[k] = nearest[k] == trial[k] ? u[k] : impulse[k] - nearest[k];
  return map;
}

// Each of them turns the velocities of all contacts into the map.
void map_blocks(const FrictionProblem& problem, const ConstVectorRef& r, VectorRef u) {
  const int size = problem.G.block_size();
  const auto map = problem.polygon.corners > 0 ? map_on_polygon : map_on_cone;
  for (int contact = 0; contact < problem.contacts(); ++contact) {
    auto block = u.segment(contact * size, size);
    block = map(problem.cone(contact), r.segment(contact * size, size), block);
  }
}

template <int Size>
void map_single_discs(const FrictionProblem& problem, const ConstVectorRef& r, VectorRef u) {
  using Vector = SizedVector<Size>;
  for (int contact = 0; contact < problem.contacts(); ++contact) {
    const double mu = single_disc_mu<Size>(problem, contact);
    Eigen::Map<Vector> block(u.data() + contact * Size);
    const Vector impulse = Eigen::Map<const Vector>(r.data() + contact * Size);
    Vector shifted = block;
    shifted[0] += mu * shifted.template tail<Size - 1>().norm();
    const Vector trial = impulse - shifted, nearest = project_on_single_disc<Size>(mu, trial);
    block = nearest == trial ? shifted : Vector(impulse - nearest);
  }
}

}  // namespace

double calc_natural_map(const FrictionProblem& problem, const ConstVectorRef& r, VectorRef natural_map) {
  if (r.isZero(0.0)) {
    natural_map = problem.q;
  } else {
    problem.G.multiply(r, natural_map);
    natural_map += problem.q;
  }
  return turn_into_natural_map(problem, r, natural_map);
}

double turn_into_natural_map(const FrictionProblem& problem, const ConstVectorRef& r, VectorRef velocities) {
  if (!has_single_disc(problem)) {
    map_blocks(problem, r, velocities);
  } else if (problem.G.block_size() == 2) {
    map_single_discs<2>(problem, r, velocities);
  } else {
    map_single_discs<3>(problem, r, velocities);
  }
  return velocities.norm() / (1.0 + problem.q.norm());
}

void calc_rounding_of_velocities(const BlockOperator& G, const ConstVectorRef& q, const ConstVectorRef& r,
                                 VectorRef errors) {
  constexpr double kHalfUnit = 0.5 * std::numeric_limits<double>::epsilon();
  const int size = G.block_size();
  G.multiply_sizes(r, errors);
  errors += q.cwiseAbs();
  for (int contact = 0; contact < G.block_count(); ++contact) {
    errors.segment(contact * size, size) *= (G.terms(contact) + 1) * kHalfUnit;
  }
}

double calc_round_off(const FrictionProblem& problem, const ConstVectorRef& r, VectorRef work) {
  const int size = problem.G.block_size();
  calc_rounding_of_velocities(problem.G, problem.q, r, work);
  double square = 0.0;
  for (int contact = 0; contact < problem.contacts(); ++contact) {
    const BlockVector error = work.segment(contact * size, size);
    square += add_de_saxce_term(problem.cone(contact), error).squaredNorm();
  }
  return std::sqrt(square) / (1.0 + problem.q.norm());
}

SolveReport check_data(const FrictionProblem& problem) {
  SolveReport report;
  const int size = problem.G.block_size();
  for (int contact = 0; contact < problem.contacts(); ++contact) {
    const FrictionCone cone = problem.cone(contact);
    const bool good = problem.q.segment(contact * size, size).allFinite() && problem.G.diagonal(contact).allFinite() &&
                      cone.mu >= 0.0 && cone.mu_rolling >= 0.0 && cone.mu_spinning >= 0.0 &&
                      std::isfinite(cone.mu + cone.mu_rolling + cone.mu_spinning);
    if (good) continue;
    report.status = SolveStatus::BadData;
    report.detail = "a number is not finite, or a friction coefficient is negative";
    if (report.worst.count < WorstRows::kMost) report.worst.rows[report.worst.count++] = contact * size;
  }
  return report;
}

// Σ y u_n = Σ y q_n + gᵀr with g = Wᵀ(y e_n), and gᵀr ≤ 0 on K where g_n + μ |g_t| + μ_r |g_m| ≤ 0.
bool proves_infeasible(const FrictionProblem& problem, const ConstVectorRef& y) {
  constexpr double kRoundOff = 1e-10;
  const int size = problem.G.block_size();
  if (!(y.minCoeff() >= 0.0)) return false;
  VectorX weights = VectorX::Zero(problem.G.size());
  double gain = 0.0, gain_size = 0.0;
  for (int contact = 0; contact < problem.contacts(); ++contact) {
    weights[contact * size] = y[contact];
    gain -= y[contact] * problem.q[contact * size];
    gain_size += y[contact] * std::abs(problem.q[contact * size]);
  }
  const Eigen::SparseMatrix<double> G = problem.G.assemble();
  const VectorX g = G.transpose() * weights;
  const VectorX g_size = G.cwiseAbs().transpose() * weights;
  for (int contact = 0; contact < problem.contacts(); ++contact) {
    const BlockVector largest = add_de_saxce_term(problem.cone(contact), g.segment(contact * size, size));
    if (!(largest[0] <= kRoundOff * g_size.segment(contact * size, size).sum())) return false;
  }
  return gain > kRoundOff * gain_size;
}

}  // namespace carom
