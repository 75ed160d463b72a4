#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "carom/integrators/integrator.h"
#include "carom/simulation/compliant/compliant_part.h"

namespace carom {

class MechanismSystem;
class NumberReader;

/// Whether fixed steps are short enough for the contacts that press, seen from the run itself. Beyond the stability
/// limit of a method forces are thrown to and fro between their bounds, or stay at one of them; the energy account does
/// not see that, since friction at its bound takes energy just as it should. So
///  - steps are taken a second time in two halves, and the forces at their ends compared;
///  - bristles that relax faster than the steps follow must be where the slip and the normal force of the moment put
///    them: a step far beyond the limit and its halves may agree on the same wrong force.
///
/// Single steps may differ: slip that turns round has a corner. What counts is a contact whose forces differ again and
/// again.  docs/decisions/0009-every-run-is-judged.md
class HalfStepCheck {
 public:
  /// What a contact exerts.
  enum class Part { Normal, Friction, Resistance, kCount };

  HalfStepCheck(CompliantPart& part, const FixedStepOptions& options);

  /// Before a step that starts at (t, y).
  void prepare(double time, std::span<const double> y);
  /// After it, at (t, y). Steps in which a contact came or went are not judged. Leaves the contacts' motion there.
  void look(double time, std::span<const double> y, bool contacts_changed);

  /// Why the run cannot be right, in a sentence.
  [[nodiscard]] const std::optional<std::string>& objection() const { return objection_; }
  /// What casts doubt on it.
  [[nodiscard]] std::vector<std::string> warnings() const;

  /// What was seen so far, for checkpoints.
  void append_numbers(std::vector<double>& numbers) const;
  void take_numbers(NumberReader& numbers);

 private:
  struct Forces {
    double normal{};                                                 // [N]
    Vector3 friction{Vector3::Zero()}, resistance{Vector3::Zero()};  // [N], [N·m]
  };
  struct Record {
    std::int64_t wrong{};           // checks that differed
    double score{};                 // rises with them, falls with others
    double wrong_force{}, force{};  // normal forces of wrong and of all checks, the last of them above all  [N]
    double highest{};               // score
    double first{};                 // of them  [s]
    double worst{};                 // difference, as part of the bound
    double longest{};               // stable step, as far as can be told; 0: it cannot  [s]
  };
  /// Of a force, as part of its bound; and that from which on it is wrong.
  struct Difference {
    double size{}, wrong{};
  };
  [[nodiscard]] bool is_due(std::span<const double> y) const;
  [[nodiscard]] bool take_halves(double end);
  [[nodiscard]] Forces calc_forces(int slot, std::span<const double> y) const;
  void find_pressing();
  void compare(int slot, double time, std::span<const double> y);
  void add(Part part, int slot, double time, Difference difference);
  [[nodiscard]] double calc_lag_of_bristles(int slot, std::span<const double> y) const;
  [[nodiscard]] Record& record(Part part, int slot) {
    return records_[static_cast<std::size_t>(slot) * static_cast<std::size_t>(Part::kCount) +
                    static_cast<std::size_t>(part)];
  }
  [[nodiscard]] std::string describe(Part part, int slot, const Record& record) const;
  [[nodiscard]] double estimate_stable_step(Part part, int slot) const;
  [[nodiscard]] std::vector<int> find_group(int slot) const;

  CompliantPart& part_;
  MechanismSystem& system_;
  CompliantContacts& contacts_;
  FixedMethod method_;
  double period_{}, step_{};  // as the user thinks of it, and as it is taken  [s]
  bool limits_memories_{};
  std::unique_ptr<Integrator> halves_;
  std::vector<double> y_start_, y_;
  std::vector<Forces> whole_, halved_;  // of each slot
  std::vector<double> pressing_;        // the largest normal force on each body  [N]
  std::vector<double> coefficients_;    // the largest of friction, of each slot
  std::vector<Record> records_;         // of each slot and part
  VectorX q_;                           // at the end of the step that is checked
  double start_{};                      // of that step  [s]
  bool prepared_{};
  std::int64_t steps_{}, checks_{};
  std::int64_t quiet_steps_{};  // since a contact came or went
  std::optional<std::string> objection_;
};

}  // namespace carom
