#pragma once

#include <string>
#include <utility>

#include "carom/simulation/event_driven_options.h"

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
  /// At the start of a step of a run that has continued in time steps so many times. Asks for the contacts of the
  /// largest island, and for those that are closed or bounce within a few time steps, only where that matters.
  template <class CountIsland, class CountClosed>
  [[nodiscard]] Kind find(double time, int times, const CountIsland& count_island, const CountClosed& count_closed);

  /// A contact that bounces lower than this under an acceleration [m/s²] touches again within a few time steps  [m].
  [[nodiscard]] double find_low_bounce(double acceleration) const;

  /// For a note.
  [[nodiscard]] std::string describe(Kind kind) const;

 private:
  static constexpr int kManyEvents = 100;
  static constexpr double kFewSteps = 10.0;
  static constexpr int kManySteps = 100;
  static constexpr int kMaxDoublings = 5;

  [[nodiscard]] int many_contacts() const { return max_island_ / 2; }
  [[nodiscard]] bool has_stopped(double passed);
  [[nodiscard]] bool crawls(int num_closed, int times) const;
  [[nodiscard]] bool has_many_events(double time);

  int max_island_;
  double step_;  // of the fallback  [s]
  bool has_changed_{true};
  int num_steps_{}, num_events_{};
  int num_crawls_{};                     // intervals of many steps, one after another, that were as short as that
  double steps_from_{}, events_from_{};  // when counting began  [s]
};

template <class CountIsland, class CountClosed>
Crowding::Kind Crowding::find(double time, int times, const CountIsland& count_island,
                              const CountClosed& count_closed) {
  if (num_steps_ >= kManySteps) {
    num_steps_ = 0;
    if (has_stopped(time - std::exchange(steps_from_, time))) return Kind::Standstill;
    if (num_crawls_ > 0 && crawls(count_closed(), times)) return Kind::Standstill;
  }
  if (!std::exchange(has_changed_, false)) return Kind::None;
  if (count_island() >= max_island_) return Kind::LargeIsland;
  return has_many_events(time) && count_closed() >= many_contacts() ? Kind::ManyEvents : Kind::None;
}

}  // namespace carom
