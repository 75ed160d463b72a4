#pragma once

#include <vector>

#include "carom/simulation/event_driven/event_stepper.h"
#include "carom/simulation/formulation.h"
#include "carom/simulation/verdict/depth_limit.h"

namespace carom {

/// Rigid contacts: constraints between events, laws of impact at them.
class EventFormulation final : public Formulation {
 public:
  /// Throws InputError for rules without a law of impact, and for options out of range.
  EventFormulation(const Model& model, const ContactSetup& setup, const IntegratorOptions& integrator,
                   const EventDrivenOptions& options);

  [[nodiscard]] MechanismSystem& system() override { return system_; }
  [[nodiscard]] Integrator& integrator() override { return stepper_; }
  void find_initial_contacts(double time, std::span<double> y) override;
  [[nodiscard]] std::span<const ContactEvent> events() const override { return log_.events; }
  [[nodiscard]] std::span<const RunNote> notes() const override { return log_.notes; }
  void forget_events() override { log_.clear(); }
  void watch_contacts(double threshold) override;
  void finish_watching() override;
  [[nodiscard]] const std::vector<ContactReport>& reports() const override { return reports_; }
  void save_reports(std::vector<double>& numbers) const override;
  [[nodiscard]] bool restore_reports(std::span<const double> numbers) override;
  void note_jump() override { stepper_.reconsider(); }
  [[nodiscard]] std::vector<std::string> warnings(double negligible) const override;
  [[nodiscard]] std::optional<std::string> objection() const override;
  [[nodiscard]] std::string failure() const override { return stepper_.failure(); }

 private:
  void count_events();

  RigidContacts contacts_;
  RigidPart part_;
  YieldingContacts yielding_;
  double deepest_start_;  // [m]
  DepthLimits depths_;    // of the slots that there were
  int searches_{};        // after so many searches
  MechanismSystem system_;
  EventLog log_;
  std::vector<ContactReport> reports_;
  SteppingFallback fallback_;
  EventStepper stepper_;
};

}  // namespace carom
