#pragma once

#include <memory>
#include <vector>

#include "carom/integrators/integrator.h"
#include "carom/simulation/compliant/contact_log.h"
#include "carom/simulation/mechanism_system.h"

namespace carom {

/// Moves a mechanism with compliant contacts by fixed steps: bounded work, for real time.
///
/// Within a step whatever overlaps pushes, with the damping of the speed it has just then. At the end of the step in
/// which a contact closed, its impact speed is that at the moment of touch-down, interpolated between the ends of the
/// step.
class FixedContactStepper final : public Integrator {
 public:
  FixedContactStepper(MechanismSystem& system, const FixedStepOptions& options, ContactLog& log);

  [[nodiscard]] StepReport restart(double time, std::span<const double> y,
                                   std::span<const LocatedEvent> handled) override;
  [[nodiscard]] StepReport step(double limit) override;
  [[nodiscard]] double time() const override { return integrator_->time(); }
  [[nodiscard]] std::span<const double> state() const override { return integrator_->state(); }
  void replace_state(std::span<const double> y) override { integrator_->replace_state(y); }
  [[nodiscard]] bool interpolate(double time, std::span<double> y) override {
    return integrator_->interpolate(time, y);
  }
  [[nodiscard]] IntegratorStatistics statistics() const override { return integrator_->statistics(); }

 private:
  struct Sample {
    double gap{}, rate{};  // [m], [m/s]
  };
  void update_contacts(double start);

  MechanismSystem& system_;
  CompliantContacts& contacts_;
  ContactLog& log_;
  std::unique_ptr<Integrator> integrator_;
  std::vector<Sample> before_;  // at the end of the last step
  std::vector<double> y_;
};

}  // namespace carom
