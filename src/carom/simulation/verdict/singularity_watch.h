#pragma once

#include <optional>
#include <span>
#include <vector>

#include <Eigen/Eigenvalues>

#include "carom/dynamics/constrained_dynamics.h"
#include "carom/model/state.h"
#include "carom/simulation/run_note.h"

namespace carom {

class Integrator;
class MechanismSystem;
class NumberReader;
struct SimulationOptions;

/// Finds singular positions of loops: those in which the constraints lose rank on the way, as those of a parallelogram
/// do where its links are in line. The mechanism can go on in more than one way from there, and rounding decides which.
///
/// The measure is σ = √(λ/λ_max), with λ the least eigenvalue of G = J M⁻¹ Jᵀ, with the rows of each constraint scaled
/// together, that is not zero all the time: rows that are redundant everywhere do not count. Near a singular position σ
/// falls and rises again as |t − t₀|. A step in which it may have done so, by how fast it has changed so far, is
/// searched on its dense output.
class SingularityWatch {
 public:
  SingularityWatch(const Model& model, const SimulationOptions& options);

  /// Where a run begins or goes on.
  void start(const MechanismSystem& system, double time, std::span<const double> y);
  /// After each step. A note for the first singular position of each constraint.
  [[nodiscard]] std::optional<RunNote> look(const MechanismSystem& system, Integrator& integrator);

  /// What is remembered, for checkpoints.
  void append_numbers(std::vector<double>& numbers) const;
  void take_numbers(NumberReader& numbers);

 private:
  void choose_scales();
  void calc_eigenvalues(const MechanismSystem& system, double time, std::span<const double> y);
  [[nodiscard]] double calc_measure(const MechanismSystem& system, double time, std::span<const double> y);
  [[nodiscard]] std::optional<RunNote> note_left_start();
  [[nodiscard]] bool may_vanish(const MechanismSystem& system, Integrator& integrator, double before, double end);
  [[nodiscard]] std::optional<RunNote> search(const MechanismSystem& system, Integrator& integrator, double end);
  [[nodiscard]] int find_constraint() const;
  [[nodiscard]] std::optional<RunNote> make_note(double time);

  const Model& model_;
  double lever_{};      // [m]
  double threshold_{};  // closer than this part of its usual size, errors decide
  State state_;
  Kinematics kinematics_;
  AppliedForces none_;
  ArticulatedBodies articulated_;
  ConstraintWorkspace constraints_;
  VectorX v_rate_;
  MatrixX scaled_;
  VectorX scale_, diagonal_, subdiagonal_;
  Eigen::Tridiagonalization<MatrixX> tridiagonal_;
  Eigen::SelfAdjointEigenSolver<MatrixX> eigen_;
  std::vector<double> y_;

  bool started_{};
  int redundant_{};              // rows, at every position so far
  double start_time_{};          // [s]
  double time_{};                // of the last look  [s]
  double measure_{};             // σ there
  double usual_{};               // the largest σ so far
  double fastest_{};             // change of σ so far  [1/s]
  std::vector<double> largest_;  // diagonal of G so far, of each constraint  [1/kg]
  std::vector<char> told_;       // by constraint
};

}  // namespace carom
