#pragma once

#include <memory>

#include "carom/simulation/formulation.h"

namespace carom {

/// Contacts as forces of depth, rate and memory.
class CompliantFormulation final : public Formulation {
 public:
  CompliantFormulation(const Model& model, const ContactSetup& setup, const IntegratorOptions& options);

  [[nodiscard]] MechanismSystem& system() override { return system_; }
  [[nodiscard]] Integrator& integrator() override { return *integrator_; }
  void find_initial_contacts(double time, std::span<double> y) override;
  void watch_contacts() override { log_.watch(contacts_); }
  [[nodiscard]] std::span<const ContactEvent> events() const override { return log_.events(); }
  void forget_events() override { log_.clear(); }

 private:
  CompliantContacts contacts_;
  double deepest_start_;  // [m]
  MechanismSystem system_;
  ContactLog log_;
  std::unique_ptr<Integrator> integrator_;
};

}  // namespace carom
