#pragma once

#include <cmath>

#include "carom/complementarity/solve_report.h"
#include "carom/math/types.h"

namespace carom {

struct IterationOptions {
  double tolerance{1e-10};     // on the error measure of the problem
  int most_iterations{10000};  // sweeps or gradient steps
  int check_every{10};         // iterations between two evaluations of the error
  double start_error{-1.0};    // of what the vector holds on entry; negative: not known
};

/// Keeps the best iterate of a method whose error need not fall, and decides when to stop.
template <class Problem>
class BestIterate {
 public:
  explicit BestIterate(int size) : best_(size), natural_map_(size) {}

  /// Whether to stop; `z` and the report are then final. The error is computed anew from z.
  [[nodiscard]] bool check(const Problem& problem, VectorRef z, const IterationOptions& options, SolveReport& report) {
    const bool goes_on_from_start = report.iterations == 0 && options.start_error > options.tolerance &&
                                    options.most_iterations > 0 && !problem.stop.stop_requested();
    const double residual = goes_on_from_start ? options.start_error : calc_natural_map(problem, z, natural_map_);
    const bool finite = std::isfinite(residual);
    const bool is_best = residual < report.residual || report.status == SolveStatus::NotRun;
    if (is_best) {
      report.residual = residual;
      report.status = SolveStatus::NotConverged;
    }
    const bool may_go_on = finite && report.iterations < options.most_iterations && !problem.stop.stop_requested();
    if (report.residual > options.tolerance && may_go_on) {
      if (is_best) best_ = z;
      return false;
    }
    if (!is_best) {
      z = best_;
      report.residual = calc_natural_map(problem, z, natural_map_);
    }
    if (report.residual <= options.tolerance) {
      report.status = SolveStatus::Solved;
    } else {
      report.detail = finite ? "too many iterations" : "the iterations diverge";
      report.worst = WorstRows::find(natural_map_);
    }
    return true;
  }

 private:
  VectorX best_, natural_map_;
};

}  // namespace carom
