#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "carom/integrators/integrator.h"
#include "carom/integrators/method_choice.h"
#include "carom/simulation/compliant/contact_events.h"
#include "carom/simulation/compliant/contact_load.h"
#include "carom/simulation/compliant/contact_log.h"
#include "carom/simulation/compliant/stepping/contact_tolerance.h"
#include "carom/simulation/contacts/passage_search.h"

namespace carom {

/// Moves a mechanism with compliant contacts by adaptive steps that end exactly at touch-down, release and lift-off.
///
/// Whether a contact touches is decided by what is measured, at every start of the integrator and at the end of every
/// step: bodies that overlap and approach touch, bodies that are apart do not, a force that would pull is released. A
/// step whose end contradicts what it was taken for, because an event escaped in it, is cut where the contradiction
/// begins.
///
/// In flight and in impacts the steps are those of the given method, after a touch-down in stretched time. A contact
/// that has outlasted any rebound is stiff and lightly damped: as long as there is one, and unless the user chose the
/// method, an implicit method takes the steps.
class ContactStepper final : public Integrator {
 public:
  ContactStepper(CompliantPart& part, const AdaptiveOptions& options, ContactLog& log);

  [[nodiscard]] StepReport restart(double time, std::span<const double> y,
                                   std::span<const LocatedEvent> handled) override;
  [[nodiscard]] StepReport step(double limit) override;
  [[nodiscard]] double time() const override { return time_; }
  [[nodiscard]] std::span<const double> state() const override { return y_; }
  void replace_state(std::span<const double> y) override;
  [[nodiscard]] bool interpolate(double time, std::span<double> y) override;
  [[nodiscard]] IntegratorStatistics statistics() const override;

  /// Why tolerances are not as asked for, in a sentence; empty: they are.
  [[nodiscard]] const std::string& tightened() const { return tightened_; }
  /// The first contact that did not stop its bodies, in a sentence.
  [[nodiscard]] const std::optional<std::string>& crossing() const { return crossing_; }

 private:
  ContactStepper(CompliantPart& part, const ContactTolerance& tolerance, ContactLog& log);

  void note_crossing();

  [[nodiscard]] StepReport begin();
  [[nodiscard]] StepReport advance(double planned);
  [[nodiscard]] StepReport step_to(double& planned);
  [[nodiscard]] std::optional<double> find_passage();
  void settle_modes();
  void choose_clip(int slot);
  [[nodiscard]] double calc_rate_error() const;
  void settle_release(int slot);
  void toggle_release(int slot);
  void turn(int slot);
  [[nodiscard]] bool has_turned(int slot) const;
  [[nodiscard]] bool is_touching(int slot) const;
  [[nodiscard]] bool has_parted(int slot) const;
  [[nodiscard]] double calc_clear_gap(int slot) const;
  [[nodiscard]] int find_heir(int slot) const;
  [[nodiscard]] bool contradicts_release(int slot) const;
  [[nodiscard]] bool contradicts(int slot) const;
  [[nodiscard]] bool any_contradicts(std::span<const LocatedEvent> but);
  [[nodiscard]] bool any_contradicts_at(double tau, std::span<const LocatedEvent> but);
  [[nodiscard]] bool cut_at_contradiction(std::span<const LocatedEvent> events);
  [[nodiscard]] bool restarts_without_end();
  void note_zero_gaps();
  void choose_sides_of_corners();
  [[nodiscard]] bool is_past_corner() const;
  [[nodiscard]] bool limits_bristles();
  [[nodiscard]] bool starts_from_rest() const;
  [[nodiscard]] double estimate_duration_of_impact();
  [[nodiscard]] bool overlaps_unnoticed(int slot) const;
  [[nodiscard]] bool overlaps_clearly(int slot) const;
  [[nodiscard]] bool notes_strikes();
  [[nodiscard]] bool lets_go();
  [[nodiscard]] bool hands_over();
  [[nodiscard]] bool is_deepest(int slot) const;
  void hand_over(int slot, int heir);
  [[nodiscard]] Integrator* choose_integrator() const;
  [[nodiscard]] bool any_touches() const;
  [[nodiscard]] bool changes_method(double step, std::int64_t evaluations);
  void suggest_step_of_release();
  [[nodiscard]] double foresee_reversal(int slot, double error);
  [[nodiscard]] double foresee_lift_off(int slot);
  [[nodiscard]] double plan_end_of_step(double limit);
  void start_anew(std::span<const LocatedEvent> events);
  void handle(std::span<const LocatedEvent> events);
  void close_gap(int slot);
  void open_gap(int slot);

  CompliantPart& part_;
  MechanismSystem& system_;
  CompliantContacts& contacts_;
  ContactLog& log_;
  ContactLoad load_;
  StretchedClock clock_;
  StretchedSystem stretched_;
  ContactEvents events_;
  std::unique_ptr<Integrator> free_;  // takes the steps of flight and impacts
  // Null where the user chose the method: free_ then takes all steps.
  std::unique_ptr<Integrator> swinging_;  // explicit, takes those of lasting contacts
  std::unique_ptr<Integrator> resting_;   // implicit, takes them where that pays
  Integrator* active_;
  double impact_tolerance_;    // relative
  double absolute_tolerance_;  // [m/s] or [rad/s]
  std::string tightened_;
  std::vector<double> last_rates_;   // of each slot's depth when the last step began  [m/s]
  std::vector<Vector3> last_slips_;  // the same of its slip  [m/s]
  std::vector<int> hovering_;  // of each slot: steps in which it expanded next to its release; −1: it was let go
  double last_step_{};         // in this flight or contact; 0: none yet  [s]
  double rebound_end_{};       // when the impact that began last is over, if it is one  [s]
  int steps_of_rebound_{};     // since then
  bool lasting_{};             // a contact has outlasted any rebound
  MethodChoice choice_;
  double explicit_step_{};  // the last before the implicit method took over  [s]
  std::vector<LocatedEvent> handled_;
  double time_{};  // [s]
  std::vector<double> y_, y_within_;
  PassageSearch passages_;
  bool restarts_{};          // before the next step
  double step_start_{};      // of the last step, in stretched time  [s]
  double progress_{};        // the time at which restarts began to be counted  [s]
  int restarts_in_place_{};  // since then
  std::string failure_;
  std::optional<std::string> crossing_;
};

}  // namespace carom
