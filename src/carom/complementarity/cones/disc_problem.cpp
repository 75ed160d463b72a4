#include "carom/complementarity/cones/disc_problem.h"

#include <algorithm>
#include <cmath>

#include <Eigen/LU>

#include "carom/complementarity/cones/friction_problem.h"

namespace carom {
namespace {

using Vector2 = Eigen::Vector2d;
using Matrix2 = Eigen::Matrix2d;

Vector2 project_on_disc(const Vector2& point, double radius) {
  const double length = point.norm();
  return length > radius ? Vector2(point * (radius / length)) : point;
}

// The derivative of the above.
Matrix2 differentiate_projection(const Vector2& point, double radius) {
  const double length = point.norm();
  if (length <= radius) return Matrix2::Identity();
  const Vector2 direction = point / length;
  return radius / length * (Matrix2::Identity() - direction * direction.transpose());
}

}  // namespace

double calc_natural_map(const DiscProblem& problem, const ConstVectorRef& r, VectorRef natural_map) {
  problem.G.multiply(r, natural_map);
  natural_map += problem.q;
  for (int c = 0; c < problem.contacts(); ++c) {
    double& normal = natural_map[3 * c];
    normal = problem.normals_given ? 0.0 : std::min(r[3 * c], normal);
    const Vector2 r_t = r.segment<2>(3 * c + 1), u_t = natural_map.segment<2>(3 * c + 1);
    natural_map.segment<2>(3 * c + 1) = r_t - project_on_disc(r_t - u_t, problem.radius[c]);
  }
  return natural_map.norm() / (1.0 + problem.q.norm());
}

Vector2 solve_disc(const Matrix2& T, const Vector2& b, double radius) {
  if (!(radius > 0.0)) return Vector2::Zero();
  const auto calc_x = [&](double alpha) -> Vector2 {
    const Matrix2 shifted = T + alpha * Matrix2::Identity();
    const Matrix2 adjugate{{shifted(1, 1), -shifted(0, 1)}, {-shifted(1, 0), shifted(0, 0)}};
    return -(adjugate * b) / shifted.determinant();
  };
  const Vector2 inside = calc_x(0.0);
  if (T.determinant() > 0.0 && inside.norm() <= radius) return inside;
  // (T + α) x = −b with |x| = R. Newton on 1/R − 1/|x(α)|, nearly linear in α, from the left: it does not overshoot.
  double alpha = 0.0;
  const double start = b.norm() / radius - T.trace();
  if (start > 0.0) alpha = start;
  Vector2 x = calc_x(alpha);
  for (int k = 0; k < 50; ++k) {
    const double length = x.norm();
    if (std::abs(length - radius) <= 1e-15 * radius) break;
    const Matrix2 shifted = T + alpha * Matrix2::Identity();
    const double slope = x.dot(shifted.inverse() * x) / length;  // −d|x|/dα
    const double next = alpha + (length - radius) / slope * length / radius;
    if (!(next >= 0.0) || next == alpha) break;
    alpha = next;
    x = calc_x(alpha);
  }
  return x * (radius / x.norm());
}

DiscSolver::DiscSolver(int contacts) : trial_(3 * contacts), rounding_(3 * contacts), best_(3 * contacts) {}

SolveReport DiscSolver::solve(const DiscProblem& problem, VectorRef r, const IterationOptions& options) {
  // Newton's method takes over where sweeps are slow, and they from it where it stalls.
  constexpr int kFewSweeps = 200;
  IterationOptions few = options;
  few.most_iterations = std::min(kFewSweeps, options.most_iterations);
  SolveReport report = sweep(problem, r, few);
  accept_rounding(problem, r, report);
  if (report.solved()) return report;
  trial_ = r;
  const SolveReport newton = solve_by_newton(problem, trial_, options.tolerance);
  report.route.add("newton");
  report.iterations += newton.iterations;
  if (newton.residual < report.residual) {
    r = trial_;
    report.residual = newton.residual;
    report.status = newton.status;
    report.detail = newton.detail;
    report.worst = newton.worst;
  }
  accept_rounding(problem, r, report);
  if (report.solved() || few.most_iterations == options.most_iterations) return report;
  const int iterations = report.iterations;
  const Route route = report.route;
  report = sweep(problem, r, options);
  report.iterations += iterations;
  report.route = route;
  report.route.add("gauss-seidel");
  accept_rounding(problem, r, report);
  return report;
}

void DiscSolver::accept_rounding(const DiscProblem& problem, const ConstVectorRef& r, SolveReport& report) {
  if (report.solved() || !problem.forgives_rounding) return;
  calc_rounding_of_velocities(problem.G, problem.q, r, rounding_);
  if (!(report.residual <= rounding_.norm() / (1.0 + problem.q.norm()))) return;
  report.status = SolveStatus::Solved;
  report.detail = {};
  report.worst = {};
}

SolveReport DiscSolver::sweep(const DiscProblem& problem, VectorRef r, const IterationOptions& options) {
  SolveReport report;
  report.route.add("gauss-seidel");
  while (!best_.check(problem, r, options, report)) {
    problem.G.start_sweep(r);
    for (int k = 0; k < options.check_every; ++k, ++report.iterations) {
      for (int c = 0; c < problem.contacts(); ++c) {
        const BlockMatrix B = problem.G.diagonal(c);
        BlockVector change = BlockVector::Zero(3);
        if (!problem.normals_given && B(0, 0) > 0.0) {
          const double u = problem.G.calc_block(c)[0] + problem.q[3 * c];
          change[0] = std::max(-r[3 * c], -u / B(0, 0));
          r[3 * c] += change[0];
          problem.G.change_block(c, change);
        }
        change.setZero();
        const Matrix2 T = B.block<2, 2>(1, 1);
        const Vector2 r_t = r.segment<2>(3 * c + 1);
        const Vector2 u_t = problem.G.calc_block(c).segment<2>(1) + problem.q.segment<2>(3 * c + 1);
        change.segment<2>(1) = solve_disc(T, u_t - T * r_t, problem.radius[c]) - r_t;
        r.segment<2>(3 * c + 1) += change.segment<2>(1);
        problem.G.change_block(c, change);
      }
    }
  }
  return report;
}

SolveReport DiscSolver::solve_by_newton(const DiscProblem& problem, VectorRef r, double tolerance) {
  constexpr int kMostIterations = 100;
  MatrixX G;
  problem.G.assemble(G);
  // Redundant contacts make the Jacobian singular: a little on its diagonal turns steps into those of the proximal
  // point method. Where whole steps gain little it is much beside what carries the load, as beside the inverse mass of
  // a heavy body among light ones, and shrinks.
  constexpr double kMostRegularisation = 1e-6, kLeastRegularisation = 1e-14, kShrink = 1e-2, kSlow = 0.1;
  const double mean = G.trace() / std::max(problem.size(), 1);
  double epsilon = kMostRegularisation * mean;
  const int size = problem.size();
  SolveReport report;
  VectorX function(size), trial(size);
  double error = calc_natural_map(problem, r, function);
  for (; report.iterations < kMostIterations && error > tolerance; ++report.iterations) {
    MatrixX jacobian = MatrixX::Identity(size, size);
    const VectorX u = G * r + problem.q;
    for (int c = 0; c < problem.contacts(); ++c) {
      if (!problem.normals_given && u[3 * c] < r[3 * c]) {
        jacobian.row(3 * c) = G.row(3 * c);
        jacobian(3 * c, 3 * c) += epsilon;
      }
      const Matrix2 P = differentiate_projection(r.segment<2>(3 * c + 1) - u.segment<2>(3 * c + 1), problem.radius[c]);
      jacobian.block<2, 2>(3 * c + 1, 3 * c + 1) -= (1.0 - epsilon) * P;
      jacobian.middleRows<2>(3 * c + 1) += P * G.middleRows<2>(3 * c + 1);
    }
    const VectorX step = -jacobian.partialPivLu().solve(function);
    if (!step.allFinite()) break;
    double length = 1.0, trial_error = 0.0;
    do {
      trial = r + length * step;
      trial_error = calc_natural_map(problem, trial, function);
      length *= 0.5;
    } while (!(trial_error < error) && length > 1e-3);
    const bool descends = trial_error < error;
    if (!descends && !(epsilon > kLeastRegularisation * mean)) break;
    if (!descends || (length == 0.5 && trial_error > kSlow * error)) epsilon *= kShrink;
    if (descends) {
      r = trial;
      error = trial_error;
    } else {
      (void)calc_natural_map(problem, r, function);
    }
  }
  report.residual = calc_natural_map(problem, r, function);
  report.status = report.residual <= tolerance ? SolveStatus::Solved : SolveStatus::NotConverged;
  if (!report.solved()) report.detail = "Newton's method stalls";
  report.worst = WorstRows::find(function);
  return report;
}

}  // namespace carom
