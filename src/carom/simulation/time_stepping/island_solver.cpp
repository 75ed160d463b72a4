#include "carom/simulation/time_stepping/island_solver.h"

#include <algorithm>
#include <cmath>

namespace carom {
namespace {

// With more contacts than this the matrix, which grows with their square, costs more than it saves;
constexpr std::size_t kMostWithMatrix = 8;
// and with more than this a pyramid of many facets, which needs the matrix, is no last resort.
constexpr std::size_t kMostWithPyramid = 15;
// Tolerances from here on take few sweeps  [m/s].
constexpr double kLoose = 1e-7;
// And so many contacts take less work by sweeps than by factors, if not too many of them.
constexpr std::size_t kManyContacts = 300;
constexpr int kMostSweeps = 3000, kMostTightSweeps = 600;
// In stacks few sweeps that start well are enough, and many that do not are not. Newton's method then takes no notice
// of them: what they find without a guess is far from the loads that it finds at once.
constexpr int kMostSweepsInStacks = 10;
// Errors that are taken, with a warning: at once up to so many times the tolerance but not more than this, and in the
// end  [m/s].
constexpr double kNearly = 1e4, kMostAtOnce = 1e-6, kMostInTheEnd = 1e-5;

}  // namespace

bool IslandSolver::resists(std::span<const int> contacts, const StepConditions& conditions) {
  if (conditions.rolling.size() == 0) return false;
  return std::ranges::any_of(contacts,
                             [&](int c) { return conditions.rolling[c] > 0.0 || conditions.spinning[c] > 0.0; });
}

bool IslandSolver::has_cones() const {
  return options_.scheme == SteppingScheme::MoreauJean ||
         (options_.scheme == SteppingScheme::Peiret && options_.bounds == FrictionBounds::Cone);
}

bool IslandSolver::may_sweep(const StepRows& rows, std::span<const int> contacts,
                             const StepConditions& conditions) const {
  const bool exact_cones = has_cones() && !options_.bound_iterations;
  if (!exact_cones || resists(contacts, conditions) || !ContactSweeps::suit(rows, contacts)) return false;
  return std::ranges::none_of(contacts, [&](int c) { return conditions.restitution[c] > 0.0; });
}

bool IslandSolver::sweeps_first(std::size_t contacts) const {
  return options_.tolerance >= kLoose || contacts >= kManyContacts;
}

// `was_swept`: whether there were many sweeps in vain.
SolveReport IslandSolver::sweep(const StepRows& rows, std::span<const int> contacts, const StepConditions& conditions,
                                bool& was_swept, VectorRef p) {
  const bool first = sweeps_first(contacts.size());
  const ContactSweeps::Options sweeping{
      .tolerance = options_.tolerance,
      .most_sweeps = first && options_.tolerance < kLoose ? kMostTightSweeps : kMostSweeps,
      .most_in_stacks = first && contacts.size() >= kManyContacts ? kMostSweepsInStacks : kMostSweeps,
      .stop = options_.stop};
  const SolveReport report = sweeps_.solve(rows, contacts, conditions, sweeping, p);
  was_swept = !report.solved() && std::isfinite(report.residual) && report.iterations > kMostSweepsInStacks;
  return report;
}

// Boxes whose bounds are given are solved by pivoting, which needs a matrix, and so do pyramids of few contacts.
bool IslandSolver::takes_matrix(std::size_t contacts, bool otherwise) const {
  const bool given_boxes = options_.bounds == FrictionBounds::Box && options_.bound_iterations.has_value();
  return given_boxes || contacts <= (otherwise ? kMostWithPyramid : kMostWithMatrix);
}

void IslandSolver::fill(const StepRows& rows, std::span<const int> contacts, const StepConditions& conditions,
                        bool otherwise) {
  const auto count = static_cast<int>(contacts.size());
  problem_.resize_vectors(count, 3);
  restores_ = false;
  compliance_.resize(3 * count);
  for (int i = 0; i < count; ++i) {
    const int c = contacts[static_cast<std::size_t>(i)];
    problem_.q.segment<3>(3 * i) = conditions.q.segment<3>(3 * c);
    problem_.last.segment<3>(3 * i) = conditions.last.segment<3>(3 * c);
    problem_.mu[i] = conditions.mu[c];
    restores_ = restores_ || conditions.restitution[c] > 0.0;
    compliance_.segment<3>(3 * i) = conditions.compliance.segment<3>(3 * c);
  }
  if (takes_matrix(contacts.size(), otherwise)) {
    problem_.G_over_scale = nullptr;
    problem_.G.resize(3 * count, 3 * count);
    for (int i = 0; i < count; ++i) {
      for (int j = 0; j < count; ++j) {
        problem_.G.block<3, 3>(3 * i, 3 * j) =
            rows.calc_block(contacts[static_cast<std::size_t>(i)], contacts[static_cast<std::size_t>(j)]);
      }
    }
    problem_.G.diagonal() += compliance_;
    return;
  }
  double trace = compliance_.sum();
  for (const int c : contacts) trace += rows.calc_block(c, c).trace();
  problem_.scale = trace > 0.0 ? trace / problem_.size() : 1.0;
  rows.fill_operator(contacts, problem_.scale, compliance_, local_, operator_);
  problem_.G_over_scale = &operator_;
}

// The same with six rows a contact. Turning counts times a length that makes its response as large as that of slip.
void IslandSolver::fill_turning(const StepRows& rows, std::span<const int> contacts, const StepConditions& conditions,
                                bool otherwise) {
  const auto count = static_cast<int>(contacts.size());
  problem_.resize_vectors(count, 6);
  restores_ = false;
  compliance_.setZero(6 * count);
  lengths_.setOnes(count);
  double trace = 0.0;
  for (int i = 0; i < count; ++i) {
    const int c = contacts[static_cast<std::size_t>(i)];
    const Matrix6 own = rows.calc_wide_block(c, c);
    const double slip = own.diagonal().head<3>().sum(), turning = own.diagonal().tail<3>().sum();
    if (turning > 0.0 && slip > 0.0) lengths_[i] = std::sqrt(slip / turning);
    problem_.q.segment<6>(6 * i) << conditions.q.segment<3>(3 * c), lengths_[i] * conditions.turning.segment<3>(3 * c);
    problem_.last.segment<6>(6 * i) << conditions.last.segment<3>(3 * c),
        conditions.last_moment.segment<3>(3 * c) / lengths_[i];
    problem_.mu[i] = conditions.mu[c];
    problem_.rolling[i] = conditions.rolling[c] / lengths_[i];
    problem_.spinning[i] = conditions.spinning[c] / lengths_[i];
    compliance_.segment<3>(6 * i) = conditions.compliance.segment<3>(3 * c);
    trace += 2.0 * slip + compliance_.segment<3>(6 * i).sum();
  }
  problem_.scale = trace > 0.0 ? trace / problem_.size() : 1.0;
  rows.fill_wide_operator(contacts, problem_.scale, lengths_, compliance_, local_, wide_operator_);
  problem_.G_over_scale = &wide_operator_;
  if (!takes_matrix(contacts.size(), otherwise)) return;
  problem_.G_over_scale->assemble(problem_.G);
  problem_.G *= problem_.scale;
  problem_.G_over_scale = nullptr;
}

void IslandSolver::read_impulses(std::span<const int> contacts, const VectorRef& p) {
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    p_.segment<3>(3 * static_cast<Eigen::Index>(i)) = p.segment<3>(3 * contacts[i]);
  }
}

SolveReport IslandSolver::solve(StepRows& rows, std::span<const int> contacts, const StepConditions& conditions,
                                bool otherwise, VectorRef p, VectorRef moments) {
  const bool may_sweep_them = !otherwise && may_sweep(rows, contacts, conditions),
             first = sweeps_first(contacts.size());
  bool was_swept = false;
  if (may_sweep_them && first) {
    const SolveReport report = sweep(rows, contacts, conditions, was_swept, p);
    if (report.solved()) return report;
  }
  for (const int c : contacts) rows.calc_response(c);
  if (resists(contacts, conditions)) {
    fill_turning(rows, contacts, conditions, otherwise);
  } else {
    fill(rows, contacts, conditions, otherwise);
  }
  p_ = problem_.last;
  if (was_swept) read_impulses(contacts, p);
  SolveReport report;
  if (may_sweep_them && !first && problem_.G_over_scale != nullptr) {
    report = solver_.solve_briefly(problem_, p_);
    if (!report.solved()) {
      report = sweep(rows, contacts, conditions, was_swept, p);
      if (report.solved() || was_swept) read_impulses(contacts, p);
    }
  }
  if (!report.solved()) {
    report = otherwise ? solver_.solve_otherwise(problem_, p_) : solver_.solve(problem_, p_, was_swept);
  }
  accept(otherwise, report);
  if (restores_ && report.solved()) {
    report = restore(contacts, conditions, otherwise);
    accept(otherwise, report);
  }
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const auto place = static_cast<Eigen::Index>(i);
    p.segment<3>(3 * contacts[i]) = p_.segment<3>(problem_.rows * place);
    if (problem_.rows > 3) moments.segment<3>(3 * contacts[i]) = lengths_[place] * p_.segment<3>(6 * place + 3);
  }
  int named = 0;
  for (int k = 0; k < report.worst.count; ++k) {
    const int row = report.worst.rows[static_cast<std::size_t>(k)];
    if (row / problem_.rows >= static_cast<int>(contacts.size())) continue;
    report.worst.rows[static_cast<std::size_t>(named++)] =
        3 * contacts[static_cast<std::size_t>(row / problem_.rows)] + std::min(row % problem_.rows, 2);
  }
  report.worst.count = named;
  return report;
}

// Many digits are no reason to halve a step, or to end a run, for the last of them.
void IslandSolver::accept(bool otherwise, SolveReport& report) const {
  if (report.status != SolveStatus::NotConverged) return;
  const double limit = otherwise ? kMostInTheEnd : std::min(kNearly * options_.tolerance, kMostAtOnce);
  if (!(report.residual <= limit)) return;
  report.status = SolveStatus::Solved;
  report.detail = "not to the tolerance";
}

// q += G p
void IslandSolver::add_product(const ConstVectorRef& p) {
  if (problem_.G_over_scale == nullptr) {
    problem_.q.noalias() += problem_.G * p;
    return;
  }
  product_.resize(p.size());
  problem_.G_over_scale->multiply(p, product_);
  problem_.q += problem_.scale * product_;
}

// Poisson's restitution: e times the impulse of compression comes back, with friction of its own; what would still
// close then is stopped.
SolveReport IslandSolver::restore(std::span<const int> contacts, const StepConditions& conditions, bool otherwise) {
  p_restored_.setZero(problem_.size());
  for (int i = 0; i < problem_.contacts; ++i) {
    p_restored_[3 * i] = conditions.restitution[contacts[static_cast<std::size_t>(i)]] * p_[3 * i];
  }
  add_product(p_);
  SolveReport report = solver_.solve_friction(problem_, p_restored_);
  if (!report.solved()) return report;
  p_ += p_restored_;
  add_product(p_restored_);
  p_restored_.setZero();
  report = otherwise ? solver_.solve_otherwise(problem_, p_restored_) : solver_.solve(problem_, p_restored_);
  p_ += p_restored_;
  return report;
}

}  // namespace carom
