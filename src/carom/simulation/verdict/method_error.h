#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "carom/simulation/simulation.h"

namespace carom {

class NumberReader;

/// What one method at its tolerance or step explains of the energy that a run loses or creates: a sum over its steps.
///
///   adaptive      rtol S + atol (m g l + √(2 m T) l) a step
///   fixed         S z^(p+1) a step, z the part of S that changes its form in it, or the angle that a body turns; and
///                 once S z^p, by which the account of symplectic and other methods swings without running away
///
/// S is the largest energy that has moved, p the order of the method, m, l and T mass, length and kinetic energy of the
/// scene. A step in which a contact comes or goes has a corner: it adds what moved through the contacts in it. Rounding
/// adds 4 ε of all energies that are held.
class MethodError {
 public:
  explicit MethodError(const AdaptiveOptions& options);
  explicit MethodError(const FixedStepOptions& options);
  explicit MethodError(const TimeSteppingOptions& options);

  /// The scene, as far as errors depend on it.
  struct Scene {
    double mass{}, weight{};  // of all bodies  [kg], [N]
    double lever{};           // at least 1  [m]
  };
  /// Steps that were taken, and the energies of the account after them.
  struct Steps {
    std::int64_t count{};
    double fastest_turn{};      // of any body  [rad/s]
    bool has_corner{};          // contacts came, went, slipped or stuck
    double velocity_error{};    // with which time stepping found its impulses  [m/s]
    double largest{};           // that has moved so far, S  [J]
    double moved{};             // in these steps  [J]
    double through_contacts{};  // the part of it that is neither kinetic nor of gravity  [J]
    double held{};              // in all rows  [J]
    double kinetic{};           // T  [J]
  };
  void add(const Scene& scene, const Steps& steps);

  /// So many times what the steps explain, but at most a part of the energy that moved: the caps of a warning and of a
  /// failure  [J].
  [[nodiscard]] double warning_limit(double factor, double moved) const {
    return calc_limit(factor, caps_.warning * moved, moved);
  }
  [[nodiscard]] double failing_limit(double factor, double moved) const {
    return calc_limit(factor, caps_.failing * moved, moved);
  }
  /// What rounding and the tolerance of a single step explain, without a cap  [J].
  [[nodiscard]] double rounding() const { return rounding_ + absolute_; }
  [[nodiscard]] double total() const { return smooth_ + swing_ + corners_ + rounding_; }

  [[nodiscard]] bool has_order() const { return order_ > 0; }
  /// The scheme's own loss is a row of the account, and expected.
  [[nodiscard]] bool books_loss() const { return books_loss_; }
  [[nodiscard]] const std::string& name() const { return name_; }      // "rk4 at steps of 0.001 s"
  [[nodiscard]] const std::string& remedy() const { return remedy_; }  // "try …"

  /// What is remembered, for checkpoints.
  void append_numbers(std::vector<double>& numbers) const;
  void take_numbers(NumberReader& numbers);

 private:
  struct Caps {
    double warning{}, failing{};  // parts of the energy that moved
  };
  [[nodiscard]] double calc_limit(double factor, double cap, double moved) const;

  int order_{};            // of fixed steps; 0: adaptive
  bool books_loss_{};      // see books_loss()
  double step_{};          // of fixed steps  [s]
  double solver_error_{};  // of velocities, in each step of time stepping  [m/s]
  double relative_tolerance_{};
  double absolute_tolerance_{};
  Caps caps_{};
  std::string name_, remedy_;

  std::int64_t steps_{};
  double smooth_{}, corners_{}, rounding_{};  // so far  [J]
  double swing_{};                            // to and fro within one step, of the largest so far  [J]
  double absolute_{};                         // what the absolute tolerance explains of one step  [J]
};

}  // namespace carom
