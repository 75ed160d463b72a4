#pragma once

#include "carom/integrators/event_functions.h"
#include "carom/simulation/compliant/stretched_clock.h"
#include "carom/simulation/mechanism_system.h"

namespace carom {

/// The moments at which the force of a contact is not smooth: it touches down or lifts off (its gap is zero), and its
/// normal force is clipped or acts again (what would pull); or its friction is cut at its limit or no longer.
class ContactEvents final : public EventFunctions {
 public:
  enum class Kind { Gap, Release, Cut };
  static constexpr int kPerSlot = 3;

  ContactEvents(MechanismSystem& system, const StretchedClock& clock) : system_(system), clock_(clock) {}

  [[nodiscard]] static Kind kind(int index) { return static_cast<Kind>(index % kPerSlot); }
  [[nodiscard]] static int slot(int index) { return index / kPerSlot; }

  [[nodiscard]] int count() const override { return kPerSlot * system_.contacts()->num_slots(); }
  // A gap of a contact that has only closed by a picometer has not opened again.
  [[nodiscard]] double zero_band(int index) const override { return kind(index) == Kind::Gap ? 1e-15 : 1e-10; }

  void calc(double tau, std::span<const double> y, std::span<double> g) override {
    const CompliantContacts& contacts = *system_.contacts();
    system_.calc_contact_motion(clock_.time(tau), y);
    const CompliantContacts::ConstState state = system_.contact_state(y);
    for (int i = 0; i < contacts.num_slots(); ++i) {
      const auto place = static_cast<std::size_t>(kPerSlot * i);
      g[place] = contacts.motion(i).gap;
      g[place + 1] = contacts.calc_release_margin(state, i);
      g[place + 2] = contacts.calc_cut_margin(state, i);
    }
  }

 private:
  MechanismSystem& system_;
  const StretchedClock& clock_;
};

}  // namespace carom
