#include "carom/patch/slip_edge.h"

#include <gtest/gtest.h>

namespace carom {
namespace {

// Five elements each way: all of them are within reach of each other, so that the kernel that is cut off is whole.
const PatchGrid kGrid{.num_x = 5, .num_y = 5, .dx = 1e-3, .dy = 1.2e-3};

InfluenceFunction make_block_influence() {
  const PairCompliance pair = make_pair_compliance(ElasticMaterial{.young = 3e6, .poisson = 0.5}, std::nullopt);
  return make_half_space_influence(pair, kGrid.dx, kGrid.dy);
}

TEST(SlipEdge, TakesTheDisplacementOfAChangeOffTheSlip) {
  constexpr double kShare = 0.7;
  const int element = 8;
  const Eigen::Vector2d change(2.0, -3.0);  // [Pa]
  ElasticOperator elastic(kGrid, make_block_influence());
  ShearField traction(kGrid.size()), u(kGrid.size()), slip(kGrid.size());
  traction.x[element] = change.x();
  traction.y[element] = change.y();
  elastic.calc_shear(traction, {.first = 0, .last = kGrid.num_y}, u);
  SlipEdge(kGrid, make_block_influence()).spread(element, change, kShare, slip);
  // The transforms lose a few roundings of the largest value.
  const double allowed = 1e-14 * u.x.abs().maxCoeff();
  EXPECT_LE((slip.x + kShare * u.x).abs().maxCoeff(), allowed);
  EXPECT_LE((slip.y + kShare * u.y).abs().maxCoeff(), allowed);
}

// An element that is pulled further than its bound holds lets go: those around it take up what they can, within theirs,
// and elements that are not in contact stay free.
TEST(SlipEdge, MendsWithinTheBoundsAndOnlyInContact) {
  SlipEdge edge(kGrid, make_block_influence());
  PatchField bound = PatchField::Constant(kGrid.size(), 50.0);
  bound[12] = 1.0;
  bound[6] = 0.0;
  ShearField slip(kGrid.size()), traction(kGrid.size());
  slip.x.setConstant(1e-8);
  const ShearField before = slip;
  edge.mark(12, bound);
  edge.mend(bound, 1.0, 0.0, slip, traction);
  EXPECT_EQ(traction.x[6], 0.0);
  EXPECT_LE((traction.x.square() + traction.y.square() - bound.square()).maxCoeff(), 1e-12 * 2500.0);
  EXPECT_GT(slip.x[12], 0.0) << "it slips on";
  // The others stick the better: the last one that was looked at does to rounding.
  EXPECT_LE(slip.x.abs().sum() - slip.x[12] - slip.x[6], 0.5 * (before.x.abs().sum() - before.x[12] - before.x[6]));
}

}  // namespace
}  // namespace carom
