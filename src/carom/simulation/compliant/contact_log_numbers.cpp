// What a contact log remembers, as numbers for a checkpoint.
#include "carom/simulation/compliant/contact_log.h"
#include "carom/simulation/contacts/contact_report_numbers.h"

namespace carom {

void ContactLog::save(std::vector<double>& numbers) const {
  numbers.clear();
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    const Slot& own = slots_[i];
    append_report(reports_[i], numbers);
    numbers.insert(numbers.end(), {own.peak.force, own.peak.depth, static_cast<double>(own.hold)});
    own.gains.append_numbers(numbers);
  }
}

void ContactLog::restore(NumberReader& left) {
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    Slot& own = slots_[i];
    left.take_report(static_cast<int>(i), reports_[i]);
    own.peak.force = left.take();
    own.peak.depth = left.take();
    own.hold = static_cast<Hold>(left.take_count(static_cast<double>(Hold::Slip)));
    own.gains.take_numbers(left);
  }
}

}  // namespace carom
