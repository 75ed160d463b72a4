#pragma once

#include <string>

#include <Eigen/SparseCore>

#include "carom/math/types.h"

namespace carom::app {

/// A complementarity problem as a file has it (docs/theory/complementarity-solvers.md tells the layout), ready to be
/// solved: bounds filled in, global forms condensed.
struct RecordedProblem {
  std::string file;
  std::string name;
  std::string kind;                      // lcp, mlcp, relay, fc2d, fc3d, rfc3d, gfc2d, gfc3d, grfc3d
  int block_size{1};                     // rows of a contact; 1 for the kinds without contacts
  Eigen::SparseMatrix<double> matrix{};  // G of contacts, M of the other kinds
  VectorX q{};
  VectorX lower{}, upper{};    // kinds without contacts
  VectorX mu{}, mu_rolling{};  // contacts

  [[nodiscard]] bool has_contacts() const { return block_size > 1; }
};

/// Throws SyntaxError or InputError with the file, the key and what was expected; std::system_error where the file
/// cannot be read. Numbers that are null or NaN are taken as they are: solvers name the rows.
[[nodiscard]] RecordedProblem read_problem(const std::string& file);

}  // namespace carom::app
