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
  /// What a solution changes: v_free to v⁺,
  void add_velocities(VectorRef v) const { rows_.add_change(v); }
  /// and the positions beyond h v⁺, so that depths shrink without anything becoming faster.
  void add_displacement(VectorRef displacement) const;

  /// Of contact c of rows(), in its axes.
  struct Outcome {
    int slot{};
    double gap{};                       // at the start  [m]
    Vector3 impulse{Vector3::Zero()};   // [N·s]
    Vector3 before{Vector3::Zero()};    // velocity at the start  [m/s]
    Vector3 unloaded{Vector3::Zero()};  // at the end without contacts  [m/s]
    Vector3 after{Vector3::Zero()};     // at the end  [m/s]
    double slip_speed{};                // of the bristles' roots; without bristles that of the bodies  [m/s]
    double bristle_stiffness{};         // 0: rigid  [N/m]
  };
  [[nodiscard]] Outcome look_at(int contact) const;
  /// A sentence on a solution that was not found, with the names of the contacts.
  [[nodiscard]] std::string describe_failure(const SolveReport& report) const;

 private:
  enum class Row { Absent, Rests, Bounces };

  void choose(double step, const MechanismParts& parts, const ConstVectorRef& v_free);
  [[nodiscard]] bool is_by_velocity() const {
    return options_.scheme == SteppingScheme::MoreauJean || options_.scheme == SteppingScheme::AnitescuPotra;
  }
  [[nodiscard]] double find_least_depth(double step) const;
  [[nodiscard]] bool may_take_part(int slot, double step) const;
  [[nodiscard]] Row classify(int slot, double step, double before, double unloaded) const;
  [[nodiscard]] bool has_bristles() const { return options_.scheme == SteppingScheme::Peiret; }
  [[nodiscard]] double bristle_stiffness(int slot) const;
  void fill(double step);
  SolveReport solve_islands(bool otherwise);
  void stabilise(double step);

  SteppedContacts& contacts_;
  TimeSteppingOptions options_;
  StepRows rows_;
  Islands islands_;
  // They remember nothing from one island to the next. The one that has most of the contacts has a solver of its own:
  // whichever thread it falls to, only one grows to its size.
  tbb::enumerable_thread_specific<IslandSolver> solvers_;
  IslandSolver largest_;
  std::vector<SolveReport> reports_;
  std::vector<int> candidates_, kept_;
  std::vector<char> bounces_;
  StepConditions conditions_;
  GrowingVector u_before_, u_free_, u_;
  GrowingVector p_, depth_impulse_, depth_response_;
  VectorX displacement_;  // that takes depths away, sorted by groups
  bool stabilises_{};
};

}  // namespace carom
