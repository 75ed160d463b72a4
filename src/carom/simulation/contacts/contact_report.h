#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "carom/impact/impact_result.h"

namespace carom {

/// What an impact does to the slip of a contact.
enum class ImpactSlip {
  None,      // it did not slip, and does not
  Stops,     // it slipped, and sticks
  Keeps,     // it slips on, within 90° of the direction before
  Reverses,  // it slips the other way
  Starts     // it did not slip, and does
};

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
  double energy{};            // gained  [J]

  // Not a number, or nothing, where it is not known: compliant contacts integrate no impulse.
  double slip_speed{kUnknown};             // with Slip and Stick; before an impact of rigid bodies  [m/s]
  double impulse{kUnknown};                // along the normal  [N·s]
  double tangential_impulse{kUnknown};     // size of what friction gave  [N·s]
  double slip_speed_after{kUnknown};       // [m/s]
  double dissipation{kUnknown};            // energy lost at this contact; below 0: returned  [J]
  int group{};                             // how many contacts collided as one problem; 0: not known
  std::optional<ImpactSlip> slip{};        // what became of the slip
  std::optional<ImpactCase> law_case{};    // as the contact's law has it, where it collided alone
  std::optional<ImpactVerdict> verdict{};  // of the whole group where energy is concerned

  static constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
};

[[nodiscard]] inline bool is_gain(const ContactEvent& event) {
  return event.kind == ContactEvent::Kind::DampingGain || event.kind == ContactEvent::Kind::FrictionGain;
}

/// Who touches whom. Bodies are empty where a report is of all contacts of two surfaces.
struct ContactSides {
  std::string body_a{}, body_b{};
  std::string surface_a{}, surface_b{};
};

/// What happened at one contact. Lists hold the first of each kind, up to a limit; counts have none.
struct ContactReport {
  std::string name{};  // see ContactNames
  ContactSides sides{};
  std::int64_t episodes{};              // times that it touched down
  std::int64_t slips{};                 // times that it began to slide
  double max_depth{};                   // [m]
  std::int64_t num_impacts{};           // contacts that ended, and rigid impacts
  std::int64_t num_gains{};             // times that a law returned more energy than it had stored
  std::int64_t num_rests{};             // times that bounces of rigid bodies had come to an end
  double gained{};                      // by all of these gains  [J]
  double max_force{};                   // of contacts that ended  [N]
  std::vector<ContactEvent> impacts{};  // the first of each
  std::vector<ContactEvent> gains{};
  std::vector<ContactEvent> rests{};
};

/// Of one kind at one contact, in the lists of its report.
inline constexpr std::size_t kMostListedEvents = 100'000;
/// The same of contacts that share a report: more would make reports grow with the run.
inline constexpr std::size_t kMostSharedEvents = 1000;

/// Adds an event to the report of its contact, whose lists grow up to a limit.
void count_event(const ContactEvent& event, ContactReport& report, std::size_t most_listed = kMostListedEvents);

}  // namespace carom
