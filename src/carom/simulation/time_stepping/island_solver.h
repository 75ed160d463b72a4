#pragma once

#include <span>

#include "carom/math/growing_vector.h"
#include "carom/simulation/time_stepping/contact_sweeps.h"
#include "carom/simulation/time_stepping/impulse_solver.h"
#include "carom/simulation/time_stepping/step_rows.h"

namespace carom {

/// What all contacts of a step ask of their impulses, three rows each; see StepProblem.
struct StepConditions {
  GrowingVector q;            // [m/s]
  GrowingVector compliance;   // [1/kg]
  GrowingVector last;         // [N·s]
  GrowingVector mu;           // of each contact  [-]
  GrowingVector restitution;  // Poisson's, of each contact that collides  [-]
  // Where contacts resist rolling or spinning, else empty; three numbers a contact about t₁, t₂ and n:
  GrowingVector turning;            // without contacts  [rad/s]
  GrowingVector last_moment;        // [N·m·s]
  GrowingVector rolling, spinning;  // arms, of each contact  [m]

  void resize(int contacts, bool turns = false) {
    const int turning_contacts = turns ? contacts : 0;
    turning.set_zero(3 * turning_contacts);
    last_moment.set_zero(3 * turning_contacts);
    rolling.set_zero(turning_contacts);
    spinning.set_zero(turning_contacts);
    q.resize(3 * contacts);
    compliance.set_zero(3 * contacts);
    last.resize(3 * contacts);
    mu.resize(contacts);
    restitution.set_zero(contacts);
  }
};

/// The impulses of one island. Where the tolerance is loose, sweeps find them. Else few contacts have a matrix, which
/// costs no allocation in steps like the last; many have an operator that only knows the bodies they touch. Newton's
/// method comes first there, and where it stalls, as in piles of balls that jam, sweeps lead it on.
class IslandSolver {
 public:
  explicit IslandSolver(const TimeSteppingOptions& options) : options_(options), solver_(options) {}

  /// Reads and writes p, and moments where there are any, of these contacts alone. Rows of the report are those of the
  /// step.
  SolveReport solve(StepRows& rows, std::span<const int> contacts, const StepConditions& conditions, bool otherwise,
                    VectorRef p, VectorRef moments);

 private:
  [[nodiscard]] bool has_cones() const;
  /// Whether one of the contacts resists rolling or spinning.
  [[nodiscard]] static bool resists(std::span<const int> contacts, const StepConditions& conditions);
  [[nodiscard]] bool may_sweep(const StepRows& rows, std::span<const int> contacts,
                               const StepConditions& conditions) const;
  [[nodiscard]] bool sweeps_first(std::size_t contacts) const;
  SolveReport sweep(const StepRows& rows, std::span<const int> contacts, const StepConditions& conditions,
                    bool& was_swept, VectorRef p);
  void read_impulses(std::span<const int> contacts, const VectorRef& p);
  [[nodiscard]] bool takes_matrix(std::size_t contacts, bool otherwise) const;
  void fill_turning(const StepRows& rows, std::span<const int> contacts, const StepConditions& conditions,
                    bool otherwise);
  void fill(const StepRows& rows, std::span<const int> contacts, const StepConditions& conditions, bool otherwise);
  void accept(bool otherwise, SolveReport& report) const;
  SolveReport restore(std::span<const int> contacts, const StepConditions& conditions, bool otherwise);
  void add_product(const ConstVectorRef& p);

  TimeSteppingOptions options_;
  ImpulseSolver solver_;
  ContactSweeps sweeps_;
  StepProblem problem_;
  FactoredOperator operator_{3}, wide_operator_{6};
  std::vector<int> local_;
  VectorX compliance_, p_, p_restored_, product_;
  VectorX lengths_;  // by which turning becomes a velocity, of each contact  [m]
  bool restores_{};  // Poisson's law has something to give back
};

}  // namespace carom
