// Matrices of small grids against the transforms that larger ones take.
#include <gtest/gtest.h>

#include "carom/patch/normal_problem.h"
#include "carom/patch/shear_problem.h"

namespace carom {
namespace {

constexpr DenseLimit kAlways{.strips = 1000, .elements = 1000}, kNever{.strips = 0, .elements = 0};
constexpr double kHalfWidth = 1.25e-3;  // [m]

/// On both sides of where the one takes over from the other.
std::vector<PatchGrid> make_grids() {
  return {make_line_grid(127, kHalfWidth, 0.01), make_line_grid(129, kHalfWidth, 0.01), make_square_grid(7, kHalfWidth),
          make_square_grid(8, kHalfWidth)};
}

InfluenceFunction make_rubber_influence(const PatchGrid& grid) {
  const PairCompliance pair = make_pair_compliance(ElasticMaterial{.young = 3e6, .poisson = 0.5}, std::nullopt);
  return grid.plane() ? make_plane_strain_influence(pair, grid.dx, 1.0)
                      : make_half_space_influence(pair, grid.dx, grid.dy);
}

double calc_difference(const PatchField& a, const PatchField& b) {
  return (a - b).abs().maxCoeff() / b.abs().maxCoeff();
}

TEST(ElasticMatrices, GiveTheDisplacementsOfTheTransforms) {
  for (const PatchGrid& grid : make_grids()) {
    ElasticOperator matrices(grid, make_rubber_influence(grid), kAlways),
        transforms(grid, make_rubber_influence(grid), kNever);
    PatchField pressure(grid.size()), dense(grid.size()), fast(grid.size());
    for (int i = 0; i < grid.size(); ++i) pressure[i] = 1.0 + std::sin(3.0 * i);
    matrices.calc_normal(pressure, dense);
    transforms.calc_normal(pressure, fast);
    EXPECT_LE(calc_difference(dense, fast), 1e-13) << grid.size();

    ShearField traction(grid.size()), dense_u(grid.size()), fast_u(grid.size());
    traction.x = pressure;
    if (!grid.plane()) traction.y = pressure.reverse();
    const PatchRows rows{.first = 0, .last = grid.num_y};
    matrices.calc_shear(traction, rows, dense_u);
    transforms.calc_shear(traction, rows, fast_u);
    EXPECT_LE(calc_difference(dense_u.x, fast_u.x), 1e-13) << grid.size();
    if (grid.plane()) continue;
    EXPECT_LE(calc_difference(dense_u.y, fast_u.y), 1e-13) << grid.size();
  }
}

/// A round body, pressed and pulled along.
struct Solution {
  Solution(const PatchGrid& grid, DenseLimit limit) : pressure(PatchField::Zero(grid.size())), traction(grid.size()) {
    constexpr double kTolerance = 1e-10;
    ElasticOperator elastic(grid, make_rubber_influence(grid), limit);
    PatchField offset(grid.size());
    for (int i = 0; i < grid.size(); ++i) {
      const double y = grid.plane() ? 0.0 : grid.y(i);
      offset[i] = 50.0 * (grid.x(i) * grid.x(i) + y * y) - (grid.plane() ? 2e-4 : 5e-5);
    }
    converged = NormalProblem(elastic).solve(offset, 1.0, kTolerance, pressure).converged;
    ShearField target(grid.size());
    target.x.setConstant(grid.plane() ? 4e-5 : 1e-5);
    ShearProblem friction(elastic, make_rubber_influence(grid));
    converged = converged && friction.solve(target, 0.4 * pressure, 1.0, kTolerance, traction).converged;
  }
  bool converged{};
  PatchField pressure;
  ShearField traction;
};

// Gaps and slips close to 1e-10 of the displacements; tractions that oscillate from element to element are up to a
// hundred times more sensitive.
TEST(ElasticMatrices, SolveTheSameProblems) {
  for (const PatchGrid& grid : make_grids()) {
    const Solution dense(grid, kAlways), fast(grid, kNever);
    EXPECT_TRUE(dense.converged && fast.converged) << grid.size();
    EXPECT_GT(fast.pressure.maxCoeff(), 0.0);
    EXPECT_GT(fast.traction.x.abs().maxCoeff(), 0.0);
    EXPECT_LE(calc_difference(dense.pressure, fast.pressure), 1e-8) << grid.size();
    EXPECT_LE(calc_difference(dense.traction.x, fast.traction.x), 1e-8) << grid.size();
  }
}

}  // namespace
}  // namespace carom
