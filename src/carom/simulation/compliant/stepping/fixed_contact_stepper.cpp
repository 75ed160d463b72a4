#include "carom/simulation/compliant/stepping/fixed_contact_stepper.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "carom/simulation/compliant/patches/patch_contact.h"

namespace carom {
namespace {

// Spring energy at the end of the step in which a contact closed, as a multiple of the energy that the impact brought.
// For a linear spring it is at most (h ω)², and the estimate before the run asks for h ω ≤ 1: steps twice and five
// times as long.
constexpr double kDoubtful = 4.0;
constexpr double kHopeless = 25.0;

// A crossing is followed until its interval is 2⁻¹⁶ of the step: a bullet that crosses a plate on 1e-4 of its way.
constexpr int kBisections = 16;

constexpr int kMostTurns = 100;  // between the loads of patches and the motion

// Whether a falling normal force shortens the bristles of some contact.
bool any_memory_is_limited(const CompliantContacts& contacts) {
  for (int i = 0; i < contacts.num_slots(); ++i) {
    FrictionMemory stretched{.bristle = Vector3::UnitX()};
    if (limit_memory(contacts.rule(i).friction, stretched, /*normal_force=*/0.0) > 0.0) return true;
  }
  return false;
}

// The greatest depth within a step of length h, of the cubic through both ends: a contact that has turned round in it
// was deeper than at either.
double find_peak_depth(const GapSample& before, const GapSample& after, double h) {
  const double v0 = -before.gap_rate, v1 = -after.gap_rate, mean = (before.gap - after.gap) / h;
  if (!(v0 > 0.0) || !(v1 < 0.0)) return std::max(-before.gap, -after.gap);
  const double a = 3.0 * (v0 + v1 - 2.0 * mean), b = 6.0 * mean - 4.0 * v0 - 2.0 * v1;
  const double u = 2.0 * v0 / (std::sqrt(b * b - 4.0 * a * v0) - b);  // rate(u) = v0 + b u + a u² is zero there
  return -before.gap + h * u * (v0 + u * (0.5 * b + u * a / 3.0));
}

bool any_impact_is_remembered(const CompliantContacts& contacts) {
  for (int i = 0; i < contacts.num_slots(); ++i) {
    if (contacts.latches(i)) return true;
  }
  return false;
}

}  // namespace

FixedContactStepper::FixedContactStepper(CompliantPart& part, const FixedStepOptions& options, ContactLog& log)
    : part_(part),
      system_(part.system()),
      contacts_(part.contacts()),
      log_(log),
      load_(part),
      step_(options.substep()),
      limits_memories_(any_memory_is_limited(contacts_)),
      any_latches_(any_impact_is_remembered(contacts_)),
      integrator_(make_integrator(system_, nullptr, options)),
      watch_(contacts_),
      check_(part, options),
      before_(static_cast<std::size_t>(contacts_.num_slots())),
      after_(before_.size()),
      y_(static_cast<std::size_t>(system_.size())),
      y_start_(y_.size()) {
  contacts_.ignore_events();
}

FixedContactStepper::Sample FixedContactStepper::sample(int slot) const {
  const CompliantContacts::Motion& motion = contacts_.motion(slot);
  return {{motion.gap, -motion.depth_rate}, contacts_.point(slot).normal};
}

StepReport FixedContactStepper::restart(double time, std::span<const double> y, std::span<const LocatedEvent> handled) {
  const StepReport report = integrator_->restart(time, y, handled);
  if (report.failed()) return report;
  system_.calc_contact_motion(time, integrator_->state());
  for (int i = 0; i < contacts_.num_slots(); ++i) before_[static_cast<std::size_t>(i)] = sample(i);
  return report;
}

StepReport FixedContactStepper::step(double limit) {
  const double start = integrator_->time();
  check_.prepare(start, integrator_->state());
  const StepReport report = contacts_.has_patches() ? take_step_with_patches(limit) : integrator_->step(limit);
  if (report.failed()) return report;
  system_.calc_contact_motion(integrator_->time(), integrator_->state());
  if (!check_step(start)) {
    failure_ += contacts_.has_patches() ? "; try a shorter step or more sub-steps"
                                        : "; try a shorter step, more sub-steps, or adaptive steps";
    return reject(start);
  }
  const bool contacts_changed = update_contacts(start);
  check_.look(integrator_->time(), integrator_->state(), contacts_changed);
  return report;
}

// The load of a patch over the step and the motion that it leads to, in turn until they agree. The factor is about
// (h ω)²/4 for an elastic contact of frequency ω: a step that is short enough for the impact takes two or three turns.
StepReport FixedContactStepper::take_step_with_patches(double limit) {
  const double start = integrator_->time();
  std::ranges::copy(integrator_->state(), y_start_.begin());
  system_.calc_contact_motion(start, y_start_);
  bool loads_change = contacts_.begin_patch_step(part_.state(std::span<const double>(y_start_)));
  for (int turn = 0; turn < kMostTurns; ++turn) {
    if (loads_change) {
      const StepReport back = integrator_->restart(start, y_start_);
      if (back.failed()) return back;
    }
    const StepReport report = integrator_->step(limit);
    if (report.failed()) {
      contacts_.abandon_patch_step();
      return report;
    }
    const double end = integrator_->time();
    system_.calc_contact_motion(end, integrator_->state());
    switch (contacts_.try_patch_step(turn, end - start, part_.state(integrator_->state()), failure_)) {
      case CompliantContacts::PatchStep::Settled:
        contacts_.accept_patch_step();
        return report;
      case CompliantContacts::PatchStep::Failed:
        contacts_.abandon_patch_step();
        return reject(start);
      case CompliantContacts::PatchStep::Again:
        loads_change = true;
    }
  }
  contacts_.abandon_patch_step();
  failure_ = "the loads of patches and the motion do not settle; try a shorter step or more sub-steps";
  return reject(start);
}

std::vector<std::string> FixedContactStepper::warnings() const {
  std::vector<std::string> sentences = watch_.describe(step_);
  std::ranges::move(check_.warnings(), std::back_inserter(sentences));
  for (int i = 0; i < contacts_.num_slots(); ++i) {
    const PatchContact* patch = contacts_.patch(i);
    if (patch == nullptr) continue;
    for (const std::string& sentence : patch->warnings()) {
      sentences.push_back(fmt::format("the patch of contact {} {}", contacts_.name(i), sentence));
    }
  }
  return sentences;
}

void FixedContactStepper::append_numbers(std::vector<double>& numbers) const {
  watch_.append_numbers(numbers);
  check_.append_numbers(numbers);
}

void FixedContactStepper::take_numbers(NumberReader& numbers) {
  watch_.take_numbers(numbers);
  check_.take_numbers(numbers);
}

// Back to where the step began, which was good.
StepReport FixedContactStepper::reject(double start) {
  const double end = integrator_->time();
  if (integrator_->interpolate(start, y_)) (void)integrator_->restart(start, y_);
  return {.status = StepStatus::Rejected, .time = end, .step = end - start, .detail = failure_};
}

bool FixedContactStepper::check_step(double start) {
  for (int i = 0; i < contacts_.num_slots(); ++i) {
    const Sample& before = before_[static_cast<std::size_t>(i)];
    const Sample& after = after_[static_cast<std::size_t>(i)] = sample(i);
    switch (find_step_crossing(before.gap, after.gap, integrator_->time() - start)) {
      case StepCrossing::Closed:
        if (!check_touch_down(i, after, start)) return false;
        break;
      case StepCrossing::MayHavePassed:
        if (!check_hidden_touch(i, after, start)) return false;
        break;
      case StepCrossing::Kept:
        if (before.normal.dot(after.normal) < 0.0) return note_passage(i, before, after);
        break;
      default:
        break;
    }
  }
  return true;
}

// A body that is on the other side of another, or past its middle, has not been stopped.
bool FixedContactStepper::note_passage(int slot, const Sample& before, const Sample& after) {
  failure_ = fmt::format("contact {} does not stop the bodies: they pass through each other at {:.3g} m/s",
                         contacts_.name(slot), std::max(std::abs(before.gap.gap_rate), std::abs(after.gap.gap_rate)));
  return false;
}

// The stages of a method may have felt it, and then thrown the bodies apart with any speed.
bool FixedContactStepper::check_hidden_touch(int slot, const Sample& after, double start) {
  const Sample& before = before_[static_cast<std::size_t>(slot)];
  const double end = integrator_->time();
  const double unhindered = -before.gap.gap - before.gap.gap_rate * (end - start);  // depth it would have reached
  if (after.gap.gap_rate * after.gap.gap_rate > kHopeless * before.gap.gap_rate * before.gap.gap_rate &&
      calc_energy_ratio(slot, unhindered, -before.gap.gap_rate) > kHopeless) {
    failure_ = fmt::format("contact {} closed at {:.3g} m/s and was thrown apart at {:.3g} m/s within one step",
                           contacts_.name(slot), -before.gap.gap_rate, after.gap.gap_rate);
    return false;
  }
  const double lowest = find_lowest_gap(slot, before.gap, start, after.gap, end, kBisections);
  system_.calc_contact_motion(end, integrator_->state());
  if (lowest > 0.0) return true;
  if (before.normal.dot(after.normal) < 0.0) return note_passage(slot, before, after);
  watch_.note(StepWatch::Trouble::Hidden, slot, start, -lowest);
  return true;
}

// The lowest gap within a part of the step, from the dense output; not above zero where that cannot be told.
double FixedContactStepper::find_lowest_gap(int slot, GapSample before, double start, GapSample after, double end,
                                            int depth) {
  const double bound = bound_gap_within(before, after, end - start);
  if (bound > 0.0 || depth == 0) return bound;
  const double middle = 0.5 * (start + end);
  if (!integrator_->interpolate(middle, y_)) return bound;
  system_.calc_contact_motion(middle, y_);
  const GapSample between = sample(slot).gap;
  if (between.gap <= 0.0) return between.gap;
  return std::min(find_lowest_gap(slot, before, start, between, middle, depth - 1),
                  find_lowest_gap(slot, between, middle, after, end, depth - 1));
}

// What the spring holds at a depth, as a multiple of the energy of an impact at this speed. The spring alone does not
// depend on the speed that a law latches.
double FixedContactStepper::calc_energy_ratio(int slot, double depth, double speed) {
  const double energy = 0.5 * part_.calc_effective_mass(slot) * speed * speed;
  return make_response(contacts_.rule(slot).normal, 0.0).stored(depth) / energy;
}

bool FixedContactStepper::check_touch_down(int slot, const Sample& after, double start) {
  const Sample& before = before_[static_cast<std::size_t>(slot)];
  const double depth = -after.gap.gap, end = integrator_->time();
  const double mean_speed = (before.gap.gap + depth) / (end - start);
  const double speed = std::max({mean_speed, -before.gap.gap_rate, -after.gap.gap_rate});
  const double ratio = calc_energy_ratio(slot, depth, speed);
  if (before.normal.dot(after.normal) < 0.0) return note_passage(slot, before, after);
  if (ratio > kHopeless) {
    failure_ = fmt::format(
        "contact {} was found {:.3g} m deep, with {:.2g} times the energy that its impact at {:.3g} m/s brought",
        contacts_.name(slot), depth, ratio, speed);
    return false;
  }
  if (ratio > kDoubtful || depth > watch_.size(slot)) watch_.note(StepWatch::Trouble::TooDeep, slot, start, ratio);
  return true;
}

// Contacts that closed or opened in the step.
bool FixedContactStepper::update_contacts(double start) {
  const std::span<const double> y = integrator_->state();
  bool copied = false, any = false;
  const auto change = [&]() {
    if (!copied) std::ranges::copy(y, y_.begin());
    copied = true;
    return part_.state(std::span<double>(y_));
  };
  bool changed = limits_memories_ && contacts_.limit_memories(0.0, change());
  if (any_latches_) changed = contacts_.note_strikes({}, change()) || changed;
  for (int i = 0; i < contacts_.num_slots(); ++i) {
    const Sample& after = after_[static_cast<std::size_t>(i)];
    if (CompliantContacts::is_touching(part_.state(y), i) != (after.gap.gap < 0.0)) {
      changed = any = true;
      change_contact(i, after, start, change());
    }
    if (contacts_.calc_turn_margin(part_.state(copied ? std::span<const double>(y_) : y), i) < 0.0) {
      const GapSample& before = before_[static_cast<std::size_t>(i)].gap;
      contacts_.turn(i, find_peak_depth(before, after.gap, integrator_->time() - start), change());
      changed = true;
    }
  }
  std::swap(before_, after_);
  if (changed) integrator_->replace_state(y_);
  return any;
}

// Of a contact that was apart when the step began, under the forces of that moment.
double FixedContactStepper::find_load_speed(int slot, double start) {
  if (!contacts_.latches(slot) || !integrator_->interpolate(start, y_start_)) return 0.0;
  const double load_speed = load_.calc_load_speed(slot, start, y_start_);
  system_.calc_contact_motion(integrator_->time(), integrator_->state());
  return load_speed;
}

void FixedContactStepper::change_contact(int slot, const Sample& after, double start,
                                         const CompliantContacts::State& state) {
  const GapSample& before = before_[static_cast<std::size_t>(slot)].gap;
  const double part =
      before.gap == after.gap.gap ? 1.0 : std::clamp(before.gap / (before.gap - after.gap.gap), 0.0, 1.0);
  const double time = start + part * (integrator_->time() - start);
  const double opening = before.gap_rate + part * (after.gap.gap_rate - before.gap_rate);
  if (CompliantContacts::is_touching(state, slot)) {
    log_.lift_off(slot, time, CompliantContacts::passive(state, slot, CompliantContacts::kImpactSpeed),
                  CompliantContacts::passive(state, slot, CompliantContacts::kTouchTime), opening);
    contacts_.end_contact(slot, state);
  } else {
    contacts_.begin_contact(slot, {.time = time, .speed = -opening, .load_speed = find_load_speed(slot, start)}, state);
    log_.touch_down(slot, time, -opening);
  }
}

}  // namespace carom
