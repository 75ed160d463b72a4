#pragma once

#include <string>
#include <vector>

#include "carom/integrators/integrator.h"
#include "carom/simulation/contacts/contact_report.h"
#include "carom/simulation/mechanism/mechanism_system.h"
#include "carom/simulation/time_stepping/contact_step.h"
#include "carom/simulation/time_stepping/free_rotation.h"
#include "carom/simulation/time_stepping/stepped_part.h"
#include "carom/simulation/time_stepping/tree_inertia.h"

namespace carom {

/// Moves a mechanism in steps of one length, with contacts as impulses:
///
///   v⁺ = v⁻ + h v̇(q⁻, v⁻) + M⁻¹Jᵀp,   q⁺ = q⁻ moved by h v⁺ + a displacement that only takes depths away.
///
/// Inertia has its efforts at the middle of the velocities (FreeRotation, TreeInertia). A step in which something fast
/// would pass through something else ends where they touch, and goes on from there.
///
/// The time is start + count · h; a limit that is not on this grid is reached with a shorter step, and the grid goes on
/// from there. A step whose impulses are not found is halved some times, then solved by another method as a whole; if
/// that fails too, time and state stay those of the last good step. What contacts remember is part of the state, though
/// not of y: a restart goes on from what SteppedContacts has.
class TimeStepper final : public Integrator {
 public:
  TimeStepper(SteppedPart& part, const TimeSteppingOptions& options, std::vector<ContactEvent>& events);

  [[nodiscard]] StepReport restart(double time, std::span<const double> y,
                                   std::span<const LocatedEvent> handled) override;
  [[nodiscard]] StepReport step(double limit) override;
  [[nodiscard]] double time() const override { return time_; }
  [[nodiscard]] std::span<const double> state() const override { return y_; }
  void replace_state(std::span<const double> y) override;
  [[nodiscard]] bool interpolate(double time, std::span<double> y) override;
  /// A moment this near to the end of a step is that end  [s].
  [[nodiscard]] double time_resolution() const;
  [[nodiscard]] IntegratorStatistics statistics() const override { return statistics_; }

  /// The contacts that took part in the last step, and how their impulses were found.
  struct Solved {
    int contacts{};
    SolveReport report{};
  };
  [[nodiscard]] const Solved& last_solved() const { return last_solved_; }

  /// The most contacts that pressed in the last step and hang together.
  [[nodiscard]] int count_largest_group() const;

  /// Contacts that collided together and left with more energy than they had.
  struct Gain {
    double time{};          // [s]
    double energy{};        // of all of them  [J]
    std::string contact{};  // that gained most
    bool poisson{};         // by that law; else Newton's
  };
  /// Since the last call of forget_gains().
  [[nodiscard]] const std::vector<Gain>& gains() const { return gains_; }
  void forget_gains() { gains_.clear(); }

  /// Why the last step failed; else empty.
  [[nodiscard]] const std::string& failure() const { return failure_; }
  /// Steps that had to be halved, that another method solved, and with impulses that were not found to the tolerance.
  struct Counts {
    std::int64_t halved{}, solved_otherwise{}, inexact{};
    double largest_error{};  // of the latter  [m/s]
  };
  [[nodiscard]] const Counts& counts() const { return counts_; }
  /// Those of the run that wrote the checkpoint.
  void set_counts(const Counts& counts) { counts_ = counts; }

 private:
  [[nodiscard]] bool advance(double length);
  [[nodiscard]] bool advance_in_parts(double length, int parts, bool otherwise);
  [[nodiscard]] bool advance_part(double time, double step, bool otherwise);
  enum class Taken { Good, Failed, TooLong };
  [[nodiscard]] Taken take_step(double time, double step, bool otherwise);
  [[nodiscard]] Taken fail(std::string sentence);
  /// Whether bodies on joints are what makes a step too long.
  [[nodiscard]] static bool is_turn(const SteppedContacts::Passage& passage) { return passage.shape_a < 0; }
  [[nodiscard]] Taken find_velocities(double time, double step, bool otherwise);
  void move_positions(const VectorX& motion);
  [[nodiscard]] bool turns_too_far(double step);
  void remember(double time, double step);
  void note_episode(const ContactStep::Outcome& outcome, double time, double step);
  [[nodiscard]] double book_contacts(std::span<double> accounts);
  [[nodiscard]] double calc_stored_in_spring(double deflection) const;
  [[nodiscard]] double book_friction(const ContactStep::Outcome& outcome, double& stored_before) const;
  void note_gains(double time);
  void end_episode(int slot, double time, double separation_speed);

  SteppedPart& part_;
  MechanismSystem& system_;
  SteppedContacts& contacts_;
  TimeSteppingOptions options_;
  std::vector<ContactEvent>& events_;
  ContactStep contact_step_;
  FreeRotation free_rotation_;
  TreeInertia tree_inertia_;
  double start_{}, time_{}, last_time_{};  // [s]
  std::int64_t count_{};
  std::vector<double> y_, last_y_, trial_, rate_;
  std::vector<char> takes_part_;  // by slot
  SteppedContacts::Saved saved_;  // before a step in parts
  bool is_saved_{};
  SteppedContacts::Passage passage_;  // of a step that was too long, without shapes where is_turn()
  std::vector<double> losses_;        // of the contacts of a step  [J]
  std::vector<Gain> gains_;
  VectorX v_before_, v_free_, v_after_;
  VectorX motion_, way_;  // with what takes depths away, and without
  VectorX q_before_;
  VectorX change_;  // of the velocities beyond what forces of the start of the step do
  IntegratorStatistics statistics_{};
  Solved last_solved_;
  Counts counts_;
  std::string failure_;
};

}  // namespace carom
