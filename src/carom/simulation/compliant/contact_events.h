#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "carom/integrators/events/event_functions.h"
#include "carom/simulation/compliant/compliant_part.h"
#include "carom/simulation/compliant/stepping/stretched_clock.h"
#include "carom/simulation/mechanism/mechanism_system.h"

namespace carom {

/// The moments at which the force of a contact is not smooth: it touches down or lifts off (its gap is zero), and its
/// normal force is clipped or acts again (what would pull); or its friction is cut at its limit or no longer. And those
/// at which what a normal law remembers changes, as where a contact turns round deeper than ever: one more function for
/// each slot with such a law, behind all others.
///
/// What counts as an event follows from what the contact is: one that touches can only lift off, one that is apart only
/// touch down, one that pushes only be released. A crossing the other way is its own rounding and no event.
class ContactEvents final : public EventFunctions {
 public:
  enum class Kind { Gap, Release, Cut, Turn };
  static constexpr int kPerSlot = 3;

  ContactEvents(CompliantPart& part, const StretchedClock& clock)
      : part_(part), clock_(clock), num_common_(kPerSlot * part.contacts().num_slots()) {
    for (int i = 0; i < part.contacts().num_slots(); ++i) {
      if (part.contacts().remembers(i)) remembering_.push_back(i);
    }
  }

  [[nodiscard]] Kind kind(int index) const {
    return index < num_common_ ? static_cast<Kind>(index % kPerSlot) : Kind::Turn;
  }
  /// Of any but a turn.
  [[nodiscard]] static int index(int slot, Kind kind) { return kPerSlot * slot + static_cast<int>(kind); }
  [[nodiscard]] int slot(int index) const {
    return index < num_common_ ? index / kPerSlot : remembering_[static_cast<std::size_t>(index - num_common_)];
  }

  [[nodiscard]] int count() const override { return num_common_ + static_cast<int>(remembering_.size()); }
  [[nodiscard]] Crossing direction(int index) const override {
    const bool touching = is(slot(index), kTouches), released = is(slot(index), kIsReleased);
    if (kind(index) == Kind::Gap) return touching ? Crossing::Rising : Crossing::Falling;
    if (kind(index) == Kind::Release) return released ? Crossing::Rising : Crossing::Falling;
    if (kind(index) == Kind::Turn) return Crossing::Falling;
    return Crossing::Both;
  }
  /// Whether an event is the gap of a contact that touches, or of one that is apart.
  [[nodiscard]] bool opens(int index) const { return kind(index) == Kind::Gap && is(slot(index), kTouches); }
  [[nodiscard]] bool closes(int index) const { return kind(index) == Kind::Gap && !is(slot(index), kTouches); }
  // A gap that has only closed by its own rounding has not opened again.
  [[nodiscard]] double zero_band(int index) const override {
    return kind(index) == Kind::Gap ? calc_gap_band(part_.contacts(), slot(index)) : 1e-10;
  }

  /// A gap up to which it may be rounding of the places of its bodies, at the motion last calculated  [m].
  [[nodiscard]] static double calc_gap_band(const CompliantContacts& contacts, int slot) {
    constexpr double kRoundings = 8.0 * std::numeric_limits<double>::epsilon();
    return std::max(1e-15, kRoundings * contacts.point(slot).point.lpNorm<Eigen::Infinity>());
  }
  /// By so much of the elastic force a contact may pull before it is released, and push before it acts again: one that
  /// expands as fast as its damping allows hovers at zero, and must not change with every rounding.
  static constexpr double kReleaseBand = 1e-7;

  /// To be called before each restart of an integrator: what the contacts are from now on.
  void note_modes(const CompliantContacts::ConstState& state) {
    modes_.assign(static_cast<std::size_t>(part_.contacts().num_slots()), 0);
    for (int i = 0; i < part_.contacts().num_slots(); ++i) {
      const bool touching = CompliantContacts::is_touching(state, i);
      const bool released = touching && CompliantContacts::passive(state, i, CompliantContacts::kReleased) > 0.0;
      modes_[static_cast<std::size_t>(i)] =
          static_cast<unsigned char>((touching ? kTouches : 0) | (released ? kIsReleased : 0));
    }
  }

  void calc(double tau, std::span<const double> y, std::span<double> g) override {
    const CompliantContacts& contacts = part_.contacts();
    part_.system().calc_contact_motion(clock_.time(tau), y);
    const CompliantContacts::ConstState state = part_.state(y);
    for (int i = 0; i < contacts.num_slots(); ++i) {
      const auto place = static_cast<std::size_t>(kPerSlot * i);
      g[place] = contacts.motion(i).gap;
      g[place + 1] = contacts.calc_release_margin(state, i) + (is(i, kIsReleased) ? -kReleaseBand : kReleaseBand);
      g[place + 2] = contacts.calc_cut_margin(state, i);
    }
    for (std::size_t i = 0; i < remembering_.size(); ++i) {
      g[static_cast<std::size_t>(num_common_) + i] = contacts.calc_turn_margin(state, remembering_[i]);
    }
  }

 private:
  static constexpr int kTouches = 1, kIsReleased = 2;
  [[nodiscard]] bool is(int slot, int what) const {
    return !modes_.empty() && (modes_[static_cast<std::size_t>(slot)] & what) != 0;
  }

  CompliantPart& part_;
  const StretchedClock& clock_;
  int num_common_;
  std::vector<int> remembering_;      // slots whose normal laws do
  std::vector<unsigned char> modes_;  // of each slot
};

}  // namespace carom
