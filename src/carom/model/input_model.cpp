#include "carom/model/input_model.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace carom {
namespace {

constexpr std::size_t kPerPush = 7, kPerTarget = 3, kPerDrive = 3;

double* copy(const Vector3& vector, double* to) { return std::copy_n(vector.data(), 3, to); }
Vector3 take_vector(std::span<const double>& numbers) {
  const Vector3 taken(numbers[0], numbers[1], numbers[2]);
  numbers = numbers.subspan(3);
  return taken;
}

double take(std::span<const double>& numbers) {
  const double taken = numbers.front();
  numbers = numbers.subspan(1);
  return taken;
}

}  // namespace

InputModel::InputModel(const Model& model) : model_(model) {
  model_.inputs_ = {.taken = true, .efforts = VectorX::Zero(model.num_velocities())};
  model_.inputs_.pushes.reserve(static_cast<std::size_t>(model.num_bodies()));
  for (const JointDrive& drive : model.joint_drives()) drives_.push_back({.own = drive.motion});
}

BodyPush& InputModel::push_of(int body) {
  std::vector<BodyPush>& pushes = model_.inputs_.pushes;
  const auto found = std::ranges::find(pushes, body, &BodyPush::body);
  if (found != pushes.end()) return *found;
  return pushes.emplace_back(BodyPush{.body = body, .at = model_.spec(BodyIndex(body)).mass.center_of_mass});
}

BodyPush InputModel::pushed(int body) const {
  const std::vector<BodyPush>& pushes = model_.inputs_.pushes;
  const auto found = std::ranges::find(pushes, body, &BodyPush::body);
  return found != pushes.end() ? *found : BodyPush{.body = body};
}

void InputModel::hold_target(int motor, double value, double rate) {
  model_.joint_motors_[static_cast<std::size_t>(motor)].held_target = TimeFunctionSample{value, rate, 0.0};
}

void InputModel::hold_drive(int drive, double position, double time, double speed) {
  Drive& held = drives_[static_cast<std::size_t>(drive)];
  held.held = true;
  held.offset = position - speed * time;
  held.speed = speed;
  use_drive(drive);
}

void InputModel::use_drive(int drive) {
  const Drive& from = drives_[static_cast<std::size_t>(drive)];
  TimeFunction& motion = model_.joint_drives_[static_cast<std::size_t>(drive)].motion;
  motion = from.held ? TimeFunction(time_functions::ConstantSpeed{from.offset, from.speed}) : from.own;
}

void InputModel::append_numbers(std::vector<double>& numbers) const {
  const HeldInputs& inputs = model_.inputs_;
  numbers.insert(numbers.end(), model_.gravity_.data(), model_.gravity_.data() + 3);
  numbers.insert(numbers.end(), inputs.efforts.data(), inputs.efforts.data() + inputs.efforts.size());
  for (const JointMotor& joint : model_.joint_motors_) {
    const TimeFunctionSample target = joint.held_target.value_or(TimeFunctionSample{});
    numbers.insert(numbers.end(), {joint.held_target ? 1.0 : 0.0, target.value, target.rate});
  }
  for (const Drive& drive : drives_) numbers.insert(numbers.end(), {drive.held ? 1.0 : 0.0, drive.offset, drive.speed});
  for (const BodyPush& push : inputs.pushes) {
    const std::size_t first = numbers.size();
    numbers.resize(first + kPerPush, push.body);
    copy(push.torque, copy(push.force, numbers.data() + first + 1));
  }
}

bool InputModel::take_numbers(std::span<const double> numbers) {
  const auto is_body = [&](double body) {
    return body >= 0.0 && body < model_.num_bodies() && body == std::floor(body);
  };
  const std::size_t fixed = 3 + static_cast<std::size_t>(model_.num_velocities()) +
                            kPerTarget * model_.joint_motors_.size() + kPerDrive * drives_.size();
  if (numbers.size() < fixed || (numbers.size() - fixed) % kPerPush != 0) return false;
  for (std::size_t i = fixed; i < numbers.size(); i += kPerPush) {
    if (!is_body(numbers[i])) return false;
  }
  model_.gravity_ = take_vector(numbers);
  for (double& effort : model_.inputs_.efforts) effort = take(numbers);
  for (JointMotor& joint : model_.joint_motors_) {
    const bool held = take(numbers) != 0.0;
    const double value = take(numbers), rate = take(numbers);
    joint.held_target.reset();
    if (held) joint.held_target = TimeFunctionSample{value, rate, 0.0};
  }
  for (Drive& drive : drives_) {
    drive.held = take(numbers) != 0.0;
    drive.offset = take(numbers);
    drive.speed = take(numbers);
    use_drive(static_cast<int>(&drive - drives_.data()));
  }
  model_.inputs_.pushes.clear();
  while (!numbers.empty()) {
    BodyPush& push = push_of(static_cast<int>(take(numbers)));
    push.force = take_vector(numbers);
    push.torque = take_vector(numbers);
  }
  return true;
}

}  // namespace carom
