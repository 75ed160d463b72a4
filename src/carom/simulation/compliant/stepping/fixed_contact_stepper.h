#pragma once

#include <memory>
#include <string>
#include <vector>

#include "carom/collision/step_crossing.h"
#include "carom/integrators/integrator.h"
#include "carom/simulation/compliant/contact_load.h"
#include "carom/simulation/compliant/contact_log.h"
#include "carom/simulation/compliant/stepping/half_step_check.h"
#include "carom/simulation/compliant/stepping/step_watch.h"
#include "carom/simulation/mechanism/mechanism_system.h"

namespace carom {

/// Moves a mechanism with compliant contacts by fixed steps: bounded work, for real time.
///
/// Within a step whatever overlaps pushes, with the damping of the speed it has just then. At the end of the step in
/// which a contact closed, its impact speed is that at the moment of touch-down, interpolated between the ends of the
/// step. Patches push with one load over the step, found together with the motion it leads to.
///
/// A step that is too long for a contact is noticed: bodies that have passed through each other, or are pressed
/// together with many times the energy they came with, make the step fail; less is written down for warnings().
/// A call of step() takes one sub-step; FixedStepOptions::substeps of them make up a step of the user's.
class FixedContactStepper final : public Integrator {
 public:
  FixedContactStepper(CompliantPart& part, const FixedStepOptions& options, ContactLog& log);

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

  /// What the steps so far were too long for, in sentences.
  [[nodiscard]] std::vector<std::string> warnings() const;
  /// Why the run cannot be right, in a sentence.
  [[nodiscard]] const std::optional<std::string>& objection() const { return check_.objection(); }
  /// What they are made of, for checkpoints.
  void append_numbers(std::vector<double>& numbers) const;
  void take_numbers(NumberReader& numbers);

 private:
  struct Sample {
    GapSample gap{};
    Vector3 normal{Vector3::Zero()};
  };
  [[nodiscard]] Sample sample(int slot) const;
  /// False: a body has passed through another, or would be thrown out; failure_ says so.
  [[nodiscard]] bool check_step(double start);
  [[nodiscard]] bool note_passage(int slot, const Sample& before, const Sample& after);
  [[nodiscard]] bool check_hidden_touch(int slot, const Sample& after, double start);
  [[nodiscard]] double calc_energy_ratio(int slot, double depth, double speed);
  [[nodiscard]] bool check_touch_down(int slot, const Sample& after, double start);
  [[nodiscard]] double find_lowest_gap(int slot, GapSample before, double start, GapSample after, double end,
                                       int depth);
  [[nodiscard]] StepReport take_step_with_patches(double limit);
  [[nodiscard]] StepReport reject(double start);
  /// True: some closed or opened.
  [[nodiscard]] bool update_contacts(double start);
  [[nodiscard]] double find_load_speed(int slot, double start);
  void change_contact(int slot, const Sample& after, double start, const CompliantContacts::State& state);

  CompliantPart& part_;
  MechanismSystem& system_;
  CompliantContacts& contacts_;
  ContactLog& log_;
  ContactLoad load_;
  double step_{};  // [s]
  bool limits_memories_{}, any_latches_{};
  std::unique_ptr<Integrator> integrator_;
  StepWatch watch_;
  HalfStepCheck check_;
  std::vector<Sample> before_;  // at the end of the last step
  std::vector<Sample> after_;   // of the present one
  std::vector<double> y_;
  std::vector<double> y_start_;  // of the step
  std::string failure_;
};

}  // namespace carom
