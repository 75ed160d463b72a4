#include "carom/dynamics/momentum.h"

#include <gtest/gtest.h>

#include "dynamics/random_motion.h"
#include "dynamics/reference_motion.h"
#include "dynamics/worst_offender.h"

namespace carom {
namespace {

using testing_support::calc_reference_motion;
using testing_support::kTolerance;
using testing_support::kTrees;
using testing_support::RandomMotion;
using testing_support::ReferencePose;
using testing_support::TermScales;
using testing_support::WorstOffender;

// The sums over all bodies of what a body's centre of mass and its spin contribute, from the reference's motion.
struct MomentumSums {
  Vector3 linear{Vector3::Zero()}, linear_rate{Vector3::Zero()};
  Vector3 angular{Vector3::Zero()}, angular_rate{Vector3::Zero()};  // about the world's origin
};
MomentumSums sum_momentum(const Model& model, const std::vector<ReferencePose>& poses) {
  MomentumSums sums;
  for (int i = 1; i < model.num_bodies(); ++i) {
    const MassProperties& mass = model.spec(BodyIndex(i)).mass;
    const ReferencePose& pose = poses[static_cast<std::size_t>(i)];
    const auto center = pose.point(mass.center_of_mass);
    const Vector3 p = value_of(center), v = rate_of(center), a = acceleration_of(center);
    const Matrix3 R = value_of(pose.R_WB);
    const Matrix3 inertia = R * mass.inertia_about_center * R.transpose();
    const Vector3 w = pose.angular_velocity();
    sums.linear += mass.mass * v;
    sums.linear_rate += mass.mass * a;
    sums.angular += inertia * w + mass.mass * p.cross(v);
    sums.angular_rate += inertia * pose.angular_acceleration() + w.cross(inertia * w) + mass.mass * p.cross(a);
  }
  return sums;
}

// Σ |m v|, Σ |p||m v| + |I w| and the like: nothing cancels.
struct MomentumScales {
  double reach{}, linear{}, angular{};
};
MomentumScales sum_scales(const Model& model, const TermScales& scales) {
  MomentumScales sums;
  for (int i = 1; i < model.num_bodies(); ++i) {
    const auto& scale = scales.bodies[static_cast<std::size_t>(i)];
    const MassProperties& mass = model.spec(BodyIndex(i)).mass;
    const double arm = mass.center_of_mass.norm();
    const double momentum = mass.mass * (scale.velocity + scale.angular_velocity * arm);
    sums.reach = std::max(sums.reach, scale.position + arm);
    sums.linear += momentum;
    sums.angular += (scale.position + arm) * momentum + mass.inertia_about_center.norm() * scale.angular_velocity;
  }
  return sums;
}

TEST(CentroidalMomentum, IsTheSumOverAllBodiesAndLinearInVelocity) {
  WorstOffender linear("linear"), angular("angular"), matrix_linear("A v, linear"), matrix_angular("A v, angular");
  for (std::uint64_t seed = 0; seed < kTrees; ++seed) {
    RandomMotion motion(cases::make_random_tree(seed), seed);
    const auto momentum = calc_centroidal_momentum(motion.model, motion.kinematics);
    const MomentumSums sums =
        sum_momentum(motion.model, calc_reference_motion(motion.model, motion.state.q, motion.state.v, motion.v_rate));
    MatrixX A(6, motion.model.num_velocities());
    calc_centroidal_momentum_matrix(motion.model, motion.kinematics, A);
    const Vector6 product = A * motion.state.v;

    const MomentumScales scales = sum_scales(motion.model, motion.make_scales());
    const auto note = [&](WorstOffender& worst, const Vector3& difference, double scale) {
      worst.note(difference.norm(), scale, seed, "bodies", motion.model.num_bodies());
    };
    note(linear, momentum.linear - sums.linear, scales.linear);
    note(angular, momentum.angular_about_origin() - sums.angular, scales.angular);
    // A shift to the centre of mass adds at most its distance times the linear momentum.
    note(matrix_linear, product.tail<3>() - momentum.linear, scales.linear);
    note(matrix_angular, product.head<3>() - momentum.angular, scales.angular + scales.reach * scales.linear);
    EXPECT_NEAR(momentum.mass, motion.model.total_mass(), 1e-13 * momentum.mass);
  }
  for (const WorstOffender* worst : {&linear, &angular, &matrix_linear, &matrix_angular}) {
    worst->expect_below(kTolerance);
  }
}

// ṗ = Σ forces from outside: gravity, what is applied, and what the world passes through the joints that stand on it.
void compare_rates_with_forces(const cases::RandomTreeOptions& options, bool reactions) {
  WorstOffender linear("rate of linear momentum"), angular("rate of angular momentum");
  for (std::uint64_t seed = 0; seed < kTrees; ++seed) {
    RandomMotion motion(cases::make_random_tree(seed, options), seed);
    const Model& model = motion.model;
    if (!reactions) motion.applied.efforts.head<6>().setZero();  // efforts of the free joint are a push by the world
    ASSERT_TRUE(motion.accelerate().ok());
    const VectorX efforts = motion.calc_efforts(motion.applied, motion.v_rate);
    const MomentumSums sums =
        sum_momentum(model, calc_reference_motion(model, motion.state.q, motion.state.v, motion.v_rate));
    const auto momentum = calc_centroidal_momentum(model, motion.kinematics);

    const Vector3 weight = momentum.mass * model.gravity();
    Vector3 force = weight, torque = momentum.center_of_mass.cross(weight);
    const TermScales scales = motion.make_scales();
    double force_scale = 0.0, torque_scale = 0.0;
    for (int i = 1; i < model.num_bodies(); ++i) {
      const auto body = static_cast<std::size_t>(i);
      const Vector3 p = as_eigen(motion.kinematics.body(i).p_WB);
      const auto add = [&](const Wrench& wrench) {
        force += as_eigen(wrench.force);
        torque += as_eigen(wrench.torque) + p.cross(as_eigen(wrench.force));
      };
      add(motion.applied.wrenches[body]);
      if (reactions && model.body(i).parent == 0) add(motion.inverse.wrenches[body]);
      // Scales of a body include all that hang on it, so only those on the world are summed.
      if (model.body(i).parent != 0) continue;
      force_scale += scales.bodies[body].force;
      torque_scale += scales.bodies[body].torque + p.norm() * scales.bodies[body].force;
    }
    linear.note((sums.linear_rate - force).norm(), force_scale, seed, "bodies", model.num_bodies());
    angular.note((sums.angular_rate - torque).norm(), torque_scale, seed, "bodies", model.num_bodies());
  }
  linear.expect_below(kTolerance);
  angular.expect_below(kTolerance);
}

TEST(CentroidalMomentum, ChangesByForcesFromOutside) { compare_rates_with_forces({}, true); }

TEST(CentroidalMomentum, OfAFloatingMechanismChangesByItsWeightAndWhatIsApplied) {
  compare_rates_with_forces({.floating = true}, false);
}

}  // namespace
}  // namespace carom
