#include "carom/simulation/event_driven/event_formulation.h"

#include "carom/simulation/overlap_error.h"

namespace carom {

EventFormulation::EventFormulation(const Model& model, const ContactSetup& setup, const IntegratorOptions& integrator,
                                   const EventDrivenOptions& options)
    : contacts_(model, setup),
      compliant_(options.inconsistency == InconsistencyPolicy::Compliant
                     ? std::make_unique<CompliantContacts>(model, setup)
                     : nullptr),
      deepest_start_(setup.deepest_start),
      system_(model, compliant_.get(), &contacts_),
      stepper_(system_, integrator, options, log_) {
  validate(options);
}

// Modes are found when the run starts: an impact then is part of it.
void EventFormulation::find_initial_contacts(double time, std::span<double> y) {
  system_.calc_contact_motion(time, y);
  OverlapError too_deep(deepest_start_);
  for (int i = 0; i < contacts_.num_slots(); ++i) too_deep.look_at(contacts_.name(i), contacts_.motion(i).gap);
  too_deep.throw_if_any();
}

}  // namespace carom
