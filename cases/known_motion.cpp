#include "cases/known_motion.h"

#include <utility>

#include "carom/model/model_builder.h"
#include "cases/linkages.h"
#include "cases/oscillators.h"
#include "cases/pendulums.h"
#include "cases/rolling.h"
#include "cases/tops.h"

namespace carom::cases {

double calc_error(const KnownMotion& motion, const State& state) {
  Kinematics kinematics(motion.model);
  calc_kinematics(motion.model, state.q, state.v, kinematics);
  return (motion.observed(state, kinematics) - motion.expected(state.time)).cwiseAbs().maxCoeff();
}

KnownMotion make_motion(std::string name, const ModelBuilder& builder, double duration) {
  KnownMotion motion{.name = std::move(name), .model = builder.build(), .initial = {}, .duration = duration};
  motion.initial = motion.model.make_initial_state();
  return motion;
}

VectorX list_motion(const Matrix3& R_WB, const Vector3& p_WB, const Vector3& w_WB, const Vector3& v_WB) {
  VectorX list(18);
  list << R_WB.reshaped(), p_WB, w_WB, v_WB;
  return list;
}

VectorX list_motion(const Kinematics& kinematics, int body) {
  const BodyMotion& motion = kinematics.body(body);
  return list_motion(as_eigen(motion.R_WB), as_eigen(motion.p_WB), as_eigen(motion.w_WB), as_eigen(motion.v_WB));
}

VectorX list_coordinates(const State& state, const Kinematics& /*kinematics*/) {
  VectorX list(state.q.size() + state.v.size());
  list << state.q, state.v;
  return list;
}

std::vector<KnownMotion> make_known_motions() {
  std::vector<KnownMotion> motions;
  motions.push_back(make_simple_pendulum({.initial_rate = 5.0}));
  motions.push_back(make_simple_pendulum({.initial_rate = 7.0}));
  motions.push_back(make_pendulum_held_by_point({.initial_rate = 4.0}));
  motions.push_back(make_pendulum_held_by_distance({.initial_rate = 4.0}));
  motions.push_back(make_spherical_pendulum(PendulumJoint::Spherical));
  motions.push_back(make_spherical_pendulum(PendulumJoint::Universal));
  motions.push_back(make_free_top(FreeTop::about_greatest_axis()));
  motions.push_back(make_free_top(FreeTop::about_least_axis()));
  motions.push_back(make_heavy_top(HeavyTop::nutating()));
  motions.push_back(make_heavy_top(HeavyTop::precessing(Precession::Slow)));
  motions.push_back(make_heavy_top(HeavyTop::precessing(Precession::Fast)));
  motions.push_back(make_four_bar(FourBar{}, Drive::ConstantSpeed));
  motions.push_back(make_four_bar(FourBar{}, Drive::None));
  motions.push_back(make_slider_crank(SliderCrank{}));
  motions.push_back(make_bricard(Bricard{}));
  motions.push_back(make_rolling_disk(RollingDisk{}));
  motions.push_back(make_skate(Skate{}));
  motions.push_back(make_oscillator({.damping = 0.0}));
  motions.push_back(make_oscillator({.damping = 0.6}));
  motions.push_back(make_oscillator({.damping = 9.0}));
  motions.push_back(make_shaken_mass());
  motions.push_back(make_servo());
  motions.push_back(make_gear_pair());
  motions.push_back(make_body_in_thick_air());
  motions.push_back(make_screw());
  motions.push_back(make_spinning_projectile());
  return motions;
}

}  // namespace carom::cases
