#include "carom/complementarity/cones/friction_newton.h"

#include <algorithm>
#include <cmath>

#include "carom/complementarity/cones/single_disc.h"

namespace carom {

namespace {

// Steps that leave more than this part of the function are slow; after so many ε shrinks by a factor, down to a least.
constexpr double kSlow = 0.1;
constexpr int kSlowSteps = 2;
constexpr double kShrink = 0.01, kLeastRegularisation = 1e-12;

}  // namespace

double FrictionNewton::calc_work(const FrictionProblem& problem) {
  rho_.resize(problem.contacts());
  const int size = problem.G.block_size();
  for (int contact = 0; contact < problem.contacts(); ++contact) {
    const double mean = problem.G.diagonal(contact).trace() / size;
    rho_[contact] = mean > 0.0 ? 1.0 / mean : 1.0;
  }
  return equations_->start(problem, rho_);
}

void FrictionNewton::start(const FrictionProblem& problem, const ConstVectorRef& r) {
  (void)calc_work(problem);
  jacobians_.resize(static_cast<std::size_t>(problem.contacts()));
  natural_map_.resize(r.size());
  r_ = best_ = r;
  least_ = HUGE_VAL;
  history_.clear();
}

// F = r − P(r − ρ u), u = G r + q.
void FrictionNewton::calc_function(const FrictionProblem& problem, const VectorX& r, VectorX& function) {
  u_.resize(r.size());
  problem.G.multiply(r, u_);
  u_ += problem.q;
  y_.resize(r.size());
  function.resize(r.size());
  if (!has_single_disc(problem)) {
    project_blocks(problem, r, function);
  } else if (problem.G.block_size() == 2) {
    project_single_discs<2>(problem, r, function);
  } else {
    project_single_discs<3>(problem, r, function);
  }
}

template <int Size>
void FrictionNewton::project_single_discs(const FrictionProblem& problem, const VectorX& r, VectorX& function) {
  using Vector = SizedVector<Size>;
  for (int contact = 0; contact < problem.contacts(); ++contact) {
    const Vector impulse = r.segment<Size>(contact * Size);
    const Vector y = impulse - rho_[contact] * u_.segment<Size>(contact * Size);
    y_.segment<Size>(contact * Size) = y;
    function.segment<Size>(contact * Size) =
        impulse - project_normal_first<Size>(single_disc_mu<Size>(problem, contact), y);
  }
}

void FrictionNewton::project_blocks(const FrictionProblem& problem, const VectorX& r, VectorX& function) {
  const int size = problem.G.block_size();
  for (int contact = 0; contact < problem.contacts(); ++contact) {
    auto y = y_.segment(contact * size, size);
    const auto impulse = r.segment(contact * size, size);
    y = impulse - rho_[contact] * u_.segment(contact * size, size);
    const DiscProjection disc = project_on_discs(problem.cone(contact), y);
    function.segment(contact * size, size) = impulse - disc.point;
  }
}

// Each contact in units in which the diagonal of its block is about one.
double FrictionNewton::calc_norm(const VectorX& function) const {
  const Eigen::Index size = function.size() / std::max<Eigen::Index>(rho_.size(), 1);
  double sum = 0.0;
  for (Eigen::Index contact = 0; contact < rho_.size(); ++contact) {
    sum += function.segment(contact * size, size).squaredNorm() / rho_[contact];
  }
  return std::sqrt(sum);
}

BlockMatrix FrictionNewton::calc_jacobian(const FrictionProblem& problem, int contact) const {
  const int size = problem.G.block_size();
  if (!has_single_disc(problem)) {
    return project_on_discs(problem.cone(contact), y_.segment(contact * size, size)).jacobian;
  }
  return size == 2
             ? BlockMatrix(calc_projection_jacobian<2>(single_disc_mu<2>(problem, contact), y_.segment<2>(2 * contact)))
             : BlockMatrix(
                   calc_projection_jacobian<3>(single_disc_mu<3>(problem, contact), y_.segment<3>(3 * contact)));
}

// False: the equations have no solution.
bool FrictionNewton::calc_step(const FrictionProblem& problem, double epsilon, bool all_stick) {
  const int size = problem.G.block_size();
  for (int contact = 0; contact < problem.contacts(); ++contact) {
    BlockMatrix& jacobian = jacobians_[static_cast<std::size_t>(contact)];
    jacobian = all_stick ? BlockMatrix::Identity(size, size) : calc_jacobian(problem, contact);
  }
  equations_->factor(jacobians_, epsilon);
  equations_->solve(function_, step_);
  return step_.allFinite();
}

// Halves the step until the function is below the largest of its last few values. Where no length helps, this is a
// kink that Newton's method leaves best by a leap: the whole step, from which values are compared anew.
void FrictionNewton::move(const FrictionProblem& problem) {
  constexpr std::size_t kWindow = 8;
  constexpr double kShortest = 1e-4;
  history_.push_back(calc_norm(function_));
  if (history_.size() > kWindow) history_.erase(history_.begin());
  const double reference = *std::max_element(history_.begin(), history_.end());
  const auto descends = [&](double length) {
    trial_ = r_ + length * step_;
    calc_function(problem, trial_, trial_function_);
    return calc_norm(trial_function_) <= (1.0 - 1e-4 * length) * reference;
  };
  double length = 1.0;
  while (!descends(length) && length > kShortest) length *= 0.5;
  if (length <= kShortest && !descends(1.0)) history_.clear();
  length_ = length;
  r_.swap(trial_);
  function_.swap(trial_function_);
}

double FrictionNewton::keep_best(const FrictionProblem& problem) {
  natural_map_ = u_;
  const double error = turn_into_natural_map(problem, r_, natural_map_);
  if (error < least_) {
    least_ = error;
    best_ = r_;
  }
  return error;
}

SolveReport FrictionNewton::finish(const FrictionProblem& problem, VectorRef r, double tolerance, int iterations) {
  SolveReport report;
  report.iterations = iterations;
  r = best_;
  if (least_ <= tolerance) {
    report.status = SolveStatus::Solved;
    report.residual = least_;
    return report;
  }
  judge(problem, r, tolerance, natural_map_, report);
  report.detail = "Newton's method stalls";
  return report;
}

SolveReport FrictionNewton::solve(const FrictionProblem& problem, VectorRef r, const FrictionNewtonOptions& options) {
  SolveReport report = check_data(problem);
  if (report.status == SolveStatus::BadData) return report;
  start(problem, r);
  calc_function(problem, r_, function_);
  int iterations = 0, slow = 0;
  double epsilon = options.regularisation;
  while (true) {
    const double least_before = least_;
    const double error = keep_best(problem);
    const bool better = error < 0.5 * least_before, much_better = error < 0.1 * least_before;
    // Beyond the tolerance while steps still gain a digit: they are cheap there, and the next solve starts better.
    if (least_ <= options.tolerance && !much_better) break;
    // Nor does rounding leave anything to gain.
    const bool may_be_exact = least_ <= options.tolerance || (iterations > 0 && !better);
    if (may_be_exact && least_ <= calc_round_off(problem, best_, natural_map_)) break;
    if (iterations == options.most_iterations || function_.isZero(0.0) || problem.stop.stop_requested()) break;
    // Without a guess, all contacts carry: else a pile would find its loads level by level.
    const bool no_guess = iterations == 0 && r_.isZero(0.0);
    if (!calc_step(problem, epsilon, no_guess)) break;
    if (no_guess) {
      r_ += step_;
      calc_function(problem, r_, function_);
    } else {
      const double before = calc_norm(function_);
      move(problem);
      // Whole steps that gain little are those of the proximal point method: ε is large beside what carries the load,
      // as beside the inverse mass of a heavy body among light ones.
      const double part = calc_norm(function_) / before;
      slow = part > kSlow && part < 1.0 && length_ == 1.0 ? slow + 1 : 0;
      if (slow >= kSlowSteps) epsilon = std::max(kShrink * epsilon, kLeastRegularisation);
    }
    ++iterations;
  }
  return finish(problem, r, options.tolerance, iterations);
}

SolveReport solve_by_newton(const FrictionProblem& problem, VectorRef r, const FrictionNewtonOptions& options) {
  return FrictionNewton(make_impulse_equations()).solve(problem, r, options);
}

}  // namespace carom
