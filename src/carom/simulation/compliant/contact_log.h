#pragma once

#include <string>
#include <vector>

#include "carom/simulation/compliant/compliant_contacts.h"

namespace carom {

/// Something that happened to a contact.
struct ContactEvent {
  enum class Kind { TouchDown, LiftOff };
  Kind kind{};
  int slot{};
  double time{};              // [s]
  double approach_speed{};    // at the touch-down  [m/s]
  double separation_speed{};  // at the lift-off  [m/s]
  double duration{};          // of the contact that ends  [s]
  double peak_force{};        // of it, as far as steps and samples saw it  [N]
  double peak_depth{};        // [m]
};

/// What happens at the contacts of a run, in order of time.
class ContactLog {
 public:
  /// Room for one event of each contact: nothing is allocated while the log is cleared after every step.
  explicit ContactLog(const CompliantContacts& contacts) : peaks_(static_cast<std::size_t>(contacts.num_slots())) {
    events_.reserve(peaks_.size());
  }

  /// Looks at forces and depths of the moment last calculated.
  void watch(const CompliantContacts& contacts) {
    for (int i = 0; i < contacts.num_slots(); ++i) {
      Peak& peak = peaks_[static_cast<std::size_t>(i)];
      peak.force = std::max(peak.force, contacts.forces(i).normal);
      peak.depth = std::max(peak.depth, -contacts.motion(i).gap);
    }
  }
  void touch_down(int slot, double time, double speed) {
    peaks_[static_cast<std::size_t>(slot)] = {};
    events_.push_back({.kind = ContactEvent::Kind::TouchDown, .slot = slot, .time = time, .approach_speed = speed});
  }
  void lift_off(int slot, double time, double approach_speed, double touch_time, double separation_speed) {
    const Peak& peak = peaks_[static_cast<std::size_t>(slot)];
    events_.push_back({.kind = ContactEvent::Kind::LiftOff,
                       .slot = slot,
                       .time = time,
                       .approach_speed = approach_speed,
                       .separation_speed = separation_speed,
                       .duration = time - touch_time,
                       .peak_force = peak.force,
                       .peak_depth = peak.depth});
  }

  /// Since the last call of clear().
  [[nodiscard]] const std::vector<ContactEvent>& events() const { return events_; }
  void clear() { events_.clear(); }

 private:
  struct Peak {
    double force{};  // [N]
    double depth{};  // [m]
  };
  std::vector<Peak> peaks_;
  std::vector<ContactEvent> events_;
};

}  // namespace carom
