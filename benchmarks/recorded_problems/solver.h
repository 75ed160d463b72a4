#pragma once

#include <functional>
#include <string>
#include <vector>

#include "apps/carom/commands/solve_problem.h"

namespace carom::benchmarks {

/// One method at one tolerance on one problem, from a start at zero: writes what it finds.
struct Candidate {
  std::string method;
  double tolerance{};  // in its own measure
  std::function<void(VectorX& solution)> solve;
};

/// The methods of another library; without candidates where it is not installed.
struct Peer {
  std::string name;
  std::function<std::vector<Candidate>(const app::RecordedProblem& problem)> list;
};

[[nodiscard]] Peer make_siconos();

}  // namespace carom::benchmarks
