#include "carom/simulation/compliant/compliant_formulation.h"

#include <algorithm>
#include <string>

#include "carom/simulation/compliant/contact_stepper.h"
#include "carom/simulation/compliant/fixed_contact_stepper.h"
#include "carom/simulation/overlap_error.h"

namespace carom {

CompliantFormulation::CompliantFormulation(const Model& model, const ContactSetup& setup,
                                           const IntegratorOptions& options)
    : contacts_(model, setup),
      deepest_start_(setup.deepest_start),
      system_(model, &contacts_),
      log_(contacts_),
      integrator_(make_stepper(options)) {}

std::unique_ptr<Integrator> CompliantFormulation::make_stepper(const IntegratorOptions& options) {
  if (const auto* adaptive = std::get_if<AdaptiveOptions>(&options)) {
    return std::make_unique<ContactStepper>(system_, *adaptive, log_);
  }
  auto fixed = std::make_unique<FixedContactStepper>(system_, std::get<FixedStepOptions>(options), log_);
  fixed_ = fixed.get();
  return fixed;
}

std::vector<std::string> CompliantFormulation::warnings() const {
  return fixed_ == nullptr ? std::vector<std::string>{} : fixed_->warnings();
}

// What overlaps at the start is in contact, as if it had touched just now.
void CompliantFormulation::find_initial_contacts(double time, std::span<double> y) {
  system_.calc_contact_motion(time, y);
  OverlapError too_deep(deepest_start_);
  for (int i = 0; i < contacts_.num_slots(); ++i) {
    const CompliantContacts::Motion& motion = contacts_.motion(i);
    if (motion.gap >= 0.0) continue;
    too_deep.look_at(contacts_.name(i), motion.gap);
    contacts_.begin_contact(i, time, std::max(motion.rate, 0.0), system_.contact_state(y));
    log_.touch_down(i, time, motion.rate);
  }
  too_deep.throw_if_any();
}

}  // namespace carom
