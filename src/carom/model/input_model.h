#pragma once

#include <span>
#include <vector>

#include "carom/model/model.h"

namespace carom {

/// A model of one's own whose inputs can be set while a simulation moves it. Each is held until it is set again.
///
/// The simulation has to be told of each change: rates jump there, and so do speeds where drives are set.
class InputModel {
 public:
  explicit InputModel(const Model& model);

  [[nodiscard]] const Model& model() const { return model_; }

  void hold_effort(int velocity, double effort) { model_.inputs_.efforts[velocity] = effort; }
  /// At the body's center of mass.
  void hold_force(int body, const Vector3& force) { push_of(body).force = force; }
  void hold_torque(int body, const Vector3& torque) { push_of(body).torque = torque; }
  /// In place of a motor's own target.
  void hold_target(int motor, double value, double rate);
  /// From a position at some time on.
  void hold_drive(int drive, double position, double time, double speed);
  void hold_gravity(const Vector3& gravity) { model_.gravity_ = gravity; }

  [[nodiscard]] BodyPush pushed(int body) const;

  /// All of it as numbers, for checkpoints. take_numbers() is false, and changes nothing, where these are not of such a
  /// model.
  void append_numbers(std::vector<double>& numbers) const;
  [[nodiscard]] bool take_numbers(std::span<const double> numbers);

 private:
  struct Drive {
    TimeFunction own{};  // that of the model
    bool held{};
    double offset{}, speed{};
  };
  [[nodiscard]] BodyPush& push_of(int body);
  void use_drive(int drive);

  Model model_;
  std::vector<Drive> drives_;
};

}  // namespace carom
