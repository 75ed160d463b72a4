#include "carom/complementarity/cones/friction_gauss_seidel.h"

#include <algorithm>

#include "carom/base/assert.h"
#include "carom/complementarity/cones/local_friction.h"
#include "carom/complementarity/cones/single_disc.h"

namespace carom {

FrictionGaussSeidel::FrictionGaussSeidel(int contacts, int block_size)
    : diagonal_(contacts),
      before_(contacts * block_size),
      direction_(contacts * block_size),
      best_(contacts * block_size) {}

SolveReport FrictionGaussSeidel::solve(const FrictionProblem& problem, VectorRef r, const IterationOptions& options) {
  SolveReport report = check_data(problem);
  if (report.status == SolveStatus::BadData) return report;
  for (int contact = 0; contact < problem.contacts(); ++contact) diagonal_[contact] = problem.G.diagonal(contact);
  // A few contacts need few sweeps: the error is looked at sooner at first.
  int sweeps = 1;
  while (!best_.check(problem, r, options, report)) {
    problem.G.start_sweep(r);
    sweeps = std::min(sweeps, options.most_iterations - report.iterations);
    for (int k = 0; k < sweeps; ++k, ++report.iterations) sweep(problem, r);
    sweeps = std::min(2 * sweeps, options.check_every);
  }
  return report;
}

SolveReport FrictionGaussSeidel::solve_conjugate_gradients(const FrictionProblem& problem, VectorRef r,
                                                           const IterationOptions& options) {
  SolveReport report = check_data(problem);
  if (report.status == SolveStatus::BadData) return report;
  for (int contact = 0; contact < problem.contacts(); ++contact) diagonal_[contact] = problem.G.diagonal(contact);
  double last_square = 0.0;
  direction_.setZero();
  while (!best_.check(problem, r, options, report)) {
    for (int k = 0; k < options.check_every; ++k, ++report.iterations) {
      before_ = r;
      problem.G.start_sweep(r);
      sweep(problem, r);
      before_ = r - before_;
      const double square = before_.squaredNorm();
      const double factor = last_square > 0.0 ? square / last_square : 0.0;
      last_square = square;
      if (factor > 1.0) {
        direction_.setZero();
        continue;
      }
      r += factor * direction_;
      direction_ = factor * direction_ + before_;
    }
    // The directions push some impulses out of their cones.
    const int size = problem.G.block_size();
    for (int contact = 0; contact < problem.contacts(); ++contact) {
      auto block = r.segment(contact * size, size);
      block = project_on_cone(problem.cone(contact), block);
    }
  }
  return report;
}

void FrictionGaussSeidel::sweep(const FrictionProblem& problem, VectorRef r) {
  if (problem.G.block_size() == 3 && has_single_disc(problem)) {
    sweep_in_space(problem, r);
  } else {
    sweep_blocks(problem, r);
  }
}

void FrictionGaussSeidel::sweep_in_space(const FrictionProblem& problem, VectorRef r) {
  for (int contact = 0; contact < problem.contacts(); ++contact) {
    const Vector3 old = r.segment<3>(3 * contact);
    const Matrix3 B = diagonal_[contact];
    Vector3 q = problem.G.calc_block(contact) + problem.q.segment(3 * contact, 3);
    q.noalias() -= B * old;
    const Vector3 impulse = solve_space_contact(single_disc_mu<3>(problem, contact), B, q, old);
    problem.G.change_block(contact, impulse - old);
    r.segment<3>(3 * contact) = impulse;
  }
}

void FrictionGaussSeidel::sweep_blocks(const FrictionProblem& problem, VectorRef r) {
  const int size = problem.G.block_size();
  for (int contact = 0; contact < problem.contacts(); ++contact) {
    const BlockVector old = r.segment(contact * size, size);
    BlockVector q = problem.G.calc_block(contact) + problem.q.segment(contact * size, size);
    q.noalias() -= diagonal_[contact].lazyProduct(old);
    const BlockVector impulse = solve_contact(problem.cone(contact), diagonal_[contact], q, old);
    problem.G.change_block(contact, impulse - old);
    r.segment(contact * size, size) = impulse;
  }
}

}  // namespace carom
