#include "carom/simulation/time_stepping/friction_pyramid.h"

#include <cmath>
#include <numbers>

#include "carom/complementarity/default_solvers.h"

namespace carom {
namespace {

// Pivots with which most problems are solved; degenerate ones may need 2ⁿ.
constexpr int kFewPivots = 50, kFewPivotsPerRow = 5;
// Problems with more rows get no pivots but these, along some paths: one with a hundred pivots a row takes minutes.
constexpr int kMostRows = 150;

}  // namespace

// Unknowns of a contact: p_n, β₁ … β_m, ψ.
void FrictionPyramid::fill(const ConstMatrixRef& G, const ConstVectorRef& q, const ConstVectorRef& mu, int facets) {
  const auto contacts = static_cast<int>(mu.size());
  const int count = facets + 2;
  directions_.setZero(3, count);
  directions_(0, 0) = 1.0;
  for (int i = 0; i < facets; ++i) {
    const double angle = 2.0 * std::numbers::pi * i / facets;
    directions_(1, 1 + i) = std::cos(angle);
    directions_(2, 1 + i) = std::sin(angle);
  }
  M_.resize(count * contacts, count * contacts);
  q_.resize(count * contacts);
  for (int a = 0; a < contacts; ++a) {
    for (int b = 0; b < contacts; ++b) {
      M_.block(count * a, count * b, count, count).noalias() =
          directions_.transpose() * G.block<3, 3>(3 * a, 3 * b) * directions_;
    }
    auto own = M_.block(count * a, count * a, count, count);
    own.col(count - 1).segment(1, facets).setOnes();
    own.row(count - 1).segment(1, facets).setConstant(-1.0);
    own(count - 1, 0) = mu[a];
    q_.segment(count * a, count).noalias() = directions_.transpose() * q.segment<3>(3 * a);
  }
}

SolveReport FrictionPyramid::solve(const ConstMatrixRef& G, const ConstVectorRef& q, const ConstVectorRef& mu,
                                   int facets, double tolerance, bool otherwise, VectorX& x) {
  fill(G, q, mu, facets);
  const auto size = static_cast<int>(q_.size());
  z_.setZero(size);
  SolveReport report;
  if (otherwise) {
    report = solve_lcp({M_, q_}, z_, {.tolerance = tolerance, .quick = size > kMostRows});
  } else {
    std::unique_ptr<LemkeSolver>& lemke = lemkes_[size];
    if (!lemke) lemke = std::make_unique<LemkeSolver>(size);
    report = lemke->solve({M_, q_}, z_, {.tolerance = tolerance, .most_pivots = kFewPivots + kFewPivotsPerRow * size});
    report.route.add("lemke");
  }
  const int count = facets + 2;
  for (int c = 0; c < mu.size(); ++c) {
    x.segment<3>(3 * c).noalias() = directions_ * z_.segment(count * c, count);
  }
  // Rows of this problem as rows of the contacts.
  for (int i = 0; i < report.worst.count; ++i) report.worst.rows[i] = 3 * (report.worst.rows[i] / count);
  return report;
}

}  // namespace carom
