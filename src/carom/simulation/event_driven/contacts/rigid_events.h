#pragma once

#include <vector>

#include "carom/integrators/events/event_functions.h"
#include "carom/simulation/event_driven/contacts/rigid_part.h"
#include "carom/simulation/mechanism/mechanism_system.h"

namespace carom {

/// The moments at which rigid contacts may change: two functions per slot, each positive as long as its mode can go on.
///
///   mode       first               second
///   open       gap                 –
///   carried    that the gap is zero –
///   sliding    normal force        slip along the direction in which it began
///   sticking   normal force        what friction could still hold
///   yielding   that it has not opened –
///
/// Where some contacts resist turning there are two more per slot, the third for rolling and the fourth for spinning:
/// the turning along the direction in which it began where it is resisted, else what the moment could still hold. Where
/// contacts come and go there is one more: how far shapes may still move before others may touch. Forces are measured
/// by the weight of the mechanism. The last answer is kept: the end of a step is asked for by the search for events and
/// again by the check that nothing has been missed.
class RigidEvents final : public EventFunctions {
 public:
  explicit RigidEvents(RigidPart& rigid);

  [[nodiscard]] int first_of(int slot) const { return per_slot_ * slot; }
  [[nodiscard]] int second_of(int slot) const { return per_slot_ * slot + 1; }
  [[nodiscard]] int slot_of(int index) const { return index / per_slot_; }
  [[nodiscard]] bool is_first(int index) const { return index % per_slot_ == 0; }
  /// The least of all but the first of a slot.
  [[nodiscard]] double calc_least_limit(std::span<const double> g, int slot) const;

  [[nodiscard]] int count() const override { return num_of_slots() + (contacts().are_listed() ? 0 : 1); }
  [[nodiscard]] int num_of_slots() const { return per_slot_ * contacts().num_slots(); }
  [[nodiscard]] Crossing direction(int /*index*/) const override { return Crossing::Falling; }
  [[nodiscard]] double zero_band(int index) const override { return is_first(index) ? 1e-13 : 1e-12; }
  [[nodiscard]] bool is_nearly_parabolic() const override { return true; }
  void calc(double time, std::span<const double> y, std::span<double> g) override;
  /// After a change of slots.
  void use_slots();

  /// A gap up to this is closed  [m].
  static constexpr double kTouching = 1e-9;
  /// A contact that followed a compliant law is open from this gap on: no force acts across it  [m].
  static constexpr double kOpened = 2.0 * kTouching;
  /// What is below zero by more than this has been missed  [m], [m/s] or of the weight.
  static constexpr double kMissed = 1e-9;

 private:
  [[nodiscard]] const RigidContacts& contacts() const { return rigid_.contacts(); }
  void calc_all(double time, std::span<const double> y);
  void calc_turning(std::span<const double> memory, int slot, double normal_force);

  RigidPart& rigid_;
  MechanismSystem& system_;
  int per_slot_;        // functions
  double force_scale_;  // [N]
  bool has_last_{};
  double last_time_{};  // [s]
  std::vector<double> last_y_, last_g_;
};

}  // namespace carom
