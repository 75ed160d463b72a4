#pragma once

#include "carom/simulation/formulation.h"
#include "carom/simulation/time_stepping/stepped_part.h"
#include "carom/simulation/time_stepping/time_stepper.h"

namespace carom {

/// Rigid contacts whose impulses are found once a step, of a fixed length: no events, any number of contacts.
class SteppingFormulation final : public Formulation {
 public:
  /// Throws InputError for laws that time stepping cannot follow, and for options out of range.
  SteppingFormulation(const Model& model, const ContactSetup& setup, const TimeSteppingOptions& options);

  [[nodiscard]] MechanismSystem& system() override { return system_; }
  [[nodiscard]] Integrator& integrator() override { return stepper_; }
  void find_initial_contacts(double time, std::span<double> y) override;
  void watch_contacts(double threshold) override;
  void finish_watching() override { watch_contacts(0.0); }
  [[nodiscard]] std::span<const ContactEvent> events() const override { return events_; }
  [[nodiscard]] std::span<const RunNote> notes() const override { return notes_; }
  void forget_events() override {
    events_.clear();
    notes_.clear();
  }
  [[nodiscard]] const std::vector<ContactReport>& reports() const override { return reports_; }
  void save_reports(std::vector<double>& numbers) const override;
  [[nodiscard]] bool restore_reports(std::span<const double> numbers) override;
  [[nodiscard]] bool averages_over_steps() const override { return true; }
  [[nodiscard]] double time_resolution() const override { return stepper_.time_resolution(); }
  [[nodiscard]] std::vector<std::string> warnings(double negligible) const override;
  [[nodiscard]] std::optional<std::string> objection() const override;
  [[nodiscard]] std::string failure() const override { return stepper_.failure(); }
  [[nodiscard]] const TimeStepper& stepper() const { return stepper_; }
  [[nodiscard]] SteppedPart& part() { return part_; }

 private:
  SteppedContacts contacts_;
  SteppedPart part_;
  double deepest_start_;  // [m]
  double margin_;         // within which contacts are looked for at the start  [m]
  MechanismSystem system_;
  std::vector<ContactEvent> events_;
  std::vector<RunNote> notes_;
  std::vector<ContactReport> reports_;
  TimeStepper stepper_;
};

}  // namespace carom
