#include "carom/patch/held_surface.h"

#include <random>

#include <gtest/gtest.h>

namespace carom {
namespace {

constexpr double kSize = 1e-3;  // of an element  [m]

/// Rubber on steel: pressure and shear are coupled.
InfluenceFunction make_influence(const PatchGrid& grid) {
  const PairCompliance pair = make_pair_compliance(ElasticMaterial{.young = 3e6, .poisson = 0.3}, std::nullopt);
  return grid.plane() ? make_plane_strain_influence(pair, kSize, 1.0) : make_half_space_influence(pair, kSize, kSize);
}

double calc_energy(const PatchStrain& strain) {
  return 0.5 * (strain.pressure * strain.u_z + strain.traction.x * strain.u.x + strain.traction.y * strain.u.y).sum();
}

void calc_displacements(ElasticOperator& elastic, PatchStrain& strain) {
  PatchField of_shear = strain.u_z;
  ShearField of_normal = strain.u;
  elastic.calc_normal(strain.pressure, strain.u_z);
  elastic.calc_normal_of_shear(strain.traction, of_shear);
  elastic.calc_shear(strain.traction, {0, elastic.grid().num_y}, strain.u);
  elastic.calc_shear_of_normal(strain.pressure, of_normal);
  strain.u_z += of_shear;
  strain.u.x += of_normal.x;
  strain.u.y += of_normal.y;
}

/// Any tractions, of both signs, on the whole grid.
PatchStrain make_strain(ElasticOperator& elastic, bool shear, std::mt19937& random) {
  std::uniform_real_distribution<double> uniform(-1e4, 1e4);  // [Pa]
  PatchStrain strain(elastic.grid().size());
  for (Eigen::Index i = 0; i < strain.pressure.size(); ++i) {
    strain.pressure[i] = uniform(random);
    if (shear) strain.traction.x[i] = uniform(random);
    if (shear && !elastic.grid().plane()) strain.traction.y[i] = uniform(random);
  }
  calc_displacements(elastic, strain);
  return strain;
}

const PatchGrid kGrids[] = {{.num_x = 24, .num_y = 17, .dx = kSize, .dy = kSize},
                            {.num_x = 5, .num_y = 4, .dx = kSize, .dy = kSize},
                            {.num_x = 200, .num_y = 1, .dx = kSize, .dy = 1.0}};

// What is let go beyond the part frees energy, whatever the tractions; and K is symmetric, so that what is freed is the
// energy of the difference: E(p) − E(p′) = E(p − p′).
TEST(HeldSurface, KeepsThePartWhereItIsAndNeverGainsEnergy) {
  std::mt19937 random(1835);
  constexpr double kTolerance = 1e-10;
  for (const PatchGrid& grid : kGrids) {
    ElasticOperator elastic(grid, make_influence(grid));
    for (const bool shear : {false, true}) {
      HeldSurface surface(elastic, shear);
      const PatchStrain before = make_strain(elastic, shear, random);
      PatchStrain held = before;
      PatchField part = PatchField::Ones(grid.size());
      for (int i = 0; i < grid.size(); ++i) part[i] = i % grid.num_x < 2 ? 0.0 : 1.0;
      surface.hold(part, kTolerance, held);
      EXPECT_EQ(((1.0 - part) * held.pressure).abs().maxCoeff(), 0.0);
      const double largest = before.u_z.abs().maxCoeff() + before.u.x.abs().maxCoeff();
      EXPECT_LT((part * (held.u_z - before.u_z)).abs().maxCoeff(), kTolerance * largest);
      if (shear) {
        EXPECT_LT((part * (held.u.x - before.u.x)).abs().maxCoeff(), kTolerance * largest);
      }
      const double freed = calc_energy(before) - calc_energy(held);
      EXPECT_GT(freed, 0.0);
      PatchStrain difference(grid.size());
      difference.pressure = before.pressure - held.pressure;
      difference.traction.x = before.traction.x - held.traction.x;
      difference.traction.y = before.traction.y - held.traction.y;
      calc_displacements(elastic, difference);
      EXPECT_NEAR(freed / calc_energy(difference), 1.0, 1e-6);
      // Displacements are those of the tractions, everywhere: a sum of rounding over the iterations.
      PatchStrain again = held;
      calc_displacements(elastic, again);
      EXPECT_LT((again.u_z - held.u_z).abs().maxCoeff(), 1e-12 * largest);
    }
  }
}

TEST(HeldSurface, NothingIsLetGoWhereNothingIsBeyond) {
  std::mt19937 random(7);
  ElasticOperator elastic(kGrids[0], make_influence(kGrids[0]));
  HeldSurface surface(elastic, true);
  const PatchStrain before = make_strain(elastic, true, random);
  PatchStrain held = before;
  surface.hold(PatchField::Ones(kGrids[0].size()), 1e-6, held);
  EXPECT_TRUE((held.pressure == before.pressure).all());
  EXPECT_NEAR(calc_energy(held) / calc_energy(before), 1.0, 1e-12);
}

}  // namespace
}  // namespace carom
