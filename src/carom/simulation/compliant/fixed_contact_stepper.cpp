#include "carom/simulation/compliant/fixed_contact_stepper.h"

#include <algorithm>

namespace carom {

FixedContactStepper::FixedContactStepper(MechanismSystem& system, const FixedStepOptions& options, ContactLog& log)
    : system_(system),
      contacts_(*system.contacts()),
      log_(log),
      integrator_(make_integrator(system, nullptr, options)),
      before_(static_cast<std::size_t>(contacts_.num_slots())),
      y_(static_cast<std::size_t>(system.size())) {
  contacts_.ignore_events();
}

StepReport FixedContactStepper::restart(double time, std::span<const double> y, std::span<const LocatedEvent> handled) {
  const StepReport report = integrator_->restart(time, y, handled);
  if (report.failed()) return report;
  system_.calc_contact_motion(time, integrator_->state());
  for (int i = 0; i < contacts_.num_slots(); ++i) {
    before_[static_cast<std::size_t>(i)] = {contacts_.motion(i).gap, contacts_.motion(i).rate};
  }
  return report;
}

StepReport FixedContactStepper::step(double limit) {
  const double start = integrator_->time();
  const StepReport report = integrator_->step(limit);
  if (!report.failed()) update_contacts(start);
  return report;
}

// Contacts that closed or opened in the step.
void FixedContactStepper::update_contacts(double start) {
  const double end = integrator_->time();
  system_.calc_contact_motion(end, integrator_->state());
  std::ranges::copy(integrator_->state(), y_.begin());
  bool changed =
      contacts_.num_active() > 0 && contacts_.limit_memories(0.0, system_.contact_state(std::span<double>(y_)));
  for (int i = 0; i < contacts_.num_slots(); ++i) {
    const CompliantContacts::Motion& motion = contacts_.motion(i);
    Sample& before = before_[static_cast<std::size_t>(i)];
    const Sample after{motion.gap, motion.rate};
    const bool touching = CompliantContacts::is_touching(system_.contact_state(integrator_->state()), i);
    if (touching == (after.gap < 0.0)) {
      before = after;
      continue;
    }
    changed = true;
    const CompliantContacts::State state = system_.contact_state(std::span<double>(y_));
    const double part = before.gap == after.gap ? 1.0 : std::clamp(before.gap / (before.gap - after.gap), 0.0, 1.0);
    const double time = start + part * (end - start);
    const double speed = before.rate + part * (after.rate - before.rate);
    if (touching) {
      log_.lift_off(i, time, CompliantContacts::passive(state, i, CompliantContacts::kImpactSpeed),
                    CompliantContacts::passive(state, i, CompliantContacts::kTouchTime), -speed);
      contacts_.end_contact(i, state);
    } else {
      contacts_.begin_contact(i, time, speed, state);
      log_.touch_down(i, time, speed);
    }
    before = after;
  }
  if (changed) integrator_->replace_state(y_);
}

}  // namespace carom
