#include "carom/dynamics/energy.h"

#include <gtest/gtest.h>

#include "carom/dynamics/force_elements.h"
#include "dynamics/random_motion.h"
#include "dynamics/reference_motion.h"
#include "dynamics/worst_offender.h"

namespace carom {
namespace {

using testing_support::calc_reference_motion;
using testing_support::kTolerance;
using testing_support::kTrees;
using testing_support::RandomMotion;
using testing_support::WorstOffender;

// dT/dt + dV/dt = power of efforts and wrenches (and of drives, whose effort comes from inverse dynamics).
// dT/dt = Σ m v·a + w·(I α) at the centres of mass, dV/dt = −Σ m g·v, both from the reference's motion.
TEST(Energy, ChangesByThePowerOfForces) {
  WorstOffender rates("rate of energy"), potentials("energy of gravity"), kinetics("kinetic energy");
  for (std::uint64_t seed = 0; seed < kTrees; ++seed) {
    RandomMotion motion(cases::make_random_tree(seed, {.driven_share = 0.2}), seed);
    const Model& model = motion.model;
    ASSERT_TRUE(motion.accelerate().ok());
    const VectorX drives = motion.calc_efforts(motion.applied, motion.v_rate);
    double power = calc_power(motion.applied, motion.kinematics, motion.state.v);
    for (const JointDrive& drive : model.joint_drives())
      power += drives[drive.velocity] * motion.state.v[drive.velocity];

    const auto poses = calc_reference_motion(model, motion.state.q, motion.state.v, motion.v_rate);
    double rate = 0.0, kinetic = 0.0, potential = 0.0, kinetic_scale = 0.0, potential_scale = 0.0;
    const auto scales = motion.make_scales();
    for (int i = 1; i < model.num_bodies(); ++i) {
      const MassProperties& mass = model.spec(BodyIndex(i)).mass;
      const auto& pose = poses[static_cast<std::size_t>(i)];
      const auto& scale = scales.bodies[static_cast<std::size_t>(i)];
      const auto center = pose.point(mass.center_of_mass);
      const Vector3 v = rate_of(center), w = pose.angular_velocity();
      const Matrix3 R = value_of(pose.R_WB);
      const Matrix3 inertia = R * mass.inertia_about_center * R.transpose();
      rate +=
          mass.mass * v.dot(acceleration_of(center) - model.gravity()) + w.dot(inertia * pose.angular_acceleration());
      kinetic += 0.5 * (mass.mass * v.squaredNorm() + w.dot(inertia * w));
      potential -= mass.mass * model.gravity().dot(value_of(center));
      const double arm = mass.center_of_mass.norm(), speed = scale.velocity + scale.angular_velocity * arm;
      kinetic_scale += mass.mass * speed * speed + inertia.norm() * std::pow(scale.angular_velocity, 2);
      potential_scale += mass.mass * model.gravity().norm() * (scale.position + arm);
    }
    const double power_scale = scales.efforts.dot(motion.state.v.cwiseAbs());
    rates.note(rate - power, power_scale, seed, "bodies", model.num_bodies());
    kinetics.note(calc_kinetic_energy(model, motion.kinematics) - kinetic, kinetic_scale, seed, "bodies",
                  model.num_bodies());
    potentials.note(calc_gravity_energy(model, motion.kinematics) - potential, potential_scale, seed, "bodies",
                    model.num_bodies());
  }
  for (const WorstOffender* worst : {&rates, &kinetics, &potentials}) worst->expect_below(kTolerance);
}

}  // namespace
}  // namespace carom
