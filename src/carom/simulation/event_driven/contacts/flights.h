#pragma once

#include <span>
#include <vector>

#include "carom/simulation/event_driven/contacts/ordered_system.h"

namespace carom {

/// When contacts that are open will touch, by the gap and its first two rates: s(t) = s + ṡ t + ½ s̈ t².
///
/// Those that have just parted are back at zero after 2 ṡ/|s̈|. A step that ends a little later sees that they have
/// crossed; a longer one might pass over the whole flight. How long others still fly is a hint at how far to step.
class Flights {
 public:
  Flights(RigidPart& rigid, OrderedSystem& ordered);

  /// At (t, y), in the order of the ordered system.
  void predict(double time, std::span<const double> y);

  /// Until the first contact touches that has just parted, and until any does; infinite where none will.  [s]
  [[nodiscard]] double shortest_bounce() const { return shortest_bounce_; }
  [[nodiscard]] double next_touch() const { return next_touch_; }

  /// Whether a contact has just parted, by the last prediction: to fly high enough to be told from rounding.
  [[nodiscard]] bool has_parted(int slot) const {
    const auto place = static_cast<std::size_t>(slot);
    return place < gaps_.size() && gaps_[place].state == Gap::State::Parting;
  }

 private:
  struct Gap {
    enum class State { Closed, Parting, Open };
    State state{State::Closed};
    double size{};  // s  [m]
    double rate{};  // ṡ  [m/s]
  };

  [[nodiscard]] bool look_at_gaps(double time, std::span<const double> y);
  void forget_gaps();

  RigidPart& rigid_;
  MechanismSystem& system_;
  OrderedSystem& ordered_;
  const RigidContacts& contacts_;
  std::vector<Gap> gaps_;                    // by slot
  std::vector<double> moved_, y_rate_;       // in the order of the ordered system
  double shortest_bounce_{}, next_touch_{};  // [s]
};

}  // namespace carom
