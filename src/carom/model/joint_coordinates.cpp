#include "carom/model/joint_coordinates.h"

#include <algorithm>
#include <cmath>

#include "carom/math/rotation.h"

namespace carom {

void calc_position_rate(const Model& model, const ConstVectorRef& q, const ConstVectorRef& v, VectorRef q_rate) {
  for (const Body& body : model.bodies()) {
    int position = body.position_start;
    int velocity = body.velocity_start;
    int left = body.degrees;
    if (traits(body.type).has_quaternion) {
      const Quaternion rate = quaternion_rate(q.segment<4>(position), v.segment<3>(velocity));
      q_rate.segment<4>(position) = rate;
      position += 4;
      velocity += 3;
      left -= 3;
    }
    q_rate.segment(position, left) = v.segment(velocity, left);
  }
}

void move_positions(const Model& model, const ConstVectorRef& v, double step, VectorRef q) {
  for (const Body& body : model.bodies()) {
    int position = body.position_start;
    int velocity = body.velocity_start;
    int left = body.degrees;
    if (traits(body.type).has_quaternion) {
      const Quaternion turn = quaternion_from_rotation_vector(step * v.segment<3>(velocity));
      const Quaternion moved = compose(turn, q.segment<4>(position));
      q.segment<4>(position) = moved.normalized();
      position += 4;
      velocity += 3;
      left -= 3;
    }
    q.segment(position, left) += step * v.segment(velocity, left);
  }
}

void normalize_quaternions(const Model& model, VectorRef q) {
  for (const Body& body : model.bodies()) {
    if (!traits(body.type).has_quaternion) continue;
    q.segment<4>(body.position_start).normalize();
  }
}

double calc_quaternion_drift(const Model& model, const ConstVectorRef& q) {
  double largest = 0.0;
  for (const Body& body : model.bodies()) {
    if (!traits(body.type).has_quaternion) continue;
    largest = std::max(largest, std::abs(q.segment<4>(body.position_start).norm() - 1.0));
  }
  return largest;
}

void set_driven_coordinates(const Model& model, double time, VectorRef q, VectorRef v) {
  for (const JointDrive& drive : model.joint_drives()) {
    const TimeFunctionSample sample = drive.motion.sample(time);
    q[drive.position] = sample.value;
    v[drive.velocity] = sample.rate;
  }
}

}  // namespace carom
