#pragma once

#include <memory>

#include "carom/simulation/compliant/contact_log.h"
#include "carom/simulation/formulation.h"
#include "carom/simulation/verdict/depth_limit.h"

namespace carom {

class ContactStepper;
class FixedContactStepper;

/// Contacts as forces of depth, rate and memory.
class CompliantFormulation final : public Formulation {
 public:
  CompliantFormulation(const Model& model, const ContactSetup& setup, const IntegratorOptions& options);

  [[nodiscard]] MechanismSystem& system() override { return system_; }
  [[nodiscard]] Integrator& integrator() override { return *integrator_; }
  void find_initial_contacts(double time, std::span<double> y) override;
  void start_watching(double time, std::span<const double> y) override { log_.start(time, y); }
  void watch_contacts(double threshold) override { log_.watch(*integrator_, threshold); }
  void finish_watching() override { log_.finish(); }
  [[nodiscard]] std::span<const ContactEvent> events() const override { return log_.events(); }
  [[nodiscard]] std::span<const RunNote> notes() const override { return notes_; }
  void forget_events() override {
    log_.clear();
    notes_.clear();
  }
  [[nodiscard]] const std::vector<ContactReport>& reports() const override { return log_.reports(); }
  void save_reports(std::vector<double>& numbers) const override;
  [[nodiscard]] bool restore_reports(std::span<const double> numbers) override;
  [[nodiscard]] std::vector<std::string> warnings(double negligible) const override;
  [[nodiscard]] std::optional<std::string> objection() const override;

 private:
  [[nodiscard]] std::unique_ptr<Integrator> make_stepper(const IntegratorOptions& options);

  CompliantContacts contacts_;
  CompliantPart part_;
  double deepest_start_;  // [m]
  DepthLimits depths_;
  MechanismSystem system_;
  ContactLog log_;
  std::vector<RunNote> notes_;
  // The integrator, one of the two.
  FixedContactStepper* fixed_{};
  ContactStepper* adaptive_{};
  std::unique_ptr<Integrator> integrator_;
};

}  // namespace carom
