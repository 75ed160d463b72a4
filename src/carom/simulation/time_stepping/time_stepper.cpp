#include "carom/simulation/time_stepping/time_stepper.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "carom/simulation/contacts/fast_touch.h"
#include "carom/simulation/contacts/passage_search.h"

namespace carom {
namespace {

// A limit this near to the grid, in parts of a step, is on it.
constexpr double kOnGrid = 1e-6;
// Of the clock.
constexpr double kRoundings = 128.0 * std::numeric_limits<double>::epsilon();
// How often one step is ended early for something fast, and for bodies on joints that turn far.
constexpr int kMostCuts = 200, kMostTurns = 1000;
// Of their kinetic energy, what their inertia may take in a step at the positions of its start or give back where they
// move, and what may be left of it over both.
constexpr double kMostExchanged = 0.05, kMostLeft = 0.005;
// How much shorter than a step that was too long the next try is at least, and how much longer than the last one.
constexpr double kShortening = 0.1, kLengthening = 1.5;
// Of the energy that a collision moved: less is rounding.
constexpr double kLeastGain = 1e-9;

double calc_stored_in_bristles(const Vector3& pull, double stiffness) {
  return stiffness > 0.0 ? 0.5 * pull.squaredNorm() / stiffness : 0.0;
}

// By contacts so far.
double calc_lost(std::span<const double> accounts) {
  return accounts[SteppedContacts::kFrictionLoss] + accounts[SteppedContacts::kImpactLoss] +
         accounts[SteppedContacts::kResistanceLoss];
}

}  // namespace

TimeStepper::TimeStepper(SteppedPart& part, const TimeSteppingOptions& options, std::vector<ContactEvent>& events)
    : part_(part),
      system_(part.system()),
      contacts_(part.contacts()),
      options_(options),
      events_(events),
      contact_step_(system_.model(), contacts_, options),
      free_rotation_(system_.model()),
      tree_inertia_(system_.model(), contact_step_.groups()),
      y_(static_cast<std::size_t>(system_.size())),
      last_y_(y_.size()),
      trial_(y_.size()),
      rate_(y_.size()),
      v_free_(system_.model().num_velocities()),
      v_after_(v_free_.size()),
      motion_(v_free_.size()),
      way_(v_free_.size()),
      q_before_(system_.model().num_positions()),
      change_(v_free_.size()) {}

StepReport TimeStepper::restart(double time, std::span<const double> y, std::span<const LocatedEvent> /*handled*/) {
  start_ = time_ = last_time_ = time;
  count_ = 0;
  std::ranges::copy(y, y_.begin());
  last_y_ = y_;
  return {.status = StepStatus::Ok, .time = time};
}

void TimeStepper::replace_state(std::span<const double> y) { std::ranges::copy(y, y_.begin()); }

StepReport TimeStepper::step(double limit) {
  failure_.clear();
  const double h = options_.step;
  double end = start_ + static_cast<double>(count_ + 1) * h;
  const bool reaches = end >= limit - kOnGrid * h;
  const bool on_grid = std::abs(end - limit) <= kOnGrid * h;
  if (reaches) end = limit;
  const double length = end - time_;
  if (length <= 0.0) return {.status = StepStatus::ReachedLimit, .time = time_};
  // A limit that the clock can hardly tell from now: nothing moves on the way there, and forces stay as they are.
  if (length <= kRoundings * std::max(std::abs(limit), h)) {
    start_ = time_ = limit;
    count_ = 0;
    return {.status = StepStatus::ReachedLimit, .time = time_};
  }
  if (!advance(length)) {
    return {.status = StepStatus::SolverFailed, .time = time_, .step = length, .detail = failure_};
  }
  contacts_.set_velocity_error(last_solved_.report.residual);
  last_time_ = time_;
  std::swap(last_y_, y_);
  std::swap(y_, trial_);
  time_ = end;
  ++count_;
  ++statistics_.steps;
  if (reaches && !on_grid) {
    start_ = limit;
    count_ = 0;
  }
  return {.status = reaches ? StepStatus::ReachedLimit : StepStatus::Ok, .time = time_, .step = length};
}

// Writes the state after the step into trial_.
bool TimeStepper::advance(double length) {
  if (advance_in_parts(length, 1, false)) return true;
  const std::string first = failure_;
  for (int halvings = 1; halvings <= options_.most_halvings; ++halvings) {
    ++statistics_.rejected_steps;
    if (options_.stop.stop_requested()) return false;
    if (!advance_in_parts(length, 1 << halvings, false)) continue;
    ++counts_.halved;
    return true;
  }
  if (advance_in_parts(length, 1, true)) {
    ++counts_.solved_otherwise;
    return true;
  }
  failure_ = fmt::format(
      "at t = {:.9g} s {}; neither {} nor another method helped; try a smaller step, less friction, or a "
      "normal_stiffness",
      time_, first,
      options_.most_halvings > 0 ? fmt::format("steps down to {:.3g} s", length / (1 << options_.most_halvings))
                                 : std::string("the same step again"));
  return false;
}

bool TimeStepper::advance_in_parts(double length, int parts, bool otherwise) {
  std::ranges::copy(y_, trial_.begin());
  const std::size_t num_events = events_.size(), num_gains = gains_.size();
  const double step = length / parts;
  // What a failed step changes is found anew by the next: only the parts before it have to be taken back.
  is_saved_ = parts > 1;
  if (is_saved_) contacts_.save(saved_);
  for (int i = 0; i < parts; ++i) {
    if (advance_part(time_ + i * step, step, otherwise)) continue;
    events_.resize(num_events);
    gains_.resize(num_gains);
    if (is_saved_) contacts_.restore(saved_);
    return false;
  }
  return true;
}

// A part of a step, ended where something fast touches something that it would pass through, or where bodies on joints
// have turned far, and gone on with from there.
bool TimeStepper::advance_part(double time, double step, bool otherwise) {
  double done = 0.0, length = step;
  for (int cuts = 0, turns = 0; cuts <= kMostCuts && turns <= kMostTurns;) {
    const Taken taken = take_step(time + done, length, otherwise);
    if (taken == Taken::Failed) return false;
    if (taken == Taken::TooLong) {
      if (!is_saved_) contacts_.save(saved_);
      is_saved_ = true;
      length = passage_.time;
      ++(is_turn(passage_) ? turns : cuts);
      continue;
    }
    if (length == step - done) return true;
    done += length;
    length = is_turn(passage_) ? std::min(kLengthening * length, step - done) : step - done;
  }
  failure_ = is_turn(passage_) ? "bodies on joints turn too far in a step"
                               : PassageSearch::describe(contacts_.describe(passage_));
  return false;
}

TimeStepper::Taken TimeStepper::fail(std::string sentence) {
  failure_ = std::move(sentence);
  return Taken::Failed;
}

// Velocities of a step of trial_, and how they move it. Failed: failure_ says why. Too long: passage_ says how long it
// can be.
TimeStepper::Taken TimeStepper::find_velocities(double time, double step, bool otherwise) {
  const Model& model = system_.model();
  const Eigen::Map<const VectorX> v(trial_.data() + model.num_positions(), model.num_velocities());
  ++statistics_.rate_evaluations;
  if (part_.calc_free_rate(time, step, trial_, rate_) != RateStatus::Ok) {
    return fail(system_.failure());
  }
  v_before_ = v;
  v_free_ = v + step * Eigen::Map<const VectorX>(rate_.data() + model.num_positions(), model.num_velocities());
  change_ = -v_free_;
  free_rotation_.correct(system_.kinematics(), step, v_free_);
  const Eigen::Map<const VectorX> q(trial_.data(), model.num_positions());
  if (!tree_inertia_.correct(system_.parts(), q, v_before_, step, contact_step_.groups(), v_free_)) {
    passage_ = {.time = 0.5 * step};
    return Taken::TooLong;
  }
  for (const JointDrive& drive : model.joint_drives()) {
    v_free_[drive.velocity] = drive.motion.sample(system_.at(time + step)).rate;
  }
  const SolveReport report = contact_step_.solve(system_.parts(), step, v_free_, otherwise);
  last_solved_ = {contact_step_.rows().count(), report};
  if (!report.solved()) {
    return fail(contact_step_.describe_failure(report));
  }
  v_after_ = v_free_;
  contact_step_.add_velocities(v_after_);
  change_ += v_after_;
  system_.add_powers_of_change(time, step, change_, rate_);
  motion_ = step * v_after_;
  contact_step_.add_displacement(motion_);
  if (v_after_.allFinite() && motion_.allFinite()) return Taken::Good;
  return fail("velocities are not finite");
}

// One step of trial_. Failed: failure_ says why, trial_ is of no use. Too long: passage_ says how long it can be, and
// trial_ is as it was.
TimeStepper::Taken TimeStepper::take_step(double time, double step, bool otherwise) {
  const Taken found = find_velocities(time, step, otherwise);
  if (found != Taken::Good) return found;
  const Model& model = system_.model();
  const std::span<double> y(trial_);
  Eigen::Map<VectorX> v(trial_.data() + model.num_positions(), model.num_velocities());

  // Energies at the start with three velocities, and at the end: what forces and the changing inertia did in between is
  // the scheme's own, what contacts did is known from their impulses.
  const double at_start = system_.calc_stored_energy_at(time, y);
  v = v_free_;
  const double unloaded = system_.calc_stored_energy_at(time, y);
  v = v_after_;
  const double loaded = system_.calc_stored_energy_at(time, y);
  if (const auto passage = contacts_.find_passage(system_.kinematics(), step)) {
    passage_ = *passage;
    v = v_before_;
    return Taken::TooLong;
  }
  if (turns_too_far(step)) {
    v = v_before_;
    return Taken::TooLong;
  }
  move_positions(motion_);
  const double at_end = system_.calc_stored_energy_at(time + step, y);
  const std::span<double> accounts = part_.accounts(y);
  const double stored_before = accounts[SteppedContacts::kStoredNormal] + accounts[SteppedContacts::kStoredBristles];
  const double lost_before = calc_lost(accounts);
  const double contact_work = book_contacts(accounts);
  note_gains(time);
  const double stored = accounts[SteppedContacts::kStoredNormal] + accounts[SteppedContacts::kStoredBristles];
  const double lost = calc_lost(accounts);
  const double drive_work = system_.has_driven_joints() ? loaded - unloaded - contact_work : 0.0;
  const double smooth = unloaded - at_start + at_end - loaded - step * system_.calc_integral_balance(rate_);
  accounts[SteppedContacts::kNumerical] += smooth + contact_work + stored - stored_before + lost - lost_before;
  system_.add_integrals(rate_, step, drive_work, y);
  if (!system_.project(time + step, y)) return fail(system_.failure());
  if (contact_step_.lacking() > 0.0) {
    ++counts_.inexact;
    counts_.largest_error = std::max(counts_.largest_error, contact_step_.lacking());
  }
  remember(time, step);
  return Taken::Good;
}

void TimeStepper::move_positions(const VectorX& motion) {
  system_.move_positions({trial_.data(), static_cast<std::size_t>(q_before_.size())},
                         {motion.data(), static_cast<std::size_t>(motion.size())}, 1.0);
}

// What inertia's efforts at the start of a step and the motion that follows make of the energy of trees cancel but for
// the next order, or for an impulse in between. Where too much is exchanged or left the step is too long, and passage_
// says how long it can be.
bool TimeStepper::turns_too_far(double step) {
  if (!tree_inertia_.keeps_energy()) return false;
  const Model& model = system_.model();
  const Eigen::Map<const VectorX> q(trial_.data(), model.num_positions());
  const double before = tree_inertia_.calc_energy(model, q, v_after_);
  q_before_ = q;
  way_ = step * v_after_;
  move_positions(way_);
  const double work = tree_inertia_.work(), moved = tree_inertia_.calc_energy(model, q, v_after_) - before;
  std::ranges::copy(q_before_, trial_.begin());
  const double exchanged = std::max(std::abs(work), std::abs(moved)), left = std::abs(work + moved);
  const double most = std::max(exchanged / kMostExchanged, left / kMostLeft);
  const double energy = std::max(before, tree_inertia_.energy_at_middle());
  if (!(most > energy)) return false;
  passage_ = {.time = std::max(energy / most, kShortening) * step};
  return true;
}

double TimeStepper::calc_stored_in_spring(double deflection) const {
  return 0.5 * options_.normal_stiffness * deflection * deflection;
}

// The work of the contacts' impulses, from the velocities without to those with them; what they store and lose.
double TimeStepper::book_contacts(std::span<double> accounts) {
  double work = contact_step_.viscous_work();
  double stored_normal = 0.0, normals_before = 0.0, stored_bristles = 0.0, bristles_before = 0.0;
  accounts[SteppedContacts::kFrictionLoss] -= contact_step_.viscous_work();
  losses_.assign(static_cast<std::size_t>(contact_step_.rows().count()), 0.0);
  for (int c = 0; c < contact_step_.rows().count(); ++c) {
    const ContactStep::Outcome outcome = contact_step_.look_at(c);
    work += 0.5 * (outcome.after + outcome.unloaded).dot(outcome.impulse) +
            0.5 * (outcome.turning_after + outcome.turning_unloaded).dot(outcome.moment);
    const double resistance = -0.5 * (outcome.turning_after + outcome.turning_before).dot(outcome.moment);
    accounts[SteppedContacts::kResistanceLoss] += resistance;
    const double friction = book_friction(outcome, bristles_before);
    accounts[SteppedContacts::kFrictionLoss] += friction;
    stored_bristles += calc_stored_in_bristles(outcome.bristle, outcome.bristle_stiffness);
    const double spring_before = calc_stored_in_spring(contacts_.memory(outcome.slot).deflection);
    const double spring_after = calc_stored_in_spring(outcome.deflection);
    normals_before += spring_before;
    stored_normal += spring_after;
    const double impact =
        -0.5 * (outcome.after[0] + outcome.before[0]) * outcome.impulse[0] - (spring_after - spring_before);
    accounts[SteppedContacts::kImpactLoss] += impact;
    losses_[static_cast<std::size_t>(c)] = friction + impact + resistance;
  }
  // Springs and bristles of contacts that have left let go of what they held.
  accounts[SteppedContacts::kImpactLoss] += accounts[SteppedContacts::kStoredNormal] - normals_before;
  accounts[SteppedContacts::kFrictionLoss] += accounts[SteppedContacts::kStoredBristles] - bristles_before;
  accounts[SteppedContacts::kStoredNormal] = stored_normal;
  accounts[SteppedContacts::kStoredBristles] = stored_bristles;
  return work;
}

// What friction of a contact took out of the motion and did not store: all of it where it slips, or sticks without
// bristles, which in a collision stops the slip; else what the bristles' damping takes.
double TimeStepper::book_friction(const ContactStep::Outcome& outcome, double& stored_before) const {
  const double before = calc_stored_in_bristles(contacts_.memory(outcome.slot).bristle, outcome.bristle_stiffness);
  stored_before += before;
  if (!outcome.sticks_rigidly && outcome.slip_speed <= kSlowestSlip) return outcome.damping_loss;
  const double stored = calc_stored_in_bristles(outcome.bristle, outcome.bristle_stiffness) - before;
  return -0.5 * (outcome.after + outcome.before).tail<2>().dot(outcome.impulse.tail<2>()) - stored;
}

int TimeStepper::count_largest_group() const {
  const Islands& islands = contact_step_.islands();
  const auto presses = [&](int c) { return contact_step_.look_at(c).impulse[0] > 0.0; };
  std::ptrdiff_t largest = 0;
  for (int i = 0; i < islands.count(); ++i) {
    largest = std::max(largest, std::ranges::count_if(islands.contacts(i), presses));
  }
  return static_cast<int>(largest);
}

// Contacts that collide together share what their laws lose and gain.
void TimeStepper::note_gains(double time) {
  const Islands& islands = contact_step_.islands();
  for (int i = 0; i < islands.count(); ++i) {
    const std::span<const int> contacts = islands.contacts(i);
    const auto loss_of = [&](int c) { return losses_[static_cast<std::size_t>(c)]; };
    double lost = 0.0, moved = 0.0;
    for (const int c : contacts) lost += loss_of(c);
    if (!(lost < 0.0)) continue;
    bool collides = false;
    for (const int c : contacts) {
      const ContactStep::Outcome outcome = contact_step_.look_at(c);
      collides = collides || outcome.collides;
      moved += std::abs(outcome.impulse.dot(outcome.before));
    }
    if (!collides || !(-lost > kLeastGain * moved)) continue;
    const int worst = *std::ranges::min_element(contacts, {}, loss_of);
    const int slot = contact_step_.rows().slots()[static_cast<std::size_t>(worst)];
    gains_.push_back(
        {.time = time, .energy = -lost, .contact = contacts_.describe(slot), .poisson = contacts_.law(slot).poisson});
  }
}

// Forces, slip and episodes of all contacts after the step.
void TimeStepper::remember(double time, double step) {
  takes_part_.assign(static_cast<std::size_t>(contacts_.num_slots()), 0);
  for (int c = 0; c < contact_step_.rows().count(); ++c) {
    const ContactStep::Outcome outcome = contact_step_.look_at(c);
    takes_part_[static_cast<std::size_t>(outcome.slot)] = 1;
    ContactMemory& memory = contacts_.memory(outcome.slot);
    memory.normal_force = outcome.impulse[0] / step;
    memory.deflection = outcome.deflection;
    memory.friction =
        contact_step_.rows().axes(c).rightCols<2>() * (outcome.impulse + outcome.viscous).tail<2>() / step;
    memory.bristle = outcome.bristle;
    memory.moment.setZero();
    if (contact_step_.rows().has_turning()) {
      memory.moment = contact_step_.rows().turning_axes(c) * outcome.moment / step;
    }
    memory.collided = outcome.collides;
    memory.pushed = (outcome.after[0] - outcome.unloaded[0]) / step;
    const bool presses = outcome.impulse[0] > 0.0;
    memory.slip_speed = presses ? outcome.slip_speed : 0.0;
    memory.dwell = contacts_.law(outcome.slot).calc_dwell(memory.slip_speed, presses ? memory.dwell : 0.0, step);
    note_episode(outcome, time, step);
  }
  for (int slot = 0; slot < contacts_.num_slots(); ++slot) {
    if (takes_part_[static_cast<std::size_t>(slot)] != 0) continue;
    const SteppedContacts::Motion& motion = contacts_.motion(slot);
    if (contacts_.memory(slot).lasts) end_episode(slot, time + step, motion.velocity.dot(motion.normal));
    contacts_.memory(slot) = {};
  }
}

void TimeStepper::note_episode(const ContactStep::Outcome& outcome, double time, double step) {
  ContactMemory& memory = contacts_.memory(outcome.slot);
  const bool was = memory.lasts;
  const double force = outcome.impulse[0] / step, depth = std::max(-outcome.gap, 0.0);
  if (force > 0.0 && !was) {
    memory.lasts = true;
    memory.touch_time = time;
    memory.approach_speed = std::max(-outcome.before[0], 0.0);
    memory.peak_force = memory.peak_depth = memory.impulse = 0.0;
    memory.rubbed.setZero();
    events_.push_back({.kind = ContactEvent::Kind::TouchDown,
                       .slot = contacts_.view_of(outcome.slot),
                       .time = time,
                       .approach_speed = memory.approach_speed,
                       .peak_depth = depth});
  }
  if (force > 0.0 || was) {
    memory.peak_force = std::max(force, memory.peak_force);
    memory.peak_depth = std::max(depth, memory.peak_depth);
    memory.impulse += memory.normal_force * step;
    memory.rubbed += memory.friction * step;
  }
  if (was && force <= 0.0 && outcome.gap > kTouchingGap) end_episode(outcome.slot, time + step, outcome.after[0]);
}

void TimeStepper::end_episode(int slot, double time, double separation_speed) {
  ContactMemory& memory = contacts_.memory(slot);
  memory.lasts = false;
  events_.push_back({.kind = ContactEvent::Kind::LiftOff,
                     .slot = contacts_.view_of(slot),
                     .time = time,
                     .approach_speed = memory.approach_speed,
                     .separation_speed = std::max(separation_speed, 0.0),
                     .duration = time - memory.touch_time,
                     .peak_force = memory.peak_force,
                     .peak_depth = memory.peak_depth,
                     .impulse = memory.impulse,
                     .tangential_impulse = memory.rubbed.norm()});
}

// A moment that differs from the end of a step by rounding, or by no more than a limit may, is that end: both are
// products, of different numbers. What contacts remember is then of the same step as the state.
double TimeStepper::time_resolution() const { return kOnGrid * options_.step; }

// Between its ends a step moves with its new velocities and has its forces. What the positions lack in energy there is
// the scheme's.
bool TimeStepper::interpolate(double time, std::span<double> y) {
  const double length = time_ - last_time_;
  if (time >= time_ - time_resolution() || !(length > 0.0)) {
    std::ranges::copy(y_, y.begin());
    return true;
  }
  if (time <= last_time_) {
    std::ranges::copy(last_y_, y.begin());
    return true;
  }
  const double part = (time - last_time_) / length;
  const Model& model = system_.model();
  const auto num_q = static_cast<std::size_t>(model.num_positions());
  const auto num_v = static_cast<std::size_t>(model.num_velocities());
  std::ranges::copy(y_, y.begin());
  std::copy_n(last_y_.begin(), num_q, y.begin());
  system_.move_positions(y.first(num_q), {y_.data() + num_q, num_v}, part * length);
  const double at_end = system_.calc_stored_energy_at(time_, y_);
  part_.accounts(y)[SteppedContacts::kNumerical] += system_.calc_stored_energy_at(time, y) - at_end;
  return true;
}

}  // namespace carom
