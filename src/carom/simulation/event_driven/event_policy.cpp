// Where modes have no solution or several: the policies of the scene, and contacts that yield.
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "carom/simulation/event_driven/event_stepper.h"

namespace carom {

// What was not found may exist: only compliant laws go on without it.
bool EventStepper::follow_policy(ModeChoiceReport report) {
  InconsistencyPolicy policy = report.status == ModeStatus::Several ? options_.several_solutions : options_.no_solution;
  if (report.status == ModeStatus::NotFound && policy != InconsistencyPolicy::Compliant) {
    policy = InconsistencyPolicy::Stop;
    is_lost_ = true;
  }
  failure_ = report.note.sentence;
  report.note.policy = name_of(policy);
  log_.notes.push_back(std::move(report.note));
  if (policy == InconsistencyPolicy::Compliant) {
    let_yield(report.slots);
    return true;
  }
  if (policy == InconsistencyPolicy::Impact) {
    if (collision_.resolve_without_approach(time_, report.slots, y_)) return true;
    failure_ += "; no impact without collision resolves it";
    return false;
  }
  if (report.status != ModeStatus::NotFound) {
    failure_ += fmt::format(
        "; {} = \"impact\" goes on with an impact without collision, \"compliant\" with the compliant laws of these "
        "contacts{}",
        report.status == ModeStatus::None ? "no_solution" : "several_solutions",
        report.status == ModeStatus::None ? "" : ", \"separate\" and \"keep\" with one of the solutions");
  }
  return false;
}

// Until they open these follow their compliant laws. What overlaps already is taken for compressed: the energy that
// its spring then holds is booked with that of projections.
void EventStepper::let_yield(std::span<const int> slots) {
  const double before = system_.calc_stored_energy_at(time_, y_);
  const std::span<double> memory = rigid_.memory(std::span<double>(y_));
  for (const int slot : slots) {
    RigidContacts::set_mode(memory, slot, RigidMode::Yielding);
    RigidContacts::set_reference(memory, slot, Vector3::Zero());
    const double speed = std::max(-contacts_.motion(slot).gap_rate, options_.rest_speed);
    yielding_.begin(slot, time_, speed, y_);
  }
  system_.book_projection(system_.calc_stored_energy_at(time_, y_) - before, y_);
}

// Contacts that followed compliant laws and have opened are rigid again.
void EventStepper::end_yielding() {
  if (!yielding_.may_yield()) return;
  system_.calc_contact_motion(time_, y_);
  const std::span<double> memory = rigid_.memory(std::span<double>(y_));
  for (int slot = 0; slot < contacts_.num_slots(); ++slot) {
    if (RigidContacts::mode(memory, slot) != RigidMode::Yielding) continue;
    if (contacts_.motion(slot).gap <= RigidEvents::kTouching) continue;
    yielding_.end(slot, y_);
    RigidContacts::set_mode(memory, slot, RigidMode::Open);
  }
}

// Compliant contacts that are pressed in faster than they began keep that speed: laws with a coefficient of restitution
// damp by it, and here contacts begin without any.
bool EventStepper::notes_strikes() {
  if (!yielding_.may_yield()) return false;
  system_.calc_contact_motion(time_, y_);
  return yielding_.note_strikes(y_);
}

}  // namespace carom
