#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "carom/integrators/integrator.h"
#include "carom/simulation/contacts/contact_report.h"
#include "carom/simulation/mechanism/mechanism_system.h"
#include "carom/simulation/run_note.h"

namespace carom {

/// What contacts obey, and how a mechanism with them moves through time: all that a Simulation needs of either.
///
/// Its contacts are ContactParts of its system. Its integrator takes the middle stages of a step: inputs → *kinematics
/// → contacts found → forces or impulses → motion → memory of contacts* → events → ledger and verdict → observers. See
/// Run::try_step().
class Formulation {
 public:
  virtual ~Formulation() = default;

  [[nodiscard]] virtual MechanismSystem& system() = 0;
  [[nodiscard]] virtual Integrator& integrator() = 0;

  /// Looks at what touches in the state that a run begins with. Throws InputError for bodies that overlap too deeply.
  virtual void find_initial_contacts(double /*time*/, std::span<double> /*y*/) {}

  /// Where the next step will start: after each start and restart of the integrator.
  virtual void start_watching(double /*time*/, std::span<const double> /*y*/) {}
  /// To be called after each step, before events() and notes(). What a law has lost may fall by up to the threshold [J]
  /// before that counts as a gain.
  virtual void watch_contacts(double /*threshold*/) {}
  /// The run is over: what is under way is counted.
  virtual void finish_watching() {}
  /// What happened at contacts since the last call of forget_events().
  [[nodiscard]] virtual std::span<const ContactEvent> events() const { return {}; }
  [[nodiscard]] virtual std::span<const RunNote> notes() const { return {}; }
  virtual void forget_events() {}
  /// One for each contact, over the whole run.
  [[nodiscard]] virtual const std::vector<ContactReport>& reports() const = 0;

  /// What was seen so far, as numbers: to go on as if the run had never stopped.
  virtual void save_reports(std::vector<double>& numbers) const { numbers.clear(); }
  /// False: these are not the numbers of as many contacts.
  [[nodiscard]] virtual bool restore_reports(std::span<const double> numbers) { return numbers.empty(); }

  /// Forces that change with time act with their mean over each step, so that none has to end where they jump. Only
  /// where driven speeds jump does one.
  [[nodiscard]] virtual bool averages_over_steps() const { return false; }
  /// A moment after the end of a step by no more than this is that end  [s].
  [[nodiscard]] virtual double time_resolution() const { return 0.0; }
  /// Forces or velocities have jumped: before the restart that follows.
  virtual void note_jump() {}

  /// Sentences on what casts doubt on the run so far, and what to try. Laws that created less than a negligible energy
  /// [J] are not named.
  [[nodiscard]] virtual std::vector<std::string> warnings(double /*negligible*/) const { return {}; }
  /// What the last step shows that cannot be right, and what to try: bodies that have passed through each other.
  [[nodiscard]] virtual std::optional<std::string> objection() const { return {}; }
  /// Why the last step failed, where the formulation knows better than its integrator; else empty.
  [[nodiscard]] virtual std::string failure() const { return {}; }
};

}  // namespace carom
