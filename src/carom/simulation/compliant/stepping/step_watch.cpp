#include "carom/simulation/compliant/stepping/step_watch.h"

#include <algorithm>

#include <fmt/format.h>

#include "carom/simulation/contacts/contact_report_numbers.h"
#include "carom/simulation/verdict/depth_limit.h"

namespace carom {
StepWatch::StepWatch(const CompliantContacts& contacts)
    : contacts_(contacts),
      records_(static_cast<std::size_t>(contacts.num_slots()) * static_cast<std::size_t>(Trouble::kCount)) {
  for (const ContactSlot& slot : contacts.pairs().slots()) {
    sizes_.push_back(calc_small_extent(contacts.pairs().shape(slot.shape_a), contacts.pairs().shape(slot.shape_b)));
  }
}

void StepWatch::note(Trouble trouble, int slot, double time, double measure) {
  Record& own = records_[place(trouble, slot)];
  if (own.count++ == 0) own.first = time;
  own.worst = std::max(own.worst, measure);
}

void StepWatch::append_numbers(std::vector<double>& numbers) const {
  for (const Record& own : records_) {
    numbers.insert(numbers.end(), {static_cast<double>(own.count), own.first, own.worst});
  }
}

void StepWatch::take_numbers(NumberReader& numbers) {
  constexpr double kMostCounted = 1LL << 53;
  for (Record& own : records_) {
    own.count = static_cast<std::int64_t>(numbers.take_count(kMostCounted));
    own.first = numbers.take();
    own.worst = numbers.take();
  }
}

std::vector<std::string> StepWatch::describe(double step) const {
  std::vector<std::string> sentences;
  for (int slot = 0; slot < contacts_.num_slots(); ++slot) {
    const Record& hidden = records_[place(Trouble::Hidden, slot)];
    if (hidden.count > 0) {
      sentences.push_back(
          fmt::format("contact {} touched and parted within a step of {:g} s without being felt: {} times, first at "
                      "t = {:.6g} s, up to {:.2g} m deep; try more sub-steps, or adaptive steps",
                      contacts_.name(slot), step, hidden.count, hidden.first, hidden.worst));
    }
    const Record& deep = records_[place(Trouble::TooDeep, slot)];
    if (deep.count > 0) {
      sentences.push_back(
          fmt::format("a step of {:g} s carried contact {} deeper than its impact could press it: {} times, first at "
                      "t = {:.6g} s, with up to {:.2g} times the energy; try more sub-steps, or adaptive steps",
                      step, contacts_.name(slot), deep.count, deep.first, deep.worst));
    }
  }
  return sentences;
}

}  // namespace carom
