#include "carom/simulation/event_driven/yielding_contacts.h"

#include "carom/simulation/compliant/compliant_part.h"
#include "carom/simulation/compliant/contact_gains.h"
#include "carom/simulation/compliant/contact_load.h"
#include "carom/simulation/compliant/law_gains.h"
#include "carom/simulation/contacts/contact_report_numbers.h"
#include "carom/simulation/event_driven/contacts/rigid_part.h"

namespace carom {

struct YieldingContacts::Own {
  Own(const Model& model, const ContactSetup& setup)
      : contacts(model, setup), gains(static_cast<std::size_t>(contacts.num_slots())) {
    // A compliant force that would pull is none, at every moment: no event needs to be found for that.
    for (int slot = 0; slot < contacts.num_slots(); ++slot) contacts.set_clipped(slot, true);
  }

  CompliantContacts contacts;
  CompliantPart part{contacts, CompliantPart::Role::BesideRigid};
  ContactLoad load{part};
  std::vector<LawGains> gains;  // by slot
};

YieldingContacts::YieldingContacts(const Model& model, const ContactSetup& setup, bool may_yield)
    : may_yield_(may_yield), own_(may_yield ? std::make_unique<Own>(model, setup) : nullptr) {}

YieldingContacts::~YieldingContacts() = default;

std::vector<ContactPart*> YieldingContacts::join(RigidPart& rigid) {
  if (!may_yield_) return {&rigid};
  rigid.set_yielding(own_->part);
  return {&own_->part, &rigid};
}

void YieldingContacts::begin(int slot, double time, double speed, std::span<double> y) {
  const double load_speed = own_->load.calc_load_speed(slot, time, y);
  own_->contacts.begin_contact(slot, {.time = time, .speed = speed, .load_speed = load_speed}, own_->part.state(y));
}

void YieldingContacts::end(int slot, std::span<double> y) { own_->contacts.end_contact(slot, own_->part.state(y)); }

bool YieldingContacts::note_strikes(std::span<double> y) {
  return own_->contacts.note_strikes({}, own_->part.state(y));
}

void YieldingContacts::watch_gains(double time, std::span<const double> y, double threshold,
                                   std::vector<ContactEvent>& events) {
  if (!may_yield_) return;
  const CompliantContacts::ConstState state = own_->part.state(y);
  for (std::size_t i = 0; i < own_->gains.size(); ++i) {
    own_->gains[i].watch(static_cast<int>(i), time, own_->contacts, state, threshold, events);
  }
}

void YieldingContacts::finish_gains(std::vector<ContactEvent>& events) {
  if (!may_yield_) return;
  for (std::size_t i = 0; i < own_->gains.size(); ++i) own_->gains[i].finish(static_cast<int>(i), events);
}

void YieldingContacts::append_warnings(const std::vector<ContactReport>& reports, double negligible,
                                       std::vector<std::string>& sentences) const {
  if (may_yield_) append_gain_warnings(own_->contacts, reports, negligible, sentences);
}

void YieldingContacts::append_numbers(std::vector<double>& numbers) const {
  if (!may_yield_) return;
  for (const LawGains& gains : own_->gains) gains.append_numbers(numbers);
}

void YieldingContacts::take_numbers(NumberReader& numbers) {
  if (!may_yield_) return;
  for (LawGains& gains : own_->gains) gains.take_numbers(numbers);
}

}  // namespace carom
