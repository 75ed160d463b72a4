#pragma once

#include <span>
#include <string>

#include "carom/integrators/integrator.h"
#include "carom/simulation/compliant/contact_log.h"
#include "carom/simulation/mechanism_system.h"
#include "carom/simulation/run_note.h"

namespace carom {

/// What contacts obey, and how a mechanism with them moves through time: all that a Simulation needs of either.
class Formulation {
 public:
  virtual ~Formulation() = default;

  [[nodiscard]] virtual MechanismSystem& system() = 0;
  [[nodiscard]] virtual Integrator& integrator() = 0;

  /// Looks at what touches in the state that a run begins with. Throws InputError for bodies that overlap too deeply.
  virtual void find_initial_contacts(double /*time*/, std::span<double> /*y*/) {}

  /// To be called after each step, before events() and notes().
  virtual void watch_contacts() {}
  /// What happened at contacts since the last call of forget_events().
  [[nodiscard]] virtual std::span<const ContactEvent> events() const { return {}; }
  [[nodiscard]] virtual std::span<const RunNote> notes() const { return {}; }
  virtual void forget_events() {}

  /// Why the last step failed, where the formulation knows better than its integrator; else empty.
  [[nodiscard]] virtual std::string failure() const { return {}; }
};

}  // namespace carom
