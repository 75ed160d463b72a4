#include "carom/simulation/verdict/singularity_watch.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "carom/integrators/integrator.h"
#include "carom/math/maximum.h"
#include "carom/simulation/contacts/contact_report_numbers.h"
#include "carom/simulation/mechanism/mechanism_system.h"
#include "carom/simulation/simulation.h"
#include "carom/simulation/verdict/scene_scale.h"

namespace carom {
namespace {

// Of the largest eigenvalue: from here on one that was zero at the start of a run clearly is not.
constexpr double kClearlyNot = 1e-6;
// How much faster σ may change inside a step than it was ever seen to do; and in one that is long compared with what
// was seen so far, as those of adaptive methods after a start are.
constexpr double kFaster = 3.0, kFasterInLongSteps = 30.0;
// Of the step: how well a closest approach is located.
constexpr double kLocated = 1e-9;

// Two branches of the motion that pass each other at a distance σ are told apart where the errors of a step, and the
// root of what constraints may be violated by, are clearly less.
double choose_threshold(const SimulationOptions& options) {
  constexpr double kClearly = 10.0, kFixedError = 1e-5, kLargest = 1e-2;
  const auto* adaptive = std::get_if<AdaptiveOptions>(&options.integrator);
  const bool adapts = adaptive != nullptr && options.formulation != FormulationKind::TimeStepping;
  const double error = adapts ? adaptive->relative_tolerance : kFixedError;
  const double violation = adapts ? adaptive->projection_threshold : FixedStepOptions{}.projection_threshold;
  return std::min(kLargest, kClearly * std::max(error, std::sqrt(violation)));
}

bool is_angle(const ConstraintRow& row) {
  const bool has_length = dot(row.linear_a, row.linear_a) + dot(row.linear_b, row.linear_b) > 0.0;
  return row.velocity_b < 0 && !has_length;
}

// For angles; 1 m where all bodies slide.
double choose_lever(const Model& model) {
  const double length = calc_length(model);
  return length > 0.0 ? length : 1.0;
}

}  // namespace

SingularityWatch::SingularityWatch(const Model& model, const SimulationOptions& options)
    : model_(model),
      lever_(choose_lever(model)),
      threshold_(choose_threshold(options)),
      kinematics_(model),
      none_(model),
      articulated_(model),
      constraints_(model),
      v_rate_(VectorX::Zero(model.num_velocities())),
      scaled_(model.num_constraint_rows(), model.num_constraint_rows()),
      scale_(model.num_constraint_rows()),
      diagonal_(model.num_constraint_rows()),
      subdiagonal_(std::max(model.num_constraint_rows() - 1, 0)),
      tridiagonal_(std::max(model.num_constraint_rows(), 1)),
      eigen_(std::max(model.num_constraint_rows(), 1)),
      largest_(model.constraints().size()),
      told_(largest_.size()) {
  none_.set_zero();
}

// By the largest that the rows of a constraint have had so far, all together: a row that vanishes on the way is what is
// looked for, and one that always does is redundant. An angle counts as a length by the longest lever of the scene.
void SingularityWatch::choose_scales() {
  for (std::size_t c = 0; c < largest_.size(); ++c) {
    const int first = model_.constraints()[c].first_row, last = first + traits(model_.constraints()[c].type).rows;
    const auto weight = [&](int row) {
      return is_angle(constraints_.rows[static_cast<std::size_t>(row)]) ? lever_ : 1.0;
    };
    for (int r = first; r < last; ++r) {
      largest_[c] = std::max(largest_[c], constraints_.G(r, r) * weight(r) * weight(r));
    }
    for (int r = first; r < last; ++r) scale_[r] = largest_[c] > 0.0 ? weight(r) / std::sqrt(largest_[c]) : 0.0;
  }
}

// Of the scaled G at (t, y), ascending.
void SingularityWatch::calc_eigenvalues(const MechanismSystem& system, double time, std::span<const double> y) {
  system.unpack(time, y, state_);
  calc_kinematics(model_, state_.q, state_.v, kinematics_);
  v_rate_.setZero();
  (void)calc_forward_dynamics(model_, kinematics_, none_, articulated_, v_rate_);
  calc_constraint_system(model_, kinematics_, state_.q, articulated_, constraints_);
  choose_scales();
  scaled_.noalias() = scale_.asDiagonal() * constraints_.G * scale_.asDiagonal();
  tridiagonal_.compute(scaled_);
  diagonal_ = tridiagonal_.diagonal();
  subdiagonal_ = tridiagonal_.subDiagonal();
  eigen_.computeFromTridiagonal(diagonal_, subdiagonal_, Eigen::EigenvaluesOnly);
}

// σ at (t, y); 1 where every row is redundant.
double SingularityWatch::calc_measure(const MechanismSystem& system, double time, std::span<const double> y) {
  calc_eigenvalues(system, time, y);
  const VectorX& eigenvalues = eigen_.eigenvalues();
  const double largest = eigenvalues[eigenvalues.size() - 1];
  if (redundant_ >= eigenvalues.size() || !(largest > 0.0)) return 1.0;
  return std::sqrt(std::max(eigenvalues[redundant_], 0.0) / largest);
}

void SingularityWatch::start(const MechanismSystem& system, double time, std::span<const double> y) {
  y_.resize(y.size());
  if (told_.empty() || std::exchange(started_, true)) return;
  calc_eigenvalues(system, time, y);
  const auto eigenvalues = eigen_.eigenvalues().array();
  redundant_ = static_cast<int>((eigenvalues <= SemidefiniteSolver::kRankTolerance * eigenvalues.maxCoeff()).count());
  start_time_ = time_ = time;
  usual_ = measure_ = calc_measure(system, time, y);
}

std::optional<RunNote> SingularityWatch::look(const MechanismSystem& system, Integrator& integrator) {
  const double end = integrator.time();
  if (told_.empty() || !(end > time_)) return {};
  const double before = measure_, length = end - time_;
  measure_ = calc_measure(system, end, integrator.state());
  if (auto note = note_left_start()) {
    time_ = end;
    return note;
  }
  usual_ = std::max(usual_, measure_);
  fastest_ = std::max(fastest_, std::abs(measure_ - before) / length);
  std::optional<RunNote> note;
  if (before <= threshold_ * usual_ && measure_ > before) {
    // Steps that are short even compared with what is left of σ are past the closest approach.
    note = make_note(time_);
  } else if (may_vanish(system, integrator, before, end)) {
    note = search(system, integrator, end);
  }
  time_ = end;
  return note;
}

// Whether σ may have been zero in the step that has led from `before` to measure_.
bool SingularityWatch::may_vanish(const MechanismSystem& system, Integrator& integrator, double before, double end) {
  const double length = end - time_;
  if (before + measure_ <= kFaster * fastest_ * length) return true;
  // The ends of a long step may be alike though σ has fallen and risen between them: its middle tells.
  const bool is_long = time_ == start_time_ || before + measure_ <= kFasterInLongSteps * fastest_ * length;
  if (!is_long || !integrator.interpolate(time_ + 0.5 * length, y_)) return false;
  const double middle = calc_measure(system, time_ + 0.5 * length, y_);
  fastest_ =
      std::max({fastest_, std::abs(middle - before) / (0.5 * length), std::abs(measure_ - middle) / (0.5 * length)});
  return middle + std::min(before, measure_) <= kFaster * fastest_ * 0.5 * length;
}

// Rows that were redundant so far no longer are: the run started in a singular position.
std::optional<RunNote> SingularityWatch::note_left_start() {
  const VectorX& eigenvalues = eigen_.eigenvalues();
  const double largest = eigenvalues[eigenvalues.size() - 1];
  const int redundant = static_cast<int>((eigenvalues.array() <= kClearlyNot * largest).count());
  if (redundant >= redundant_) return {};
  redundant_ = redundant;
  usual_ = measure_ = std::sqrt(eigenvalues[redundant_] / largest);
  return make_note(start_time_);
}

std::optional<RunNote> SingularityWatch::search(const MechanismSystem& system, Integrator& integrator, double end) {
  const double at_end = measure_;
  const auto measure = [&](double time) {
    if (!integrator.interpolate(std::clamp(time, time_, end), y_)) return std::numeric_limits<double>::quiet_NaN();
    return -calc_measure(system, time, y_);
  };
  const Maximum closest = find_maximum(measure, time_, end, kLocated * (end - time_));
  const double at_closest = std::isfinite(closest.value) ? std::min(-closest.value, at_end) : at_end;
  if (!(at_closest <= threshold_ * usual_)) return {};
  const double time = -closest.value <= at_end ? closest.x : end;
  if (integrator.interpolate(time, y_)) calc_eigenvalues(system, time, y_);
  return make_note(time);
}

// The one that has the largest part in what is nearly zero, at the position last looked at.
int SingularityWatch::find_constraint() const {
  const Eigen::SelfAdjointEigenSolver<MatrixX> full(scaled_);
  Eigen::Index row = 0;
  full.eigenvectors().col(std::min<Eigen::Index>(redundant_, scaled_.cols() - 1)).cwiseAbs().maxCoeff(&row);
  const auto& constraints = model_.constraints();
  int found = 0;
  for (std::size_t i = 0; i < constraints.size(); ++i) {
    if (constraints[i].first_row <= row) found = static_cast<int>(i);
  }
  return found;
}

std::optional<RunNote> SingularityWatch::make_note(double time) {
  const auto constraint = static_cast<std::size_t>(find_constraint());
  if (std::exchange(told_[constraint], 1) != 0) return {};
  return RunNote{.kind = RunNote::Kind::SingularPosition,
                 .time = time,
                 .sentence = fmt::format(
                     "at t = {:.9g} s the loop of constraint '{}' is in a singular position, from which the mechanism "
                     "can go on in "
                     "more than one way: rounding decides which, and another method or tolerance may find another "
                     "motion from here "
                     "on; choose other lengths, or a drive or initial state that keeps it away from this position",
                     time, model_.constraint_specs()[constraint].name)};
}

void SingularityWatch::append_numbers(std::vector<double>& numbers) const {
  numbers.insert(numbers.end(), {started_ ? 1.0 : 0.0, static_cast<double>(redundant_), start_time_, time_, measure_,
                                 usual_, fastest_});
  numbers.insert(numbers.end(), largest_.begin(), largest_.end());
  for (const char told : told_) numbers.push_back(told);
}

void SingularityWatch::take_numbers(NumberReader& numbers) {
  started_ = numbers.take_count(1.0) != 0;
  redundant_ = static_cast<int>(numbers.take_count(static_cast<double>(model_.num_constraint_rows())));
  for (double* number : {&start_time_, &time_, &measure_, &usual_, &fastest_}) *number = numbers.take();
  for (double& largest : largest_) largest = numbers.take();
  for (char& told : told_) told = static_cast<char>(numbers.take_count(1.0));
}

}  // namespace carom
