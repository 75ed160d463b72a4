#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace carom {

/// Something that happened to a contact.
struct ContactEvent {
  enum class Kind {
    TouchDown,
    LiftOff,
    Slip,          // it held and now slides
    Stick,         // it slid and now holds
    DampingGain,   // its normal force has returned more energy than it had stored
    FrictionGain,  // the same of its friction
    Impact,        // of rigid bodies: touch-down and lift-off at once
    Rest           // of rigid bodies: bounces have come to an end
  };
  Kind kind{};
  int slot{};
  double time{};              // [s]
  double approach_speed{};    // at the touch-down  [m/s]
  double separation_speed{};  // at the lift-off  [m/s]
  double duration{};          // of the contact that ends, or of the gain: it began that long before  [s]
  double peak_force{};        // of the contact that ends  [N]
  double peak_depth{};        // [m]
  double impulse{};           // of an impact of rigid bodies, along the normal  [N·s]
  double slip_speed{};        // with Slip and Stick  [m/s]
  double energy{};            // gained  [J]
};

[[nodiscard]] inline bool is_gain(const ContactEvent& event) {
  return event.kind == ContactEvent::Kind::DampingGain || event.kind == ContactEvent::Kind::FrictionGain;
}

/// What happened at one contact. Lists hold the first of each kind, up to a limit.
struct ContactReport {
  std::string name{};
  std::int64_t episodes{};              // times that it touched down
  std::int64_t slips{};                 // times that it began to slide
  double max_depth{};                   // [m]
  std::vector<ContactEvent> impacts{};  // contacts that ended, and rigid impacts
  std::vector<ContactEvent> gains{};    // where its law returned more energy than it had stored
  std::vector<ContactEvent> rests{};    // where bounces of rigid bodies had come to an end
};

/// Adds an event to the report of its contact.
void count_event(const ContactEvent& event, ContactReport& report);

}  // namespace carom
