#include "carom/simulation/compliant/law_gains.h"

#include <array>
#include <optional>

#include "carom/simulation/contacts/contact_report_numbers.h"

namespace carom {
namespace {

using Kind = ContactEvent::Kind;

void add_gain(int slot, Kind kind, const std::optional<PassivityMonitor::Gain>& gain,
              std::vector<ContactEvent>& events) {
  if (!gain) return;
  events.push_back(
      {.kind = kind, .slot = slot, .time = gain->ended, .duration = gain->ended - gain->began, .energy = gain->energy});
}

}  // namespace

void LawGains::watch(int slot, double time, const CompliantContacts& contacts,
                     const CompliantContacts::ConstState& state, double threshold, std::vector<ContactEvent>& events) {
  add_gain(slot, Kind::DampingGain, damping_.update(time, contacts.calc_lost_normal(slot, state), threshold), events);
  const double rubbed = contacts.calc_lost(slot, CompliantContacts::kFriction, state) +
                        contacts.calc_lost(slot, CompliantContacts::kResistance, state);
  add_gain(slot, Kind::FrictionGain, friction_.update(time, rubbed, threshold), events);
}

void LawGains::finish(int slot, std::vector<ContactEvent>& events) {
  add_gain(slot, Kind::DampingGain, damping_.finish(), events);
  add_gain(slot, Kind::FrictionGain, friction_.finish(), events);
}

void LawGains::append_numbers(std::vector<double>& numbers) const {
  for (const PassivityMonitor* monitor : {&damping_, &friction_}) {
    std::array<double, PassivityMonitor::kSize> state{};
    monitor->save(state);
    numbers.insert(numbers.end(), state.begin(), state.end());
  }
}

void LawGains::take_numbers(NumberReader& left) {
  for (PassivityMonitor* monitor : {&damping_, &friction_}) {
    const std::span<const double> state = left.take(PassivityMonitor::kSize);
    if (!left.failed()) monitor->restore(state.first<PassivityMonitor::kSize>());
  }
}

}  // namespace carom
