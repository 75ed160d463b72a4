#pragma once

#include <string>
#include <vector>

#include <tbb/enumerable_thread_specific.h>

#include "carom/simulation/time_stepping/island_solver.h"
#include "carom/simulation/time_stepping/islands.h"

namespace carom {

/// The contacts of one step: which of them take part, the problem that they make, its impulses and what these do.
class ContactStep {
 public:
  ContactStep(const Model& model, SteppedContacts& contacts, const TimeSteppingOptions& options);

  /// Impulses for a step of length h after which velocities would be v_free without contacts. `parts` belong to the
  /// start of the step, and contacts remember what the last step left. `otherwise`: by the other method.
  SolveReport solve(const MechanismParts& parts, double step, const ConstVectorRef& v_free, bool otherwise);

  [[nodiscard]] const StepRows& rows() const { return rows_; }
  /// With their room for calculations.
  [[nodiscard]] InertiaGroups& groups() { return rows_.groups(); }
  /// What a solution changes: v_free to v⁺,
  void add_velocities(VectorRef v) const;
  /// and the positions beyond h v⁺, so that depths shrink without anything becoming faster.
  void add_displacement(VectorRef displacement) const;

  /// Of contact c of rows(), in its axes.
  struct Outcome {
    int slot{};
    double gap{};                               // at the start  [m]
    Vector3 impulse{Vector3::Zero()};           // [N·s]
    Vector3 viscous{Vector3::Zero()};           // of viscous friction, which acts before it  [N·s]
    Vector3 before{Vector3::Zero()};            // velocity at the start  [m/s]
    Vector3 unloaded{Vector3::Zero()};          // at the end without contacts, but for viscous friction  [m/s]
    Vector3 after{Vector3::Zero()};             // at the end  [m/s]
    double deflection{};                        // of the relaxed normal at the end  [m]
    Vector3 moment{Vector3::Zero()};            // against rolling and spinning, about t₁, t₂ and n  [N·m·s]
    Vector3 turning_before{Vector3::Zero()};    // about these axes: at the start  [rad/s]
    Vector3 turning_unloaded{Vector3::Zero()};  // at the end without contacts  [rad/s]
    Vector3 turning_after{Vector3::Zero()};     // at the end  [rad/s]
    double slip_speed{};                        // of the bristles' roots; without bristles that of the bodies  [m/s]
    bool collides{};                            // faster than forces explain
    bool sticks_rigidly{};                      // friction had no bristles in this step
    double bristle_stiffness{};                 // 0: the scheme has no bristles  [N/m]
    Vector3 bristle{Vector3::Zero()};           // what they pull with at the end, in world axes  [N]
    double damping_loss{};                      // of theirs  [J]
  };
  [[nodiscard]] Outcome look_at(int contact) const;
  [[nodiscard]] double step() const { return step_; }  // last solved  [s]
  /// Of viscous friction on the mechanism  [J].
  [[nodiscard]] double viscous_work() const { return viscous_work_; }
  /// Contacts that share no moving body with others, of the last solution.
  [[nodiscard]] const Islands& islands() const { return islands_; }
  /// The error of impulses that were taken although it is above the tolerance; else 0  [m/s].
  [[nodiscard]] double lacking() const { return lacking_; }
  /// A sentence on a solution that was not found, with the names of the contacts.
  [[nodiscard]] std::string describe_failure(const SolveReport& report) const;

 private:
  /// What a contact is to a step: nothing, one that rests, that closes faster than forces explain, or that also has
  /// restitution.
  enum class Row : char { Absent, Rests, Collides, Bounces };

  void choose(double step, const MechanismParts& parts, const ConstVectorRef& v_free);
  [[nodiscard]] bool is_by_velocity() const {
    return options_.scheme == SteppingScheme::MoreauJean || options_.scheme == SteppingScheme::AnitescuPotra;
  }
  [[nodiscard]] double find_least_depth(double step) const;
  [[nodiscard]] bool may_take_part(int slot, double step) const;
  [[nodiscard]] Row classify(int slot, double step, double before, double unloaded) const;
  [[nodiscard]] bool rests_nearby(int slot) const;
  [[nodiscard]] bool collides(int slot, double step, double before, double unloaded) const;
  void choose_rigid_friction();
  [[nodiscard]] bool has_bristles() const { return options_.scheme == SteppingScheme::Peiret; }
  [[nodiscard]] double bristle_stiffness(int slot) const;
  void fill(double step);
  void fill_normal(int contact, double step);
  void fill_friction(int contact, double step);
  void look_at_turning(const MechanismParts& parts, const ConstVectorRef& v_free);
  void fill_turning(int contact, double step);
  void resist_slip(double step);
  void look_at_bristles(int contact, Outcome& outcome) const;
  SolveReport solve_islands(bool otherwise);
  void stabilise(double step);
  [[nodiscard]] bool has_depths(double step, double error) const;
  [[nodiscard]] double calc_wanted_opening(int contact, double step) const;
  [[nodiscard]] double find_rigid_gap(int slot) const;
  [[nodiscard]] bool are_depths_right(std::span<const int> contacts, double step) const;
  void solve_depths(std::span<const int> contacts, double step);

  SteppedContacts& contacts_;
  TimeSteppingOptions options_;
  StepRows rows_;
  Islands islands_;
  // They remember nothing from one island to the next. The one that has most of the contacts has a solver of its own:
  // whichever thread it falls to, only one grows to its size.
  tbb::enumerable_thread_specific<IslandSolver> solvers_;
  IslandSolver largest_;
  std::vector<SolveReport> reports_;
  double lacking_{};  // [m/s]
  std::vector<int> candidates_, kept_;
  std::vector<Row> kinds_;   // of the contacts that take part
  std::vector<char> rigid_;  // whether their friction is, in this step
  double gravity_{};         // [m/s²]
  double step_{};            // [s]
  StepConditions conditions_;
  GrowingVector u_before_, u_free_, u_;
  GrowingVector p_, depth_impulse_, depth_response_;
  GrowingVector moments_, turning_before_, turning_free_, turning_;
  GrowingVector viscous_;   // impulses of viscous friction  [N·s]
  VectorX viscous_change_;  // what they do to the velocities, sorted by groups
  double viscous_work_{};   // [J]
  bool resists_{};          // some contact has viscous friction
  VectorX displacement_;    // that takes depths away, sorted by groups
  bool stabilises_{};
};

}  // namespace carom
