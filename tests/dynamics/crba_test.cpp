#include "carom/dynamics/crba.h"

#include <Eigen/Cholesky>
#include <gtest/gtest.h>

#include "carom/dynamics/energy.h"
#include "dynamics/random_motion.h"
#include "dynamics/worst_offender.h"

namespace carom {
namespace {

using testing_support::kTolerance;
using testing_support::kTrees;
using testing_support::RandomMotion;
using testing_support::WorstOffender;

// At rest, without gravity and applied forces, inverse dynamics of the unit acceleration e_k is column k of M. All
// columns of a few trees and one random column of every tree.
TEST(MassMatrix, ColumnsAreTheEffortsOfUnitAccelerations) {
  WorstOffender columns("columns of M");
  for (std::uint64_t seed = 0; seed < kTrees; ++seed) {
    RandomMotion motion(cases::make_random_tree(seed, {.has_gravity = false}), seed);
    motion.state.v.setZero();
    calc_kinematics(motion.model, motion.state.q, motion.state.v, motion.kinematics);
    motion.applied.set_zero();
    const MatrixX M = motion.make_mass_matrix();
    const int count = motion.model.num_velocities();
    cases::RandomSource random(seed);
    const int only = random.pick(count);
    for (int k = 0; k < count; ++k) {
      if (seed >= 50 && k != only) continue;
      motion.v_rate = VectorX::Unit(count, k);
      const VectorX column = motion.calc_efforts(motion.applied, motion.v_rate);
      const VectorX scales = motion.make_scales().efforts;
      for (int j = 0; j < count; ++j) columns.note(M(j, k) - column[j], scales[j], seed, "velocity", j);
    }
  }
  columns.expect_below(kTolerance);
}

TEST(MassMatrix, IsSymmetricAndPositiveDefiniteAndMeasuresKineticEnergy) {
  WorstOffender energies("kinetic energy");
  for (std::uint64_t seed = 0; seed < kTrees; ++seed) {
    RandomMotion motion(cases::make_random_tree(seed), seed);
    const MatrixX M = motion.make_mass_matrix();
    ASSERT_EQ(M, M.transpose()) << "tree " << seed;
    ASSERT_EQ(Eigen::LLT<MatrixX>(M).info(), Eigen::Success) << "tree " << seed;
    const VectorX& v = motion.state.v;
    const double energy = calc_kinetic_energy(motion.model, motion.kinematics);
    const double scale = 0.5 * v.cwiseAbs().dot(M.cwiseAbs() * v.cwiseAbs());
    energies.note(energy - 0.5 * v.dot(M * v), scale, seed, "velocities", motion.model.num_velocities());
  }
  energies.expect_below(kTolerance);
}

}  // namespace
}  // namespace carom
