#include "carom/model/joints/joint_coordinates.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "carom/math/rotation.h"
#include "carom/model/joints/all_joints.h"

namespace carom {

namespace {

template <int... types>
constexpr unsigned find_quaternions(std::integer_sequence<int, types...>) {
  return ((Joint<static_cast<JointType>(types)>::kHasQuaternion ? 1U << types : 0U) | ...);
}

// One bit a type: asked for every body in every step.
constexpr bool has_quaternion(JointType type) {
  constexpr unsigned kQuaternions = find_quaternions(std::make_integer_sequence<int, kNumJointTypes>{});
  return (kQuaternions >> static_cast<unsigned>(type) & 1U) != 0;
}

}  // namespace

void calc_position_rate(const Model& model, const ConstVectorRef& q, const ConstVectorRef& v, VectorRef q_rate) {
  for (const Body& body : model.bodies()) {
    const double* from = v.data() + body.velocity_start;
    double* to = q_rate.data() + body.position_start;
    int left = body.degrees;
    if (has_quaternion(body.type)) {
      q_rate.segment<4>(body.position_start) =
          quaternion_rate(q.segment<4>(body.position_start), Eigen::Map<const Vector3>(from));
      to += 4, from += 3, left -= 3;
    }
    for (int k = 0; k < left; ++k) to[k] = from[k];
  }
}

void move_positions(const Model& model, const ConstVectorRef& v, double step, VectorRef q) {
  for (const Body& body : model.bodies()) {
    const double* along = v.data() + body.velocity_start;
    double* moved = q.data() + body.position_start;
    int left = body.degrees;
    if (has_quaternion(body.type)) {
      Eigen::Map<Quaternion> orientation(moved);
      const Quaternion turn = quaternion_from_rotation_vector(step * Eigen::Map<const Vector3>(along));
      orientation = compose(turn, orientation).normalized();
      moved += 4, along += 3, left -= 3;
    }
    for (int k = 0; k < left; ++k) moved[k] += step * along[k];
  }
}

void normalize_quaternions(const Model& model, VectorRef q) {
  for (const Body& body : model.bodies()) {
    if (!has_quaternion(body.type)) continue;
    q.segment<4>(body.position_start).normalize();
  }
}

double calc_quaternion_drift(const Model& model, const ConstVectorRef& q) {
  double largest = 0.0;
  for (const Body& body : model.bodies()) {
    if (!has_quaternion(body.type)) continue;
    largest = std::max(largest, std::abs(q.segment<4>(body.position_start).norm() - 1.0));
  }
  return largest;
}

void set_driven_coordinates(const Model& model, const TimeQuery& time, VectorRef q, VectorRef v) {
  for (const JointDrive& drive : model.joint_drives()) {
    const TimeFunctionSample sample = drive.motion.sample(time);
    q[drive.position] = sample.value;
    v[drive.velocity] = sample.rate;
  }
}

}  // namespace carom
