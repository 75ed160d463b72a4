// Convolutions by transforms against the sums that they stand for.
#include "carom/patch/elastic_operator.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace carom {
namespace {

constexpr double kDx = 1e-3, kDy = 1.5e-3;  // [m]

/// Rubber on steel: pressure and shear are coupled.
InfluenceFunction make_influence(const PatchGrid& grid) {
  const PairCompliance pair = make_pair_compliance(ElasticMaterial{.young = 3e6, .poisson = 0.3}, std::nullopt);
  return grid.plane() ? make_plane_strain_influence(pair, kDx, 1.0) : make_half_space_influence(pair, kDx, kDy);
}

PatchGrid make_grid() {
  return {.num_x = *rc::gen::inRange(2, 14), .num_y = *rc::gen::inRange(1, 14), .dx = kDx, .dy = kDy};
}

/// Transforms, or matrices where the grid is small.
DenseLimit make_limit() { return *rc::gen::arbitrary<bool>() ? DenseLimit{} : DenseLimit{.strips = 0, .elements = 0}; }

/// Displacement by one influence, element by element.
PatchField sum(const PatchGrid& grid, Influence which, const PatchField& traction) {
  const InfluenceFunction influence = make_influence(grid);
  PatchField u = PatchField::Zero(grid.size());
  for (int i = 0; i < grid.size(); ++i) {
    for (int j = 0; j < grid.size(); ++j) {
      u[i] += influence(which, grid.x(i) - grid.x(j), grid.y(i) - grid.y(j)) * traction[j];
    }
  }
  return u;
}

PatchField make_field(const PatchGrid& grid) {
  PatchField field(grid.size());
  for (double& value : field) value = *rc::gen::inRange(-1000, 1000) / 1000.0;
  return field;
}

ShearField make_shear(const PatchGrid& grid) {
  ShearField field(grid.size());
  field.x = make_field(grid);
  if (!grid.plane()) field.y = make_field(grid);
  return field;
}

/// Transforms of up to 30 by 30 numbers lose a few roundings for each doubling, of the largest sum that there could be.
void expect_equal(const PatchField& actual, const PatchField& expected, double largest) {
  RC_ASSERT((actual - expected).abs().maxCoeff() <= 1e-14 * largest);
}

double calc_largest(const PatchGrid& grid) {
  PatchField unit = PatchField::Ones(grid.size());
  return sum(grid, Influence::XX, unit).abs().maxCoeff();
}

RC_GTEST_PROP(ElasticOperator, PressureMakesTheSumOfItsInfluences, ()) {
  const PatchGrid grid = make_grid();
  ElasticOperator elastic(grid, make_influence(grid), make_limit());
  const PatchField pressure = make_field(grid);
  const double largest = calc_largest(grid);
  PatchField u_z(grid.size());
  elastic.calc_normal(pressure, u_z);
  expect_equal(u_z, sum(grid, Influence::ZZ, pressure), largest);
  ShearField u(grid.size());
  elastic.calc_shear_of_normal(pressure, u);
  expect_equal(u.x, -sum(grid, Influence::ZX, pressure), largest);
  if (!grid.plane()) expect_equal(u.y, -sum(grid, Influence::ZY, pressure), largest);
}

RC_GTEST_PROP(ElasticOperator, ShearMakesTheSumOfItsInfluences, ()) {
  const PatchGrid grid = make_grid();
  ElasticOperator elastic(grid, make_influence(grid), make_limit());
  const ShearField traction = make_shear(grid);
  const double largest = calc_largest(grid);
  const PatchField expected_x = sum(grid, Influence::XX, traction.x) + sum(grid, Influence::XY, traction.y);
  const PatchField expected_y = sum(grid, Influence::XY, traction.x) + sum(grid, Influence::YY, traction.y);
  ShearField u = make_shear(grid);  // whatever was there before
  u.y.setOnes();
  elastic.calc_shear(traction, {.first = 0, .last = grid.num_y}, u);
  expect_equal(u.x, expected_x, largest);
  expect_equal(u.y, grid.plane() ? PatchField(0.0 * expected_y) : expected_y, largest);
  PatchField u_z(grid.size());
  elastic.calc_normal_of_shear(traction, u_z);
  expect_equal(u_z, sum(grid, Influence::ZX, traction.x) + sum(grid, Influence::ZY, traction.y), largest);
}

RC_GTEST_PROP(ElasticOperator, SomeElementsAnswerAsTheWholeGridDoes, ()) {
  const PatchGrid grid = make_grid();
  ElasticOperator elastic(grid, make_influence(grid), make_limit());
  ShearField traction = make_shear(grid);
  PatchElements elements(grid);
  elements.choose([&](int i) { return traction.x[i] > 0.0; });
  ShearVector some, at_some(elements.size());
  for (int i = 0; i < grid.size(); ++i) {
    if (traction.x[i] > 0.0) some.emplace_back(traction.x[i], traction.y[i]);
    if (!(traction.x[i] > 0.0)) traction.x[i] = traction.y[i] = 0.0;
  }
  ShearField u(grid.size());
  elastic.calc_shear(traction, elements.rows(), u);
  elastic.calc_shear(elements, some, at_some);
  for (std::size_t n = 0; n < elements.size(); ++n) {
    RC_ASSERT(at_some[n] == Eigen::Vector2d(u.x[elements.at(n)], u.y[elements.at(n)]));
  }
}

// Conjugate gradients need it: aᵀ P b = bᵀ P a, and aᵀ P a > 0.
RC_GTEST_PROP(ElasticOperator, PreconditionersAreSymmetricAndPositive, ()) {
  const PatchGrid grid = make_grid();
  ElasticOperator elastic(grid, make_influence(grid), make_limit());
  const PatchField a = make_field(grid), b = make_field(grid);
  RC_PRE(a.abs().maxCoeff() > 0.0);
  PatchField p_a(grid.size()), p_b(grid.size());
  elastic.precondition_normal(a, p_a);
  elastic.precondition_normal(b, p_b);
  const double scale = (a.abs() * p_a.abs()).sum() + (b.abs() * p_b.abs()).sum() + (a.abs() * p_b.abs()).sum();
  RC_ASSERT(std::abs((a * p_b).sum() - (b * p_a).sum()) <= 1e-12 * scale);
  RC_ASSERT((a * p_a).sum() > 0.0);

  PatchElements elements(grid);
  elements.choose([&](int i) { return a[i] != 0.0; });
  ShearVector c, d, p_c(elements.size()), p_d(elements.size());
  for (std::size_t n = 0; n < elements.size(); ++n) {
    const double sideways = grid.plane() ? 0.0 : b[elements.at(n)];
    c.emplace_back(a[elements.at(n)], sideways);
    d.emplace_back(b[elements.at(n)], -sideways);
  }
  elastic.precondition_shear(elements, c, p_c);
  elastic.precondition_shear(elements, d, p_d);
  double c_d = 0.0, d_c = 0.0, c_c = 0.0, sizes = 0.0;
  for (std::size_t n = 0; n < elements.size(); ++n) {
    c_d += c[n].dot(p_d[n]);
    d_c += d[n].dot(p_c[n]);
    c_c += c[n].dot(p_c[n]);
    sizes += c[n].norm() * (p_c[n].norm() + p_d[n].norm()) + d[n].norm() * p_c[n].norm();
  }
  RC_ASSERT(std::abs(c_d - d_c) <= 1e-12 * sizes);
  RC_ASSERT(c_c > 0.0);
}

}  // namespace
}  // namespace carom
