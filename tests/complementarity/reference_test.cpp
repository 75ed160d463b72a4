// Bounded problems with exact rational solutions (tests/reference/mlcp_instances.json).
#include <fstream>
#include <limits>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "carom/complementarity/default_solvers.h"
#include "carom/complementarity/mlcp/block_pivoting.h"
#include "carom/complementarity/mlcp/mlcp_lemke.h"

namespace carom {
namespace {

using nlohmann::json;

const json& reference() {
  static const json data = json::parse(std::ifstream(CAROM_TEST_REFERENCE_DIR "/mlcp_instances.json"));
  return data;
}

struct Instance {
  explicit Instance(const json& data) : M(size_of(data), size_of(data)) {
    const int n = size_of(data);
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < n; ++j) M(i, j) = data["M"][static_cast<std::size_t>(i * n + j)];
    }
    q = read(data["q"], 0.0);
    lower = read(data["l"], -std::numeric_limits<double>::infinity());
    upper = read(data["u"], std::numeric_limits<double>::infinity());
  }
  static int size_of(const json& data) { return data["n"]; }
  static VectorX read(const json& values, double null) {
    VectorX vector(static_cast<Eigen::Index>(values.size()));
    for (std::size_t i = 0; i < values.size(); ++i) {
      vector[static_cast<Eigen::Index>(i)] = values[i].is_null() ? null : values[i].get<double>();
    }
    return vector;
  }
  [[nodiscard]] MlcpProblem problem() const { return {M, q, lower, upper}; }

  MatrixX M;
  VectorX q, lower, upper;
};

// 1e-9 relative is what the reference asks for; z only where it is unique, else w, which always is.
void expect_known_solution(const json& data, const Instance& instance, const VectorX& z, const std::string& where) {
  const VectorX w = Instance::read(data["w"], 0.0), found_w = instance.M * z + instance.q;
  const double w_scale = 1.0 + w.cwiseAbs().maxCoeff();
  EXPECT_LT((found_w - w).cwiseAbs().maxCoeff(), 1e-9 * w_scale) << where;
  if (!data["z_unique"]) return;
  const VectorX known = Instance::read(data["z"], 0.0);
  EXPECT_LT((z - known).cwiseAbs().maxCoeff(), 1e-9 * (1.0 + known.cwiseAbs().maxCoeff())) << where;
}

TEST(MlcpInstances, TheDefaultSolverFindsTheRationalSolutions) {
  for (std::size_t i = 0; i < reference()["instances"].size(); ++i) {
    const json& data = reference()["instances"][i];
    const Instance instance(data);
    VectorX z = VectorX::Zero(instance.q.size());
    const SolveReport report = solve_mlcp(instance.problem(), z);
    const std::string where = "instance " + std::to_string(i) + ", " + data["kind"].get<std::string>();
    ASSERT_TRUE(report.solved()) << where << ": " << describe(report);
    expect_known_solution(data, instance, z, where);
  }
}

TEST(MlcpInstances, LemkeByItselfFindsThemToo) {
  for (std::size_t i = 0; i < reference()["instances"].size(); ++i) {
    const json& data = reference()["instances"][i];
    const Instance instance(data);
    VectorX z = VectorX::Zero(instance.q.size());
    MlcpLemkeSolver lemke;
    const SolveReport report = lemke.solve(instance.problem(), z);
    const std::string where = "instance " + std::to_string(i) + ", " + data["kind"].get<std::string>();
    EXPECT_TRUE(report.solved()) << where << ": " << describe(report);
    if (report.solved()) expect_known_solution(data, instance, z, where);
  }
}

TEST(MlcpInstances, InfeasibleOnesAreProvedToBeSo) {
  for (std::size_t i = 0; i < reference()["infeasible"].size(); ++i) {
    const Instance instance(reference()["infeasible"][i]);
    VectorX z = VectorX::Zero(instance.q.size()), work = z;
    const SolveReport report = solve_mlcp(instance.problem(), z);
    EXPECT_EQ(report.status, SolveStatus::Infeasible) << i << ": " << describe(report);
    EXPECT_GT(report.worst.count, 0) << i;
    MlcpLemkeSolver lemke;
    EXPECT_EQ(lemke.solve(instance.problem(), z).status, SolveStatus::Infeasible) << i;
    EXPECT_TRUE(proves_infeasible(instance.problem(), lemke.certificate(), work)) << i;
  }
}

}  // namespace
}  // namespace carom
