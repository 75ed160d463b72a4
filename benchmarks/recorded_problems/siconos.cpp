#include <cmath>
#include <limits>
#include <memory>
#include <utility>

extern "C" {
#include <siconos/numerics/FrictionContactProblem.h>
#include <siconos/numerics/Friction_cst.h>
#include <siconos/numerics/LCP_Solvers.h>
#include <siconos/numerics/LinearComplementarityProblem.h>
#include <siconos/numerics/MLCP_Solvers.h>
#include <siconos/numerics/MixedLinearComplementarityProblem.h>
#include <siconos/numerics/NonSmoothDrivers.h>
#include <siconos/numerics/NumericsMatrix.h>
#include <siconos/numerics/NumericsVerbose.h>
#include <siconos/numerics/SolverOptions.h>
#include <siconos/numerics/SparseBlockMatrix.h>
#include <siconos/numerics/lcp_cst.h>
#include <siconos/numerics/mlcp_cst.h>
}

#include <fmt/format.h>

#include "benchmarks/recorded_problems/solver.h"

namespace carom::benchmarks {
namespace {

// Its error measures are not ours: of each method the loosest tolerance counts that reaches ours. From loose to strict.
constexpr double kTolerances[] = {1e-4, 1e-6, 1e-8, 1e-10, 1e-12, 1e-14};
constexpr int kMostIterations = 2000;
constexpr int kMostEnumerated = 20;  // pairs, whose choices its enumeration tries one by one

struct Method {
  const char* name;
  int id;
  int local{};  // of one contact, in sweeps; 0: as Siconos has it
};
constexpr Method kFriction[] = {
    {"nsgs", SICONOS_FRICTION_3D_NSGS},
    {"nsgs projection", SICONOS_FRICTION_3D_NSGS, SICONOS_FRICTION_3D_ONECONTACT_ProjectionOnConeWithLocalIteration},
    {"nsn_ac", SICONOS_FRICTION_3D_NSN_AC},
    {"nsn_fb", SICONOS_FRICTION_3D_NSN_FB},
    {"nsn_nm", SICONOS_FRICTION_3D_NSN_NM},
    {"admm", SICONOS_FRICTION_3D_ADMM}};
// Its reduction of mixed problems to Lemke's method writes outside its memory here, as does its enumeration of a
// contact.
constexpr Method kMixed[] = {{"fb", SICONOS_MLCP_FB}, {"enum", SICONOS_MLCP_ENUM}};
constexpr Method kLinear[] = {{"lemke", SICONOS_LCP_LEMKE},
                              {"pivot", SICONOS_LCP_PIVOT},
                              {"enum", SICONOS_LCP_ENUM},
                              {"newton_min", SICONOS_LCP_NEWTON_MIN_FBLSA},
                              {"newton_fb", SICONOS_LCP_NEWTON_FB_FBLSA}};

/// What all kinds own; Siconos reads matrix and vectors where they are.
struct Data {
  MatrixX M;
  VectorX q, mu, other;  // `other`: velocities, or w
  NumericsMatrix* matrix{};
  SolverOptions* options{};
};

using DataPointer = std::shared_ptr<Data>;

DataPointer make_data(const app::RecordedProblem& problem, const Method& method, double tolerance) {
  auto data = std::make_shared<Data>();
  data->M = MatrixX(problem.matrix);
  data->q = problem.q;
  data->mu = problem.mu;
  data->other = VectorX::Zero(problem.q.size());
  data->options = solver_options_create(method.id);
  data->options->dparam[SICONOS_DPARAM_TOL] = tolerance;
  data->options->iparam[SICONOS_IPARAM_MAX_ITER] = kMostIterations;
  if (method.local != 0) solver_options_update_internal(data->options, 0, method.local);
  return data;
}

NumericsMatrix* make_dense(Data& data) {
  const auto size = static_cast<int>(data.M.rows());
  return NM_create_from_data(NM_DENSE, size, size, data.M.data());
}

// Its sweeps take blocks, its Newton's methods a full matrix up to some size: both are tried for sweeps.
NumericsMatrix* make_sparse(Data& data, bool blocks) {
  const auto size = static_cast<int>(data.M.rows());
  NumericsMatrix* sparse = NM_create(NM_SPARSE, size, size);
  NM_triplet_alloc(sparse, size * size);
  for (int j = 0; j < size; ++j) {
    for (int i = 0; i < size; ++i) {
      if (data.M(i, j) != 0.0) NM_entry(sparse, i, j, data.M(i, j));
    }
  }
  if (!blocks) return sparse;
  NumericsMatrix* matrix = NM_create(NM_SPARSE_BLOCK, size, size);
  SparseBlockStructuredMatrix* structure = SBM_new();
  SBM_from_csparse(3, NM_csc(sparse), structure);
  matrix->matrix1 = structure;
  return matrix;
}

Candidate make_friction(const app::RecordedProblem& problem, const Method& method, double tolerance, bool dense) {
  const DataPointer data = make_data(problem, method, tolerance);
  data->matrix = dense ? make_dense(*data) : make_sparse(*data, method.id == SICONOS_FRICTION_3D_NSGS);
  FrictionContactProblem* own = frictionContactProblem_new_with_data(3, static_cast<int>(problem.mu.size()),
                                                                     data->matrix, data->q.data(), data->mu.data());
  return {fmt::format("{} {}", method.name, dense ? "dense" : "sparse"), tolerance, [data, own](VectorX& solution) {
            solution.setZero();
            data->other.setZero();
            fc3d_driver(own, solution.data(), data->other.data(), data->options);
          }};
}

// Equations first, as its enumeration wants them.
Candidate make_mixed(const app::RecordedProblem& problem, const Method& method, double tolerance) {
  const DataPointer data = make_data(problem, method, tolerance);
  std::vector<int> order, bounded;
  for (int i = 0; i < problem.q.size(); ++i) (std::isinf(problem.lower[i]) ? order : bounded).push_back(i);
  const auto equations = static_cast<int>(order.size());
  order.insert(order.end(), bounded.begin(), bounded.end());
  data->M = MatrixX(data->M(order, order));
  data->q = VectorX(data->q(order));
  data->matrix = make_dense(*data);
  MixedLinearComplementarityProblem* own = mixedLinearComplementarity_new();
  own->isStorageType1 = 1;
  own->isStorageType2 = 0;
  own->n = equations;
  own->m = static_cast<int>(bounded.size());
  own->blocksRows = new int[3]{0, equations, equations + own->m};
  own->blocksIsComp = new int[2]{0, 1};
  own->M = data->matrix;
  own->q = data->q.data();
  return {method.name, tolerance, [data, own, order, found = VectorX(problem.q.size())](VectorX& solution) mutable {
            found.setZero();
            data->other.setZero();
            // Its methods share what it sets up: the one that is asked next sets up its own anew.
            static const void* ready = nullptr;
            if (std::exchange(ready, own) != own) mlcp_driver_init(own, data->options);
            mlcp_driver(own, found.data(), data->other.data(), data->options);
            solution(order) = found;
          }};
}

Candidate make_linear(const app::RecordedProblem& problem, const Method& method, double tolerance) {
  const DataPointer data = make_data(problem, method, tolerance);
  data->matrix = make_dense(*data);
  auto own = std::make_shared<LinearComplementarityProblem>();
  own->size = static_cast<int>(problem.q.size());
  own->M = data->matrix;
  own->q = data->q.data();
  return {method.name, tolerance, [data, own](VectorX& solution) {
            solution.setZero();
            data->other.setZero();
            linearComplementarity_driver(own.get(), solution.data(), data->other.data(), data->options);
          }};
}

std::vector<Candidate> list_methods(const app::RecordedProblem& problem) {
  numerics_set_verbose(0);
  std::vector<Candidate> candidates;
  for (const double tolerance : kTolerances) {
    if (problem.block_size == 3 && problem.has_contacts()) {
      for (const Method& method : kFriction) {
        candidates.push_back(make_friction(problem, method, tolerance, true));
        candidates.push_back(make_friction(problem, method, tolerance, false));
      }
    } else if (problem.kind == "mlcp") {
      for (const Method& method : kMixed) candidates.push_back(make_mixed(problem, method, tolerance));
    } else if (problem.kind == "lcp") {
      for (const Method& method : kLinear) {
        if (method.id == SICONOS_LCP_ENUM && problem.q.size() > kMostEnumerated) continue;
        candidates.push_back(make_linear(problem, method, tolerance));
      }
    }
  }
  return candidates;
}

}  // namespace

Peer make_siconos() { return {.name = "Siconos", .list = list_methods}; }

}  // namespace carom::benchmarks
