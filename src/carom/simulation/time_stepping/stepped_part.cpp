#include "carom/simulation/time_stepping/stepped_part.h"

#include <algorithm>

#include "carom/simulation/mechanism/mechanism_system.h"

namespace carom {

RateStatus SteppedPart::calc_free_rate(double time, double step, std::span<const double> y, std::span<double> rate) {
  acts_ = false;
  const RateStatus status = system().calc_mean_rate(time, step, y, rate);
  acts_ = true;
  return status;
}

void SteppedPart::write_rates(std::span<double> rate) const { std::ranges::fill(accounts(rate), 0.0); }

void SteppedPart::append_touching(std::span<const double> /*y*/, std::vector<Contact>& contacts) const {
  for (int i = 0; i < contacts_.num_slots(); ++i) {
    const Contact contact = contacts_.contact(i);
    if (contact.touching) contacts.push_back(contact);
  }
}

}  // namespace carom
