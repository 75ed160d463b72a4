// What a contact log remembers, as numbers for a checkpoint.
#include <array>

#include "carom/simulation/compliant/contact_log.h"
#include "carom/simulation/contact_report_numbers.h"

namespace carom {

void ContactLog::save(std::vector<double>& numbers) const {
  numbers.clear();
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    const Slot& own = slots_[i];
    append_report(reports_[i], numbers);
    numbers.insert(numbers.end(), {own.peak.force, own.peak.depth, static_cast<double>(own.hold)});
    for (const PassivityMonitor* monitor : {&own.damping, &own.friction}) {
      std::array<double, PassivityMonitor::kSize> state{};
      monitor->save(state);
      numbers.insert(numbers.end(), state.begin(), state.end());
    }
  }
}

void ContactLog::restore(NumberReader& left) {
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    Slot& own = slots_[i];
    left.take_report(static_cast<int>(i), reports_[i]);
    own.peak.force = left.take();
    own.peak.depth = left.take();
    own.hold = static_cast<Hold>(left.take_count(static_cast<double>(Hold::Slip)));
    for (PassivityMonitor* monitor : {&own.damping, &own.friction}) {
      const std::span<const double> state = left.take(PassivityMonitor::kSize);
      if (!left.failed()) monitor->restore(state.first<PassivityMonitor::kSize>());
    }
  }
}

}  // namespace carom
