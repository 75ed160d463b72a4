#pragma once

#include <cstdint>

#include "carom/dynamics/aba.h"
#include "carom/dynamics/crba.h"
#include "carom/dynamics/rnea.h"
#include "cases/random_tree.h"
#include "dynamics/term_scales.h"

namespace carom::testing_support {

inline constexpr std::uint64_t kTrees = 1000;
/// Of the scale of the terms, for every comparison of the battery.
inline constexpr double kTolerance = 1e-11;

/// A mechanism in a random state under random efforts and wrenches, with the workspaces of the basic algorithms.
struct RandomMotion {
  RandomMotion(Model model_in, std::uint64_t seed)
      : model(std::move(model_in)),
        state(cases::make_random_state(model, seed)),
        kinematics(model),
        applied(model),
        articulated(model),
        inverse(model),
        composites(model),
        v_rate(VectorX::Zero(model.num_velocities())) {
    calc_kinematics(model, state.q, state.v, kinematics);
    cases::RandomSource random(seed + 1);
    applied.efforts = cases::make_random_vector(model.num_velocities(), 10.0, random);
    for (Wrench& wrench : applied.wrenches) {
      wrench = {PackedVector3(random.vector(5.0)), PackedVector3(random.vector(20.0))};
    }
    for (const JointDrive& drive : model.joint_drives()) {
      v_rate[drive.velocity] = drive.motion.sample(state.time).acceleration;
    }
  }

  /// Forward dynamics into v_rate.
  ForwardDynamicsReport accelerate() { return calc_forward_dynamics(model, kinematics, applied, articulated, v_rate); }
  [[nodiscard]] VectorX calc_efforts(const AppliedForces& forces, const VectorX& rates) {
    VectorX efforts(model.num_velocities());
    calc_inverse_dynamics(model, kinematics, forces, rates, inverse, efforts);
    return efforts;
  }
  [[nodiscard]] MatrixX make_mass_matrix() {
    MatrixX M(model.num_velocities(), model.num_velocities());
    calc_mass_matrix(model, kinematics, composites, M);
    return M;
  }
  [[nodiscard]] TermScales make_scales() const { return calc_term_scales(model, kinematics, state.v, v_rate, applied); }

  Model model;
  State state;
  Kinematics kinematics;
  AppliedForces applied;
  ArticulatedBodies articulated;
  InverseDynamics inverse;
  CompositeBodies composites;
  VectorX v_rate;
};

}  // namespace carom::testing_support
