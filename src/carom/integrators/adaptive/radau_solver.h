#pragma once

#include <array>
#include <complex>
#include <cstdint>
#include <limits>
#include <vector>

#include "carom/integrators/adaptive/adaptive_solver.h"
#include "carom/integrators/adaptive/dense_lu.h"
#include "carom/integrators/guarded_system.h"
#include "carom/integrators/options.h"

namespace carom {

/// The steps of make_radau_solver(): radau_stages.cpp solves the equations of a step's stages, radau_error.cpp
/// estimates its error and chooses the next step, radau.cpp does one after the other.
class RadauSolver final : public AdaptiveSolver {
 public:
  RadauSolver(GuardedSystem& system, const AdaptiveOptions& options);

  [[nodiscard]] SolverStatus start(double time, std::span<const double> y) override;
  void move_end(std::span<const double> y) override;
  [[nodiscard]] SolverStatus step(double limit) override;
  [[nodiscard]] double time() const override { return end_; }
  [[nodiscard]] std::span<const double> state() const override { return y_end_; }
  void suggest_step(double step) override { suggested_step_ = step; }
  [[nodiscard]] bool calc_state(double time, std::span<double> y) override;
  [[nodiscard]] std::int64_t rejected_steps() const override { return rejected_; }
  [[nodiscard]] std::int64_t jacobian_evaluations() const override { return jacobians_; }
  [[nodiscard]] std::string_view message() const override { return {}; }

 private:
  static constexpr double kFailed = std::numeric_limits<double>::infinity();  // the error of a step without solution
  static constexpr int kMostIterations = 7;
  static constexpr double kAfterFailure = 0.5;  // of Newton's method or of a rate: the next step by this factor

  using Stages = std::array<std::vector<double>, 3>;

  [[nodiscard]] bool begin_step();
  [[nodiscard]] bool prepare_matrices(double step);
  [[nodiscard]] bool calc_jacobian();
  void foretell_stages(double step);
  [[nodiscard]] bool solve_stages(double step);
  [[nodiscard]] bool calc_stage_rates(double step);
  [[nodiscard]] double improve_stages(double step);
  [[nodiscard]] double correct_passive_rates(double step);
  void integrate_passive(double step);
  [[nodiscard]] double estimate_error(double step);
  [[nodiscard]] double estimate_curve_error(double step) const;
  [[nodiscard]] double solve_for_error(double step, std::span<const double> rate);
  [[nodiscard]] double choose_factor(double step, double error);
  [[nodiscard]] double try_step(double step);

  GuardedSystem& system_;
  AdaptiveOptions options_;
  std::size_t size_;         // of y
  std::size_t active_;       // of the numbers that the rate depends on: the rest are integrals along the way
  double suggested_step_{};  // for the next start  [s]; 0: none
  double next_step_{};       // [s]

  // The last step, whose end is the present.
  double start_{};  // [s]
  double end_{};    // [s]
  std::vector<double> y_start_, y_end_;
  std::vector<double> rate_start_, rate_end_;
  Stages z_;  // Z, the collocation polynomial of the last step
  bool has_polynomial_{};
  bool moved_{};  // y_moved_ is where the next step begins
  std::vector<double> y_moved_;

  // The step that is being taken.
  Stages z_next_, w_, change_, rates_;
  std::vector<double> allowance_;  // of each number's error
  std::vector<double> jacobian_;   // ∂f/∂y, column after column
  DenseLu<double> real_;
  DenseLu<std::complex<double>> complex_;
  std::vector<double> right_real_;
  std::vector<std::complex<double>> right_complex_;
  std::vector<double> error_, moved_rate_, scratch_;
  std::vector<double> foretold_;  // Z₃ as the last step's polynomial had it
  double factored_step_{};        // that the factors belong to; 0: none  [s]
  bool has_jacobian_{};           // of this step or of an earlier one
  bool fresh_jacobian_{};         // of this step's start
  double convergence_{1.0};       // θ/(1 − θ) with the factor θ of Newton's last iteration
  double slowest_{};              // θ of the step
  int iterations_{};
  double accepted_step_{};  // the last one accepted since the start  [s]; 0: none yet
  double accepted_error_{};
  bool rejected_last_{};
  std::int64_t rejected_{};
  std::int64_t jacobians_{};
};

}  // namespace carom
