#pragma once

#include <memory>
#include <vector>

#include "carom/integrators/integrator.h"
#include "carom/simulation/compliant/contact_events.h"
#include "carom/simulation/compliant/contact_log.h"

namespace carom {

/// Moves a mechanism with compliant contacts by adaptive steps that end exactly at touch-down, release and lift-off.
///
/// In flight and in impacts the steps are those of the given method, after a touch-down in stretched time. A contact
/// that has outlasted any rebound is stiff and lightly damped: as long as there is one, and unless the user chose the
/// method, an implicit method takes the steps.
class ContactStepper final : public Integrator {
 public:
  ContactStepper(MechanismSystem& system, const AdaptiveOptions& options, ContactLog& log);

  [[nodiscard]] StepReport restart(double time, std::span<const double> y,
                                   std::span<const LocatedEvent> handled) override;
  [[nodiscard]] StepReport step(double limit) override;
  [[nodiscard]] double time() const override { return time_; }
  [[nodiscard]] std::span<const double> state() const override { return y_; }
  void replace_state(std::span<const double> y) override;
  [[nodiscard]] bool interpolate(double time, std::span<double> y) override;
  [[nodiscard]] IntegratorStatistics statistics() const override;

 private:
  [[nodiscard]] StepReport begin();
  void close_missed_gaps();
  [[nodiscard]] bool limits_bristles();
  [[nodiscard]] bool overlaps_unnoticed();
  void suggest_step_of_release();
  void handle(std::span<const LocatedEvent> events);
  void close_gap(int slot);
  void open_gap(int slot);
  [[nodiscard]] bool lasts(int slot);
  [[nodiscard]] bool any_lasts();

  MechanismSystem& system_;
  CompliantContacts& contacts_;
  ContactLog& log_;
  StretchedClock clock_;
  StretchedSystem stretched_;
  ContactEvents events_;
  std::unique_ptr<Integrator> free_;     // takes the steps of flight and impacts
  std::unique_ptr<Integrator> resting_;  // null: the same takes them all
  Integrator* active_;
  std::vector<double> durations_;  // of each slot's rebound, estimated at its touch-down; 0: not yet  [s]
  std::vector<LocatedEvent> handled_;
  double time_{};  // [s]
  std::vector<double> y_;
  bool restarts_{};  // before the next step
};

}  // namespace carom
