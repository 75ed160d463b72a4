#pragma once

#include <string>

#include "carom/simulation/event_driven/options.h"

namespace carom {

/// Tells where events are too many to follow one by one.
class Crowding {
 public:
  enum class Kind {
    None,
    LargeIsland,  // so many contacts are connected that each event is expensive
    ManyEvents,   // they follow each other faster than time steps would, while many contacts are closed
    Standstill,   // time hardly advances
    NotFound      // no modes or impulses were found, without a proof that there are none
  };
  static constexpr int kNumKinds = 5;

  explicit Crowding(const EventDrivenOptions& options)
      : max_island_(options.max_island), step_(options.fallback_step) {}

  void restart(double time);
  /// Of a step that was taken: whether it ended in an event.
  void add_step(bool has_event);
  /// Contacts that are closed, and how many of them are connected at most.
  struct Closed {
    int contacts{};
    int largest_island{};  // not counted where fewer than max_island are closed
  };
  /// At the start of a step. Asks for the closed contacts only where they may have changed.
  template <class CountClosed>
  [[nodiscard]] Kind find(double time, const CountClosed& count_closed);

  /// For a note.
  [[nodiscard]] std::string describe(Kind kind) const;

 private:
  static constexpr int kManyEvents = 100;
  static constexpr int kManySteps = 300;

  [[nodiscard]] int many_contacts() const { return max_island_ / 2; }

  int max_island_;
  double step_;  // of the fallback  [s]
  bool has_changed_{true};
  int num_steps_{}, num_events_{};
  double steps_from_{}, events_from_{};  // when counting began  [s]
};

template <class CountClosed>
Crowding::Kind Crowding::find(double time, const CountClosed& count_closed) {
  constexpr double kStandstill = 1e-3;  // of a time step
  constexpr double kFewSteps = 10.0;
  if (num_steps_ >= kManySteps) {
    const double passed = time - steps_from_;
    num_steps_ = 0;
    steps_from_ = time;
    if (passed < kStandstill * step_) return Kind::Standstill;
  }
  if (!has_changed_) return Kind::None;
  has_changed_ = false;
  const bool counted = num_events_ >= kManyEvents;
  const bool many = counted && time - events_from_ < kFewSteps * step_;
  if (counted) {
    num_events_ = 0;
    events_from_ = time;
  }
  const Closed closed = count_closed();
  if (closed.largest_island >= max_island_) return Kind::LargeIsland;
  return many && closed.contacts >= many_contacts() ? Kind::ManyEvents : Kind::None;
}

}  // namespace carom
